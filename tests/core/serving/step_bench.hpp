#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <pram/access.hpp>
#include <pram/network.hpp>

#include "data_parallel/delivery/data_parallel_delivery.hpp"
#include "host/host_threads.hpp"
#include "served_step.hpp"

/// What a step needs that has no machine.
namespace pram::testing {

inline constexpr std::uint64_t step_number = 1;
inline constexpr std::uint64_t step_seed = 5;

/// What a step leaves behind.
struct Served {
  std::vector<std::vector<Word>> cells;
  std::vector<Word> replies;  ///< per processor; of others than those that await one any word
  detail::AccessFacts facts;
  std::vector<detail::CallSiteFacts> lines;
  std::vector<PhaseRecord> phases;
  std::uint32_t largest_requests = 0;
  bool unequal = false;
  ServedBy served_by = ServedBy::nothing;
};

/// Memory, lines, workers and a delivery.
class StepBench {
 public:
  StepBench(const StepAsked& asked, const Carrier& carrier, unsigned workers);

  /// @param completed  does the step end well? Else it is undone
  Served serve(bool completed);

  /// The component that owns a cell.
  std::uint32_t home_of(std::uint32_t array, std::uint32_t index);

 private:
  void make_delivery();
  void fill(detail::Worker& worker, detail::Chunk& chunk) const;
  Served end(detail::Step& step, bool completed);

  const StepAsked& asked_;
  const Carrier& carrier_;
  std::shared_ptr<detail::MemoryAccount> account_ = std::make_shared<detail::MemoryAccount>(std::uint64_t{1} << 32);
  detail::AccountScope counted_;
  detail::SharedMemory memory_;
  detail::CallSites sites_;
  detail::HostThreads host_;
  std::atomic<bool> stop_ = false;
  std::shared_ptr<Network> network_;
  std::shared_ptr<AccessProtocol> protocol_;
  std::unique_ptr<RandomAccess> routines_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint32_t> sites_of_lines_;
  detail::WorkerTeam team_;
  std::unique_ptr<detail::ProcessorGroup> group_;
  std::unique_ptr<detail::Delivery> delivery_;
  detail::DataParallelDelivery* data_parallel_ = nullptr;
};

}  // namespace pram::testing
