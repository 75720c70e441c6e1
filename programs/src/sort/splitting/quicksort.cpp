#include <pram/programs/sort.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/sorted.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

constexpr std::uint32_t free_place = 0xFFFFFFFF;
constexpr std::uint64_t no_level = ~std::uint64_t{0};

/// Of n throws at twice as many places half find a free one that nobody else hits, in each round. Some value has none
/// after so many rounds with a chance below 10^-7.
std::uint64_t most_throws(std::uint64_t n) { return n == 0 ? 0 : 24 + ceil_log2(n); }

/// A random binary search tree is deeper than 6 log2 n with a chance below 10^-7.
std::uint64_t most_levels(std::uint64_t n) { return n < 2 ? n : std::min(n, 1 + 6 * ceil_log2(n)); }

/// The values in random places, of which there are twice as many: each value is thrown until it hits a free one. Every
/// placement is as likely as any other, whoever wins where several hit one place.
struct RandomPlaces {
  RandomPlaces(Machine& machine, std::span<const std::int64_t> values)
      : owner(machine.array<std::uint32_t>(2 * values.size(), free_place, "owner")),
        value(machine.array<std::int64_t>(2 * values.size(), 0, "thrown")) {
    const auto given = machine.array(values, "value");
    machine.pardo(values.size(), [&](Processor self) -> Task<> {
      const auto mine = static_cast<std::uint32_t>(self.id());
      const std::int64_t own = co_await given[mine];
      std::uint64_t at = 0;
      for (std::uint32_t winner = free_place; winner != mine;) {
        at = self.random(owner.size());
        if (co_await owner[at] != free_place) {
          co_await self.idle(2);
          continue;
        }
        co_await (owner[at] = mine);
        winner = co_await owner[at];
      }
      co_await (value[at] = own);
    });
  }

  Array<std::uint32_t> owner;  ///< per place: the number of its value, or free_place
  Array<std::int64_t> value;
};

}  // namespace

Quicksort quicksort(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t places = 2 * std::uint64_t{values.size()};
  const std::uint64_t root = 2 * places;  // the node of the root; below the value in place p there are 2p and 2p + 1
  const RandomPlaces random(machine, values);
  const auto child = machine.array<std::uint32_t>(root + 1, 0, "child");
  const auto size = machine.array<std::uint64_t>(root + 1, 0, "size");
  const auto first = machine.array<std::uint64_t>(root + 1, 0, "first");
  const auto levels = machine.array<std::uint64_t>(1, 0, "levels");
  const auto sorted = machine.array<std::int64_t>(values.size(), 0, "sorted");
  std::vector<std::uint64_t> node(places);  // of the value in each place: its node, its level, itself
  std::vector<std::uint64_t> level(places, no_level);
  std::vector<std::int64_t> own(places);

  // All values of a subtree write their places into its root. One wins, and the others go on to its left or right. As
  // places are random, so is the winner, be it the one in the lowest place or in any other that only places decide.
  machine.pardo(places, [&](Processor self) -> Task<> {
    const std::uint64_t here = self.id();
    const std::uint32_t number = co_await random.owner[here];
    if (number == free_place) co_return;
    const std::int64_t mine = own[here] = co_await random.value[here];
    node[here] = root;
    for (level[here] = 0;; ++level[here]) {
      co_await (child[node[here]] = static_cast<std::uint32_t>(here));
      const std::uint32_t pivot = co_await child[node[here]];
      if (pivot == here) break;
      const std::int64_t other = co_await random.value[pivot];
      bool larger = mine > other;
      if (mine ==
          other) {  // distinguished by their numbers: by their places the winner would be the first of all equal ones
        larger = number > co_await random.owner[pivot];
      } else {
        co_await self.idle(1);
      }
      node[here] = 2 * std::uint64_t{pivot} + (larger ? 1 : 0);
    }
    co_await (levels[0] = level[here] + 1);
  });
  const std::uint64_t depth = levels.get(0);
  // Sizes of subtrees from the leaves up, then the number of values before each subtree from the root down.
  for (std::uint64_t at = depth; at-- > 1;) {
    machine.pardo(places, [&](Processor self) -> Task<> {
      if (level[self.id()] != at) co_return;
      const std::uint64_t left = co_await size[2 * self.id()];
      const std::uint64_t right = co_await size[2 * self.id() + 1];
      co_await (size[node[self.id()]] = left + right + 1);
    });
  }
  for (std::uint64_t at = 0; at < depth; ++at) {
    machine.pardo(places, [&](Processor self) -> Task<> {
      if (level[self.id()] != at) co_return;
      const std::uint64_t begin = co_await first[node[self.id()]];
      const std::uint64_t smaller = co_await size[2 * self.id()];
      co_await (first[2 * self.id()] = begin);
      co_await (first[2 * self.id() + 1] = begin + smaller + 1);
      co_await (sorted[begin + smaller] = own[self.id()]);
    });
  }
  return {sorted.host(), depth};
}

Program quicksort_program() {
  return program<Numbers>(
      quicksort,
      {.name = "quicksort",
       .what =
           "n numbers sorted by a binary search tree of numbers in random places, roots chosen by concurrent writes",
       .columns = "number in ascending order",
       .source = "Chlebus, Vrt'o 1991; JáJá 9.6",
       .model = Rule::arbitrary,
       .needs_more_than = Rule::common,
       .time = "O(log n) with high probability",
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : 12 * most_levels(n) + 3 * most_throws(n) + 2; },
       .work = "O(n log n) with high probability",
       .work_at_most = [](std::uint64_t n) { return n * (14 + 4 * most_levels(n) + 3 * most_throws(n)); },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 1 << 12,
                .bytes_each = 20 * sizeof(std::int64_t) + 2 * processor_bytes,
                .most = most_items / 2},
       .oracle = [](const auto& values, const Quicksort& found) { return found.values == oracle::sorted(values); },
       .against = "std::sort",
       .facts = [](const auto&, const Quicksort& found) -> Facts {
         return {{"depth", static_cast<std::int64_t>(found.depth)}};
       },
       .write = [](std::ostream& out, const auto&, const Quicksort& found) { write_result(out, found.values); }});
}

}  // namespace pram::programs
