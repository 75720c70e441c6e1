#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machines/collectives.hpp>

#include "collectives/model/wires.hpp"

namespace pram {

/// The steps of an algorithm, planned without data: which pieces cross which wires.
class MovePlan {
 public:
  struct Move {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::vector<std::uint32_t> pieces;
  };
  using Step = std::vector<Move>;

  std::vector<Step>& steps() { return steps_; }
  const std::vector<Step>& steps() const { return steps_; }

  /// Leaves out what goes to a switch and no further.
  void prune(std::uint32_t nodes, std::uint32_t terminals, std::uint32_t pieces);

  /// Puts the steps of another plan behind these. What has been combined by then is passed on.
  void append(MovePlan other);
  /// The steps in which pieces that meet are combined, if they are at all.
  std::size_t combining() const { return combining_; }

  /// The same steps, last first, each wire from its end to its begin.
  MovePlan reversed() const;

  /// What the steps cost if the pieces have so many words.
  CollectiveCost cost(std::span<const std::uint64_t> words) const;

 private:
  std::vector<Step> steps_;
  std::size_t combining_ = ~std::size_t{0};
};

}  // namespace pram
