#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/network.hpp>

#include "../ledger/profile/component_loads.hpp"
#include "../transfer_phase.hpp"
#include "group/process_group.hpp"
#include "ranked/ranked_processes.hpp"
#include "run/run_context.hpp"

namespace pram::bsp::detail {

/// What a superstep cost: work and words of every component, what the network charges, what every line transferred.
/// What was asked for travels as one phase, then what gets and splits bring as a second.
class SuperstepTraffic {
 public:
  using Ready = std::span<ProcessGroup* const>;

  SuperstepTraffic(const RunContext& run, std::uint32_t components) : run_(run), components_(components) {}
  /// Each of several ranks knows what its processes are asked for alone.
  void share(RankedProcesses* ranks) { ranks_ = ranks; }

  /// Sums what lines of the program have asked for in groups that are ready, splits aside.
  void sum_by_line(Ready ready);
  /// Enters work, messages and words into a record.
  /// @param all    the group of the run itself
  /// @param loads  for a profile of the ledger; may be null
  void measure(SuperstepRecord& record, ProcessGroup& all, Ready ready, pram::detail::ComponentLoads* loads);
  /// Has a network carry what was measured, and enters its charges.
  void charge(SuperstepRecord& record, Network& network);
  /// What each line transferred.
  std::vector<TransferTotal> transfers() const;

 private:
  struct LineTotal {
    std::uint64_t messages = 0;    ///< what gets and splits bring, too
    std::uint64_t words = 0;       ///< of puts, messages and the requests of gets and splits
    std::uint64_t words_back = 0;  ///< of what gets and splits bring
  };

  void measure_group(const ProcessGroup& group);
  /// Adds up what all ranks have measured, and measures splits, all of which each rank knows.
  void unite(Ready ready, std::vector<std::uint64_t>& work);
  void add_up(std::vector<std::uint64_t>& work);
  /// Lists the messages of all ranks, group by group, each with its splits.
  void unite_lists(Ready ready);
  /// Lists what gets bring, message by message.
  void list_replies(const ProcessGroup& group, const Bucket& bucket);
  void measure_split(const ProcessGroup& group);

  const RunContext& run_;
  std::uint32_t components_;
  RankedProcesses* ranks_ = nullptr;  // null: there is one rank
  pram::detail::TransferPhase requests_;
  pram::detail::TransferPhase replies_;
  std::uint64_t charge_ = 0;       ///< of the requests
  std::uint64_t charge_back_ = 0;  ///< of the replies
  std::vector<LineTotal> lines_;   ///< by the run's numbers
  /// Of several ranks, per ready group: where its listed requests end, and its replies.
  std::vector<std::pair<std::size_t, std::size_t>> listed_;
};

}  // namespace pram::bsp::detail
