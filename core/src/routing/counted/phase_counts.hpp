#pragma once

#include <cstdint>
#include <span>

#include "../../host/pages.hpp"
#include "step_plan.hpp"

namespace pram::detail {

/// What the phases of a plan would carry if records moved by it: how many messages each component gets in each phase,
/// and how many records it then has. Records of one cell merge where they meet; those of different cells know nothing
/// of each other, so each cell is counted by itself. One worker counts the cells of its links.
class PhaseCounts {
 public:
  void begin(const StepPlan& plan, std::uint32_t components);

  /// Counts cells that one component alone asks for: their records meet no other.
  /// @param count   at most StepPlan::block
  /// @param source  is used up
  void count_alone(const std::uint32_t* index, std::uint32_t* source, std::uint32_t count);

  /// Counts a cell that several components ask for: begin_cell(), add() for each of them, in any order.
  void begin_cell() {
    if (batched_ >= batch) count_batch();
    ++cells_;
  }
  void add(std::uint32_t index, std::uint32_t source) {
    index_[batched_] = index;
    source_[batched_] = source;
    cell_[batched_++] = cells_;
  }

  /// Counts cells whose links stand side by side, each from another component.
  void count_cells(std::span<const std::uint32_t> index, std::span<const std::uint32_t> source);

  /// Counts a message of a cell whose records are merged elsewhere.
  /// @param fresh  is it the first of its cell that the component gets in this phase?
  void count(std::uint32_t phase, std::uint32_t component, bool fresh) {
    counts_[std::size_t{phase} * components_ + component] += (fresh ? std::uint64_t{1} << 32 : 0) + 1;
  }

  /// The same where messages are counted before it is known which meet.
  void count_message(std::uint32_t phase, std::uint32_t component) {
    ++counts_[std::size_t{phase} * components_ + component];
  }
  void count_record(std::uint32_t phase, std::uint32_t component) {
    counts_[std::size_t{phase} * components_ + component] += std::uint64_t{1} << 32;
  }

  /// Counts what is left of the last batch.
  void end() { count_batch(); }

  /// Messages that a component gets in a phase, and records that it has after it.
  std::uint32_t received(std::uint32_t phase, std::uint32_t component) const {
    return static_cast<std::uint32_t>(count_of(phase, component));
  }
  std::uint32_t held(std::uint32_t phase, std::uint32_t component) const {
    return static_cast<std::uint32_t>(count_of(phase, component) >> 32);
  }
  /// Records that all components have after a phase.
  std::uint64_t held(std::uint32_t phase) const {
    std::uint64_t all = 0;
    for (std::uint32_t c = 0; c < components_; ++c) all += held(phase, c);
    return all;
  }

  /// Notes if a record of the block has left the machine or, after the last phase, is away from its home.
  /// @returns false if so
  bool check(std::uint32_t phase, const std::uint32_t* destination, const std::uint32_t* home, std::uint32_t count);
  /// Whether the plan sent a record out of the machine, or left one away from its home.
  bool misrouted() const { return misrouted_; }

 private:
  // Records of cells that several components ask for, counted together: phase by phase, while they lie in the cache.
  static constexpr std::uint32_t batch = 4096;

  void count_batch();
  std::uint64_t count_of(std::uint32_t phase, std::uint32_t component) const {
    return counts_[std::size_t{phase} * components_ + component];
  }

  const StepPlan* plan_ = nullptr;
  std::uint32_t components_ = 0;
  std::uint32_t phases_ = 0;
  bool misrouted_ = false;
  Pages<std::uint64_t> counts_;  // per phase and component: messages below, records above
  Pages<std::uint32_t> index_;   // per record of the batch
  Pages<std::uint32_t> source_;
  Pages<std::uint32_t> cell_;  // ascending
  Pages<std::uint32_t> home_;
  std::uint32_t batched_ = 0;
  std::uint32_t cells_ = 0;
  Pages<std::uint32_t> last_cell_;  // per component: of which it got its last message in this phase
  std::uint32_t cells_before_ = 0;  // a phase's numbers of cells go on from here
};

}  // namespace pram::detail
