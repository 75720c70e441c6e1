#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "chains.hpp"
#include "phase_counts.hpp"

namespace pram::detail {

/// Fetches of cells that several components ask for. What each gets depends on the order in which requests met: its
/// reply is what the cell had, and all that was combined before it at every stop. So records of such cells are taken
/// from phase to phase, in the order in which they would arrive: sources ascend, and those of one cell merge at each
/// destination in the order of their sources. Other cells do not matter to that order.
template <class Fold>
class OrderedFold {
 public:
  OrderedFold(const StepPlan& plan, PhaseCounts& counts, Chains& chains, Fold fold)
      : plan_(plan), counts_(counts), chains_(chains), fold_(fold), phases_(plan.phases()) {}

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
  /// Finds the replies: afterwards the operand of each link that was added is what it gets.
  void end() { fold(); }

 private:
  static constexpr std::size_t batch = 4096;  // records that are taken along together

  struct Record {
    std::uint32_t cell;  ///< of the batch
    std::uint32_t source;
    std::uint32_t index;
    Word operand;
  };

  /// What replies need to know of one phase, per record.
  struct Trace {
    CountedVector<std::uint32_t> merged_into;
    CountedVector<Word> before;  ///< what that record had combined by then
  };

  void fold() {
    std::size_t folded = 0;
    for (; folded < phases_ && !records_.empty(); ++folded) {
      if (!route(static_cast<std::uint32_t>(folded))) {
        clear();
        return;
      }
      merge(static_cast<std::uint32_t>(folded));
    }
    // Each cell has one record now, and they stand in the order of cells.
    reply_.assign(old_.begin(), old_.end());
    for (; folded-- > 0;) {
      const Trace& trace = phases_back_[folded];
      next_reply_.resize(trace.before.size());
      for (std::size_t k = 0; k < next_reply_.size(); ++k)
        next_reply_[k] = Fold::apply(reply_[trace.merged_into[k]], trace.before[k]);
      std::swap(reply_, next_reply_);
    }
    for (std::size_t k = 0; k < link_.size(); ++k) chains_.operand[link_[k]] = reply_[k];
    clear();
  }

  /// Finds where all records go. @returns false if the plan is broken
  bool route(std::uint32_t phase) {
    std::uint32_t index[StepPlan::block];
    std::uint32_t home[StepPlan::block];
    std::uint32_t source[StepPlan::block];
    destination_.resize(records_.size());
    for (std::size_t first = 0; first < records_.size(); first += StepPlan::block) {
      const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(StepPlan::block, records_.size() - first));
      for (std::uint32_t k = 0; k < count; ++k) {
        index[k] = records_[first + k].index;
        source[k] = records_[first + k].source;
      }
      plan_.locate({index, count}, home);
      plan_.route(phase, index, home, source, count, destination_.data() + first);
      if (!counts_.check(phase, destination_.data() + first, home, count)) return false;
    }
    return true;
  }

  /// Merges the records of each cell at their destinations, and leaves them in the order of these.
  void merge(std::uint32_t phase) {
    if (phases_back_.size() <= phase) phases_back_.emplace_back();
    Trace& trace = phases_back_[phase];
    trace.merged_into.resize(records_.size());
    trace.before.resize(records_.size());
    made_.clear();
    for (std::size_t first = 0; first < records_.size();) {
      std::size_t last = first;
      order_.clear();
      for (; last < records_.size() && records_[last].cell == records_[first].cell; ++last)
        order_.push_back((std::uint64_t{destination_[last]} << 32) | last);
      std::ranges::sort(order_);
      std::uint32_t at = 0;
      for (std::size_t k = 0; k < order_.size(); ++k) {
        const auto to = static_cast<std::uint32_t>(order_[k] >> 32);
        const auto number = static_cast<std::uint32_t>(order_[k]);
        const Record& record = records_[number];
        const bool fresh = k == 0 || to != at;
        at = to;
        counts_.count(phase, to, fresh);
        trace.before[number] = fresh ? Fold::identity() : made_.back().operand;
        if (fresh) {
          made_.push_back({record.cell, to, record.index, record.operand});
        } else {
          made_.back().operand = Fold::apply(made_.back().operand, record.operand);
        }
        trace.merged_into[number] = static_cast<std::uint32_t>(made_.size() - 1);
      }
      first = last;
    }
    std::swap(records_, made_);
  }

  void clear() {
    old_.clear();
    link_.clear();
    records_.clear();
  }

  const StepPlan& plan_;
  PhaseCounts& counts_;
  Chains& chains_;
  const Fold fold_;
  const std::uint32_t phases_;
  CountedVector<Word> old_;            // per cell of the batch
  CountedVector<std::uint32_t> link_;  // per record at its source
  CountedVector<Record> records_;      // as they stand before the next phase: by cells, of one cell by components
  CountedVector<Record> made_;
  CountedVector<std::uint32_t> destination_;
  CountedVector<std::uint64_t> order_;  // of one cell's records: destination above, number below
  std::vector<Trace> phases_back_;
  CountedVector<Word> reply_;
  CountedVector<Word> next_reply_;
};

}  // namespace pram::detail
