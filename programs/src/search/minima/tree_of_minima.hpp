#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include <pram/detail/no_node.hpp>
#include <pram/machine.hpp>

namespace pram::programs {

/// A balanced tree of smallest values; node k has children 2k and 2k + 1, and the leaves come last.
struct TreeOfMinima {
  TreeOfMinima(Machine& emulated, std::uint64_t values)
      : machine(emulated),
        leaves(std::bit_ceil(values)),
        least(machine.array<std::int64_t>(2 * leaves, std::numeric_limits<std::int64_t>::max(), "least")) {}

  void build() {
    for (std::uint64_t first = leaves / 2; first >= 1; first /= 2) {
      machine.pardo(first, [&, first](Processor self) -> Task<> {
        const std::uint64_t node = first + self.id();
        const std::int64_t left = co_await least[2 * node];
        const std::int64_t right = co_await least[2 * node + 1];
        co_await (least[node] = std::min(left, right));
      });
    }
  }

  /// The index of the nearest smaller value on one side, or no_node: up to the first subtree on that side that holds a
  /// smaller value, then down again. On the way up every level takes a step, even if nothing is read, so that
  /// processors stay on one level. Then a node has at most as many readers as its sibling has leaves.
  Task<std::uint32_t> nearest_smaller(Processor self, std::int64_t mine, bool on_left) const {
    std::uint64_t node = leaves + self.id();
    for (;; node /= 2) {
      if (std::has_single_bit(on_left ? node : node + 1)) co_return no_node;  // no values lie on that side
      if ((node % 2 == 1) != on_left) {
        co_await self.idle();
      } else if (co_await least[on_left ? node - 1 : node + 1] < mine) {
        break;
      }
    }
    for (node = on_left ? node - 1 : node + 1; node < leaves;) {
      const std::uint64_t nearer = 2 * node + (on_left ? 1 : 0);
      node = co_await least[nearer] < mine ? nearer : nearer ^ 1;
    }
    co_return static_cast<std::uint32_t>(node - leaves);
  }

  Machine& machine;
  std::uint64_t leaves;
  Array<std::int64_t> least;
};

}  // namespace pram::programs
