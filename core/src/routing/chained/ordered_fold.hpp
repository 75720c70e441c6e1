#pragma once

#include <cstdint>
#include <vector>

#include "../counted/phase_counts.hpp"
#include "chains.hpp"

namespace pram::detail {

/// Fetches of cells that several components ask for. What each gets depends on the order in which requests met: its
/// reply is what the cell had, and all that was combined before it at every stop. So records of such cells are taken
/// from phase to phase, in the order in which they would arrive: sources ascend, and those of one cell merge at each
/// destination in the order of their sources. Other cells do not matter to that order.
class OrderedFold {
 public:
  OrderedFold(const StepPlan& plan, PhaseCounts& counts, Chains& chains)
      : plan_(plan), counts_(counts), chains_(chains), phases_(plan.phases()) {}

  /// The next cell, whose links are added afterwards, sources ascending.
  /// @param old  its word before the step
  void begin_cell(Word old) {
    if (link_.size() >= batch) fold();
    old_.push_back(old);
  }
  void add(std::uint32_t link) {
    link_.push_back(link);
    records_.push_back({static_cast<std::uint32_t>(old_.size() - 1), chains_.links[link].source & ~chain_begins,
                        chains_.links[link].index, chains_.operand[link]});
  }
  /// Finds the replies: afterwards the operand of each link that was added is what it gets, under no mask.
  void end() { fold(); }

 private:
  static constexpr std::size_t batch = 4096;  // records that are taken along together

  struct Record {
    std::uint32_t cell;  ///< of the batch
    std::uint32_t source;
    std::uint32_t index;
    Word operand;  ///< masked
  };

  /// What replies need to know of one phase, per record.
  struct Trace {
    CountedVector<std::uint32_t> merged_into;
    CountedVector<Word> before;  ///< what that record had combined by then, masked
  };

  void fold();
  template <class Words>
  void fold(Words words);
  /// Finds where all records go. @returns false if the plan is broken
  bool route(std::uint32_t phase);
  Trace& begin_merge(std::uint32_t phase);
  /// Brings the records of a cell into the order of their destinations. @returns the first of the next cell
  std::size_t order_cell(std::size_t first);
  /// Merges the records of each cell at their destinations, and leaves them in the order of these.
  template <class Words>
  void merge(std::uint32_t phase, Words words);
  void clear();

  const StepPlan& plan_;
  PhaseCounts& counts_;
  Chains& chains_;
  const std::uint32_t phases_;
  CountedVector<Word> old_;            // per cell of the batch
  CountedVector<std::uint32_t> link_;  // per record at its source
  CountedVector<Record> records_;      // as they stand before the next phase: by cells, of one cell by components
  CountedVector<Record> made_;
  CountedVector<std::uint32_t> destination_;
  CountedVector<std::uint64_t> order_;  // of one cell's records: destination above, number below
  std::vector<Trace> phases_back_;
  CountedVector<Word> reply_;  // masked
  CountedVector<Word> next_reply_;
};

}  // namespace pram::detail
