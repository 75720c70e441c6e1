#include "plan.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pram {

void MovePlan::prune(std::uint32_t nodes, std::uint32_t terminals, std::uint32_t pieces) {
  if (nodes == terminals) return;
  std::vector<bool> passed_on(std::size_t{nodes} * pieces, false);
  for (std::size_t step = steps_.size(); step-- > 0;) {
    for (Move& move : steps_[step]) {
      std::erase_if(move.pieces, [&](std::uint32_t piece) {
        return move.to >= terminals && !passed_on[std::size_t{move.to} * pieces + piece];
      });
      for (const std::uint32_t piece : move.pieces) passed_on[std::size_t{move.from} * pieces + piece] = true;
    }
    std::erase_if(steps_[step], [](const Move& move) { return move.pieces.empty(); });
  }
  std::erase_if(steps_, [](const Step& step) { return step.empty(); });
}

void MovePlan::append(MovePlan other) {
  combining_ = steps_.size();
  std::ranges::move(other.steps_, std::back_inserter(steps_));
}

MovePlan MovePlan::reversed() const {
  MovePlan made;
  made.steps_.assign(steps_.rbegin(), steps_.rend());
  if (combining_ < steps_.size()) made.combining_ = steps_.size() - combining_;
  for (Step& step : made.steps_) {
    for (Move& move : step) std::swap(move.from, move.to);
  }
  return made;
}

CollectiveCost MovePlan::cost(std::span<const std::uint64_t> words) const {
  CollectiveCost made;
  for (const Step& step : steps_) {
    std::uint64_t largest = 0;
    for (const Move& move : step) {
      std::uint64_t sum = 0;
      for (const std::uint32_t piece : move.pieces) sum += words[piece];
      largest = std::max(largest, sum);
    }
    if (largest == 0) continue;
    ++made.steps;
    made.words += static_cast<double>(largest);
  }
  return made;
}

}  // namespace pram
