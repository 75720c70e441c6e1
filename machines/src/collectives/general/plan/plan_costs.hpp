#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan.hpp"

namespace pram {

/// Words that are dealt to pieces as evenly as possible: the pieces of the lowest ranks have those that are left over.
/// Each piece has a rank of its own, or those that are as long as each other have one.
struct DealtWords {
  std::uint64_t words = 0;
  std::uint64_t ranks = 1;
  std::vector<std::uint32_t> rank_of = {};  ///< of each piece

  /// Whether there are not enough for all: some pieces have one word, and the others none.
  bool few() const { return words < ranks; }
  /// The words of each piece.
  std::vector<std::uint64_t> lengths() const;
};

/// What a plan costs for any number of words, without the plan: of the messages of a step that have as many pieces as
/// each other, only how many words the longest one has is kept, for any number of words that are left over.
class PlanCosts {
 public:
  /// Adds the steps of a plan behind those before.
  /// @param dealt  if there are few words, the plan moves the pieces that have one
  void add(const MovePlan& plan, const DealtWords& dealt);

  /// The same as MovePlan::cost() of the lengths. The words may be others than those of the plan, but if they are few,
  /// for which the plan has other pieces.
  CollectiveCost of(const DealtWords& dealt) const;

  /// The most pieces of a message.
  std::uint32_t largest_message() const { return largest_message_; }
  /// How often a piece crosses a wire, all pieces together.
  std::uint64_t crossings() const { return crossings_; }

  /// How much memory it takes, in numbers of 4 bytes.
  std::size_t numbers() const { return step_ends_.size() + 2 * groups_.size() + ranks_.size(); }

 private:
  /// The messages of a step with this number of pieces. Some message has `v` pieces of ranks up to ranks_[begin + v -
  /// 1].
  struct Group {
    std::uint32_t pieces = 0;
    std::uint32_t begin = 0;
  };

  std::vector<Group> groups_;
  std::vector<std::uint32_t> step_ends_;  // the number of groups up to the end of each step
  std::vector<std::uint32_t> ranks_;
  std::uint32_t largest_message_ = 0;
  std::uint64_t crossings_ = 0;
};

}  // namespace pram
