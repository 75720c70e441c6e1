#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pram::detail {

/// Which rank has each component, and each cell of an array: the processors and cells of a block of components, as
/// these would be dealt out to workers. So processor i and cell i of as many are on one rank.
class RankCuts {
 public:
  /// @param cells  of the array
  RankCuts(std::uint32_t ranks, std::uint32_t components, std::uint64_t cells) {
    // As BlockDistribution deals processors to components.
    for (std::uint32_t r = 0; r <= ranks; ++r)
      first_.push_back((first_component(r, ranks, components) * cells + components - 1) / components);
  }

  static std::uint32_t first_component(std::uint32_t rank, std::uint32_t ranks, std::uint32_t components) {
    return static_cast<std::uint32_t>(std::uint64_t{rank} * components / ranks);
  }

  std::uint32_t rank_of(std::uint64_t index) const {
    // Halves without branches: an index at random would have each of them guessed wrong half the time.
    std::uint32_t rank = 0;
    for (auto left = static_cast<std::uint32_t>(first_.size() - 1); left > 1;) {
      const std::uint32_t half = left / 2;
      rank += index >= first_[rank + half] ? half : 0;
      left -= half;
    }
    return rank;
  }
  /// The first cell of a rank; of the number of ranks the end.
  std::uint64_t first_of(std::uint32_t rank) const { return first_[rank]; }
  /// The cells of the rank that has most.
  std::uint64_t most_cells() const {
    std::uint64_t most = 0;
    for (std::size_t r = 1; r < first_.size(); ++r) most = std::max(most, first_[r] - first_[r - 1]);
    return most;
  }

 private:
  std::vector<std::uint64_t> first_;
};

}  // namespace pram::detail
