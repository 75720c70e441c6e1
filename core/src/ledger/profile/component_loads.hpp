#pragma once

#include <cstdint>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/ledger.hpp>

namespace pram::detail {

/// What every component sends, receives and serves in the step in progress, under LedgerDetail::profile. Deliveries
/// write the counts of a phase into its arrays, all of which are 0 before. Several workers may write at once, each to
/// the entries of its own components.
class ComponentLoads {
 public:
  explicit ComponentLoads(std::uint32_t components)
      : sent_(components),
        received_(components),
        served_(components),
        all_sent_(components),
        all_received_(components) {}

  /// Forgets the step before, if it has failed.
  void begin_step();

  std::uint32_t* sent() { return sent_.data(); }          ///< messages of the phase in progress, per component
  std::uint32_t* received() { return received_.data(); }  ///< likewise
  std::uint64_t* served() { return served_.data(); }      ///< requests of the step, per component

  /// Says in the record which components were busiest in the phase, and goes on to the next phase.
  void end_phase(PhaseRecord& phase);
  /// Forgets what was counted of the phase.
  void forget_phase();

  /// The words of a superstep, component by component; then which of them was busiest is found.
  void add_words(std::uint32_t component, std::uint64_t sent, std::uint64_t received);
  void end_superstep();

  /// Adds the step to a ledger's totals, which are as many as components, and forgets it.
  /// @param received  frames with room for this step; they get what it has received
  void enter(std::vector<ComponentTotal>& totals, LoadFrames& received, std::uint64_t step) noexcept;
  /// Ends a step that has counted nothing.
  void end_idle_step() noexcept { counted_ = false; }

 private:
  CountedVector<std::uint32_t> sent_;
  CountedVector<std::uint32_t> received_;
  CountedVector<std::uint64_t> served_;
  CountedVector<std::uint64_t> all_sent_;      ///< in phases of the step that have ended, and words
  CountedVector<std::uint64_t> all_received_;  ///< likewise
  std::vector<std::uint32_t> busiest_;         ///< the component that received most in each of them
  std::uint64_t most_words_ = 0;               ///< that a component received in the superstep
  std::uint32_t got_most_words_ = no_component;
  bool counted_ = false;  ///< perhaps something that enter() has not added
};

}  // namespace pram::detail
