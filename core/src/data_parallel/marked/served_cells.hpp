#pragma once

#include <cstdint>
#include <utility>

#include <pram/detail/memory_account.hpp>

#include "../../host/pages.hpp"
#include "../../processors/worker.hpp"
#include "../../request/degree_bins.hpp"
#include "../../request/facts.hpp"
#include "../../request/rule_types.hpp"
#include "../message_counts.hpp"

namespace pram::detail {

/// A cell that several have updated in this step.
struct ContendedCell {
  std::uint32_t index;
  std::uint32_t home;
  std::uint32_t component;  ///< that asked last: the same one's next request merges
  std::uint32_t degree;
  std::uint32_t winner;
  bool several;   ///< components have asked
  Word before;    ///< the cell's value before the step
  Word combined;  ///< of the components before the last, under the mask of the operation
  Word partial;   ///< of the last, likewise
};

/// A cell with more readers in this step than its mark can count.
struct MuchReadCell {
  std::uint32_t home;
  std::uint32_t component;  ///< as above
  std::uint32_t readers;
};

/// What a worker's processors have found in the cells that they updated first, by their slots.
class FoundWords {
 public:
  template <class Stored>
  Pages<Stored>& of() {
    if constexpr (sizeof(Stored) == sizeof(Word)) {
      return wide_;
    } else {
      return narrow_;
    }
  }

 private:
  Pages<std::uint32_t> narrow_;
  Pages<Word> wide_;
};

/// What one worker has done to the cells that it serves, in the step in progress.
struct ServedCells {
  CountedVector<ContendedCell> contended;
  CountedVector<MuchReadCell> much_read;
  Contended most_read;  ///< cell, of those that several have read
  std::uint64_t distinct = 0;
  bool profiled = false;
  DegreeBins read_degrees{};  ///< for a profile: cells that several have read, but for `much_read`
  CombiningContext context;

  void begin(const CombiningContext& of_step, bool for_profile) {
    profiled = for_profile;
    if (profiled) read_degrees = {};
    contended.clear();
    much_read.clear();
    most_read = {};
    distinct = 0;
    context = of_step;
  }
};

/// Walks up the components with processors that ascend.
class ComponentOf {
 public:
  /// @param first  processors of each component, and one more
  ComponentOf(const BlockDistribution& distribution, const std::uint32_t* first, std::uint64_t processor)
      : first_(first), component_(distribution.component_of(processor)), end_(first[component_ + 1]) {}

  std::uint32_t operator()(std::uint32_t processor) {
    while (end_ <= processor) [[unlikely]] end_ = first_[++component_ + 1];
    return component_;
  }
  /// Whether a processor is of the component that was found last.
  bool has(std::uint32_t processor) const { return processor < end_ && processor >= first_[component_]; }

 private:
  const std::uint32_t* first_;
  std::uint32_t component_;
  std::uint32_t end_;  // the first processor of those above
};

/// Messages of consecutive requests for one cell: a request merges with the one before it if that came from the same
/// component.
class RunMessages {
 public:
  /// @param home       of the cell
  /// @param component  that asked for it last, and gets its value from the last of these requests
  RunMessages(std::uint32_t home, std::uint32_t& component, MessageCounts& counts)
      : home_(home), last_(component), counts_(counts), component_(component) {}
  ~RunMessages() {
    merge();
    last_ = component_;
  }
  RunMessages(const RunMessages&) = delete;
  RunMessages& operator=(const RunMessages&) = delete;

  /// @returns true if the request merges
  bool add(std::uint32_t component) {
    if (component == component_) [[likely]] {
      ++merged_;
      return true;
    }
    merge();
    component_ = component;
    return false;
  }

 private:
  void merge() {
    if (merged_ > 0) counts_.merge(home_, component_, std::exchange(merged_, 0));
  }

  std::uint32_t home_;
  std::uint32_t& last_;
  MessageCounts& counts_;
  std::uint32_t component_;
  std::uint32_t merged_ = 0;  // requests of that component, the first not counted
};

}  // namespace pram::detail
