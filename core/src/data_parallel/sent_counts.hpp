#pragma once

#include <algorithm>
#include <cstdint>

#include "../host/pages.hpp"
#include "../processors/worker_team.hpp"
#include "processor_group.hpp"

namespace pram::detail {

/// The requests of each component in a step.
class SentCounts {
 public:
  explicit SentCounts(const WorkerTeam& team) : team_(team) { requests_.reset(team.components); }

  /// Readies the counts for processors that are dealt to components like this.
  void expect(const BlockDistribution& distribution) {
    if (distribution.processors == processors_) return;
    first_.reserve(team_.components + std::size_t{1});
    for (std::uint64_t c = 0; c <= team_.components; ++c)
      first_[c] = static_cast<std::uint32_t>(distribution.first_of(c));
    processors_ = distribution.processors;
  }
  void begin(const Worker& worker) {
    std::fill(requests_.data() + worker.first_component, requests_.data() + worker.last_component, 0);
  }
  /// @param alive  the group, if all asks are known from it: its live processors ask; null: the slots say who asks
  void count(const Worker& worker, const Chunk& chunk, const ProcessorGroup* alive) {
    const bool all = chunk.requests == chunk.last - chunk.first;
    std::uint32_t at = chunk.first;
    const auto offset = static_cast<std::uint32_t>(worker.first_processor);
    for (std::uint32_t c = worker.distribution.component_of(worker.first_processor + at); at < chunk.last; ++c) {
      const std::uint32_t end = first_[c + std::size_t{1}] - offset;
      std::uint32_t requests = end - at;
      if (!all && alive != nullptr) {
        requests =
            static_cast<std::uint32_t>(alive->live_in(worker.first_processor + at, worker.first_processor + end));
      } else if (!all) {
        requests = 0;
        for (std::uint32_t k = at; k < end; ++k) requests += worker.index[k] < no_request ? 1 : 0;
      }
      requests_[c] = requests;
      at = end;
    }
  }

  std::uint32_t of(std::uint32_t component) const { return requests_[component]; }
  /// The first processor of each component, and one more.
  const std::uint32_t* first_processors() const { return first_.data(); }

 private:
  const WorkerTeam& team_;
  Pages<std::uint32_t> requests_;  // per component
  Pages<std::uint32_t> first_;
  std::uint64_t processors_ = 0;  // that first_ is for
};

}  // namespace pram::detail
