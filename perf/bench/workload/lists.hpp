#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/pram.hpp>

/// Ranking of lists whose nodes stand anywhere in memory.
namespace pram::bench {

/// Successors; node 0 is the first, the last has no_node.
std::vector<std::uint32_t> list_of(std::uint32_t n);

using Ranking = std::vector<std::uint32_t> (*)(Machine&, std::span<const std::uint32_t>);

/// Ranks a list by a program. @returns its requests
/// @throws std::logic_error if the first node gets a wrong rank
std::uint64_t rank_list(Machine& machine, Ranking ranking, std::span<const std::uint32_t> next);

/// Pointer jumping as a user of ParlayLib or oneTBB writes it: two arrays each, swapped every round.
class RankingByHand {
 public:
  explicit RankingByHand(std::span<const std::uint32_t> next);

  void run(unsigned threads);
  /// @throws std::logic_error if the first node has a wrong rank
  void check() const;

 private:
  std::span<const std::uint32_t> given_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> rank_;
  std::vector<std::uint32_t> new_next_;
  std::vector<std::uint32_t> new_rank_;
};

}  // namespace pram::bench
