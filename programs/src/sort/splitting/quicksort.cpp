#include <pram/programs/sort.hpp>

#include <algorithm>

#include "input/sequence/numbers.hpp"
#include "logarithm.hpp"
#include "oracle/sorted.hpp"
#include "program.hpp"
#include "programs.hpp"

namespace pram::programs {

Quicksort quicksort(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  const std::uint64_t root = 2 * n;  // the place of the root; nodes below i have places 2i and 2i + 1
  const auto value = machine.array(values, "value");
  const auto child = machine.array<std::uint32_t>(2 * n + 1, 0, "child");
  const auto size = machine.array<std::uint64_t>(2 * n + 1, 0, "size");
  const auto first = machine.array<std::uint64_t>(2 * n + 1, 0, "first");
  const auto levels = machine.array<std::uint64_t>(1, 0, "levels");
  const auto sorted = machine.array<std::int64_t>(n, 0, "sorted");
  std::vector<std::uint64_t> place(n);  // per value: its node's place, its level, itself; its processor reads them
  std::vector<std::uint64_t> level(n);
  std::vector<std::int64_t> own(n);

  // All values of a subtree write themselves into its root. One wins, and the others go on to its left or right.
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::uint64_t i = self.id();
    const std::int64_t mine = own[i] = co_await value[i];
    place[i] = root;
    for (level[i] = 0;; ++level[i]) {
      co_await (child[place[i]] = static_cast<std::uint32_t>(i));
      const std::uint32_t pivot = co_await child[place[i]];
      if (pivot == i) break;
      const std::int64_t other = co_await value[pivot];
      place[i] = 2 * std::uint64_t{pivot} + (mine > other || (mine == other && i > pivot) ? 1 : 0);
    }
    co_await (levels[0] = level[i] + 1);
  });
  const std::uint64_t depth = levels.get(0);
  // Sizes of subtrees from the leaves up, then the place of each subtree's first value from the root down.
  for (std::uint64_t at = depth; at-- > 1;) {
    machine.pardo(n, [&](Processor self) -> Task<> {
      if (level[self.id()] != at) co_return;
      const std::uint64_t left = co_await size[2 * self.id()];
      const std::uint64_t right = co_await size[2 * self.id() + 1];
      co_await (size[place[self.id()]] = left + right + 1);
    });
  }
  for (std::uint64_t at = 0; at < depth; ++at) {
    machine.pardo(n, [&](Processor self) -> Task<> {
      if (level[self.id()] != at) co_return;
      const std::uint64_t begin = co_await first[place[self.id()]];
      const std::uint64_t smaller = co_await size[2 * self.id()];
      co_await (first[2 * self.id()] = begin);
      co_await (first[2 * self.id() + 1] = begin + smaller + 1);
      co_await (sorted[begin + smaller] = own[self.id()]);
    });
  }
  return {sorted.host(), depth};
}

Program quicksort_program() {
  // A random binary search tree is deeper than 6 log2 n with a chance below 10^-7.
  const auto depth = [](std::uint64_t n) { return n < 2 ? n : std::min(n, 1 + 6 * ceil_log2(n)); };
  return program(
      quicksort,
      {.name = "quicksort",
       .what = "n numbers sorted by a binary search tree, whose roots are drawn by concurrent writes",
       .source = "Chlebus, Vrt'o 1991; JáJá 9.6",
       .model = Rule::arbitrary,
       .needs_more_than = Rule::common,
       .time = "O(log n) with high probability",
       .steps_at_most = [depth](std::uint64_t n) { return n == 0 ? 0 : 11 * depth(n) + 1; },
       .work = "O(n log n) with high probability",
       .work_at_most = [](const auto& values,
                          const Quicksort& found) { return 12 * values.size() + 3 * values.size() * found.depth; },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 1 << 12, .bytes_each = 10 * sizeof(std::int64_t) + processor_bytes},
       .oracle = [](const auto& values, const Quicksort& found) { return found.values == oracle::sorted(values); },
       .against = "std::sort",
       .facts = [](const auto&, const Quicksort& found) -> Facts {
         return {{"depth", static_cast<std::int64_t>(found.depth)}};
       },
       .write = [](std::ostream& out, const auto&, const Quicksort& found) { write_result(out, found.values); }});
}

}  // namespace pram::programs
