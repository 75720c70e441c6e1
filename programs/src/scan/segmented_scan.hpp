#pragma once

#include <cstdint>

#include <pram/machine.hpp>
#include "scan/balanced_tree.hpp"

namespace pram::programs {

/// Combines the cells of every segment over its prefixes, on one balanced tree. The steps are at most twice those of
/// prefix_sums().
/// @param head     not 0 where a segment begins; overwritten, as a head comes to say whether a segment begins among the
///                 cells that its value covers
/// @param combine  (before, own) -> what both make together
template <class Number, class Combine>
void segmented_scan(Machine& machine, const Array<Number>& value, const Array<std::uint8_t>& head,
                    const Combine& combine) {
  sweep_balanced_tree(machine, value.size(), [&](std::uint64_t left, std::uint64_t right) -> Task<> {
    if (co_await head[right] != 0) co_return;
    const Number before = co_await value[left];
    const Number own = co_await value[right];
    co_await (value[right] = combine(before, own));
    if (co_await head[left] != 0) co_await (head[right] = 1);
  });
}

}  // namespace pram::programs
