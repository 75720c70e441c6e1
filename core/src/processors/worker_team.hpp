#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "../host/host_threads.hpp"
#include "worker.hpp"

namespace pram::detail {

struct AgreedStep;

/// The workers of one pardo, the components that each owns, and the host threads that they run on.
struct WorkerTeam {
  HostThreads* host = nullptr;
  std::vector<std::unique_ptr<Worker>> workers;
  std::uint32_t components = 1;
  std::uint32_t first = 0;             ///< of the team's own components: all of the machine, or those of a rank
  std::uint32_t last = 0xFFFFFFFF;     ///< behind them, or more
  std::vector<std::uint16_t> owners;   ///< per component: its worker
  std::uint64_t live_elsewhere = 0;    ///< processors of other ranks
  const AgreedStep* agreed = nullptr;  ///< what all ranks know of a step; null: there is one rank

  /// Calls work(w) for each worker, on several host threads if `spread`, and returns when all are done.
  /// @throws the exception of the lowest worker that threw one
  template <class Work>
  void run(bool spread, const Work& work) const {
    host->run(count(), spread, work);
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(workers.size()); }
  /// The first component of a worker.
  std::uint32_t first_component(std::uint32_t worker) const {
    return first + static_cast<std::uint32_t>(std::uint64_t{worker} * (std::min(last, components) - first) / count());
  }
  std::uint32_t owner_of(std::uint32_t component) const { return owners[component]; }
  std::uint64_t live() const {
    std::uint64_t all = live_elsewhere;
    for (const auto& worker : workers) all += worker->live;
    return all;
  }
};

}  // namespace pram::detail
