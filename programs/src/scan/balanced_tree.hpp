#pragma once

#include <cstdint>

#include <pram/machine.hpp>

namespace pram::programs {

/// Visits the levels of the tree of prefix_sums(), up and then down.
/// @param combine_pairs  (pairs, first, stride, half): pair i is cell first + i * stride and the cell `half` behind it
template <class CombinePairs>
void for_each_level_of_balanced_tree(std::uint64_t n, const CombinePairs& combine_pairs) {
  std::uint64_t half = 1;
  // The last cell of a block gets all of the block.
  for (; 2 * half <= n; half *= 2) combine_pairs(n / (2 * half), half - 1, 2 * half, half);
  for (half /= 2; half >= 1; half /= 2) combine_pairs((n / half - 1) / 2, 2 * half - 1, 2 * half, half);
}

/// Combines the cells of an array over all its prefixes: up a balanced binary tree, then down again. The steps are
/// those of prefix_sums(), for an operation that takes three of them.
/// @param combine  (left, right) -> Task<>: cell `right` gets the cells up to `left` combined with its own, in this
///                 order, which matters where the operation does not commute
///
/// Source: Ladner, Fischer (1980); Brent, Kung (1982); see prefix_sums().
template <class Combine>
void sweep_balanced_tree(Machine& machine, std::uint64_t n, const Combine& combine) {
  for_each_level_of_balanced_tree(
      n, [&](std::uint64_t pairs, std::uint64_t first, std::uint64_t stride, std::uint64_t half) {
        machine.pardo(pairs, [&, first, stride, half](Processor self) -> Task<> {
          const std::uint64_t from = first + self.id() * stride;
          return combine(from, from + half);
        });
      });
}

/// The same where several processors combine a pair.
/// @param team     so many processors
/// @param combine  (left, right, member) -> Task<>, with member below `team`
template <class Combine>
void sweep_balanced_tree_in_teams(Machine& machine, std::uint64_t n, std::uint64_t team, const Combine& combine) {
  for_each_level_of_balanced_tree(
      n, [&](std::uint64_t pairs, std::uint64_t first, std::uint64_t stride, std::uint64_t half) {
        machine.pardo(pairs * team, [&, first, stride, half](Processor self) -> Task<> {
          const std::uint64_t from = first + self.id() / team * stride;
          return combine(from, from + half, self.id() % team);
        });
      });
}

}  // namespace pram::programs
