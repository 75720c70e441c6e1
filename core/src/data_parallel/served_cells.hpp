#pragma once

#include <cstdint>
#include <utility>

#include <pram/detail/memory_account.hpp>

#include "../host/pages.hpp"
#include "../processors/worker.hpp"
#include "../request/rule_types.hpp"
#include "message_counts.hpp"

namespace pram::detail {

/// A cell that several have asked for in this step.
struct ContendedCell {
  std::uint32_t index;
  std::uint32_t home;
  std::uint32_t component;  ///< that asked last: the same one's next request merges
  std::uint32_t degree;
  std::uint32_t winner;
  bool several;   ///< components have asked
  Word before;    ///< the cell's value before the step
  Word combined;  ///< of the components before the last
  Word partial;   ///< of the last
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
  std::uint64_t distinct = 0;
  CombiningContext context;

  void begin(const CombiningContext& of_step) {
    contended.clear();
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

 private:
  const std::uint32_t* first_;
  std::uint32_t component_;
  std::uint32_t end_;  // the first processor of those above
};

/// Messages for a contended cell: a request merges with the one before it if that came from the same component.
class ContendedMessages {
 public:
  ContendedMessages(ContendedCell& known, MessageCounts& counts)
      : known_(known), counts_(counts), component_(known.component) {}
  ~ContendedMessages() {
    merge();
    known_.component = component_;
  }
  ContendedMessages(const ContendedMessages&) = delete;
  ContendedMessages& operator=(const ContendedMessages&) = delete;

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
    if (merged_ > 0) counts_.merge(known_.home, component_, std::exchange(merged_, 0));
  }

  ContendedCell& known_;
  MessageCounts& counts_;
  std::uint32_t component_;
  std::uint32_t merged_ = 0;  // requests of that component, the first not counted
};

}  // namespace pram::detail
