#include <pram/programs/search.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// How many values one processor reads before the tree begins: about log log n.
std::uint64_t cascade_block(std::uint64_t n) {
  return std::max<std::uint64_t>(1, ceil_log2(std::max<std::uint64_t>(2, ceil_log2(n))));
}

/// How many of m values are compared with each other on each level of the tree, so that there are at most 2m pairs.
std::vector<std::uint64_t> sizes_of_groups(std::uint64_t m) {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t left = m; left > 1; left = (left + sizes.back() - 1) / sizes.back())
    sizes.push_back(std::min(left, 2 * m / left));
  return sizes;
}

}  // namespace

std::uint64_t maximum_doubly_logarithmic(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  if (n == 0) throw ConfigError("values", "0", "at least one of them");
  const std::uint64_t block = cascade_block(n);
  const auto value = machine.array(values, "value");
  auto champion = machine.array<std::uint64_t>((n + block - 1) / block, 0, "champion");
  machine.pardo(champion.size(), [&](Processor self) -> Task<> {
    std::uint64_t best = self.id() * block;
    std::int64_t largest = co_await value[best];
    for (std::uint64_t i = best + 1; i < std::min(n, (self.id() + 1) * block); ++i) {
      const std::int64_t other = co_await value[i];
      if (other <= largest) continue;
      largest = other;
      best = i;
    }
    co_await (champion[self.id()] = best);
  });
  for (const std::uint64_t size : sizes_of_groups(champion.size())) {
    const std::uint64_t left = champion.size();
    const auto lost = machine.array<bool>(left, false, "lost");
    auto winner = machine.array<std::uint64_t>((left + size - 1) / size, 0, "champion");
    machine.pardo(winner.size() * size * size, [&](Processor self) -> Task<> {
      const std::uint64_t group = self.id() / (size * size);
      const std::uint64_t i = group * size + self.id() / size % size;
      const std::uint64_t j = group * size + self.id() % size;
      if (i >= j || j >= left) co_return;
      const std::uint64_t first = co_await champion[i];
      const std::uint64_t second = co_await champion[j];
      const std::int64_t mine = co_await value[first];
      const std::int64_t other = co_await value[second];
      co_await (lost[mine < other ? i : j] = true);
    });
    machine.pardo(left, [&](Processor self) -> Task<> {
      if (co_await lost[self.id()]) co_return;
      const std::uint64_t mine = co_await champion[self.id()];
      co_await (winner[self.id() / size] = mine);
    });
    champion = std::move(winner);
  }
  return champion.get(0);
}

Program maximum_doubly_logarithmic_program() {
  return program<Numbers>(
      maximum_doubly_logarithmic,
      {.name = "maximum-doubly-logarithmic",
       .alias = "max",
       .what = "the largest of n numbers on a tree of doubly logarithmic depth, after blocks of log log n",
       .columns = "index of the maximum, maximum",
       .source = "Shiloach, Vishkin 1981; Valiant 1975; JáJá 2.6",
       .model = Rule::common,
       .needs_more_than = Rule::crew,
       .time = "O(log log n)",
       .steps =
           [](std::uint64_t n) {
             const std::uint64_t block = cascade_block(n);
             return std::min(n, block) + 1 + 8 * sizes_of_groups((n + block - 1) / block).size();
           },
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) { return 12 * n; },
       .degree_at_most =
           [](std::uint64_t n) {
             const std::vector<std::uint64_t> sizes = sizes_of_groups((n + cascade_block(n) - 1) / cascade_block(n));
             return sizes.empty() ? 1 : std::ranges::max(sizes);
           },
       .size = {.usual = 1 << 16, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes, .least = 1},
       .oracle =
           [](std::span<const std::int64_t> values) {
             return static_cast<std::uint64_t>(std::ranges::max_element(values) - values.begin());
           },
       .against = "one pass over the values",
       .facts = [](const auto& values, std::uint64_t found) -> Facts {
         return {{"maximum", found < values.size() ? values[found] : 0}, {"index", static_cast<std::int64_t>(found)}};
       },
       .write = [](std::ostream& out, const auto& values,
                   std::uint64_t found) { out << found << ' ' << values.at(found) << '\n'; }});
}

}  // namespace pram::programs
