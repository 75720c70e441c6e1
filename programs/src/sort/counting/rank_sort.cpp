#include <pram/programs/sort.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "oracle/sorted.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> rank_sort(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  if (n > most_ranked_values)
    throw ConfigError("values", std::to_string(n), "at most " + std::to_string(most_ranked_values));
  const auto value = machine.array(values, "value");
  const auto rank = machine.array<std::uint64_t>(n, 0, "rank");
  const auto sorted = machine.array<std::int64_t>(n, 0, "sorted");
  machine.pardo(n * n, [&](Processor self) -> Task<> {
    const std::uint64_t i = self.id() / n;
    const std::uint64_t j = self.id() % n;
    const std::int64_t mine = co_await value[i];
    const std::int64_t other = co_await value[j];
    if (other < mine || (other == mine && j < i)) co_await rank[i].add(1);
  });
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::int64_t mine = co_await value[self.id()];
    const std::uint64_t place = co_await rank[self.id()];
    co_await (sorted[place] = mine);
  });
  return sorted.host();
}

Program rank_sort_program() {
  return program<Numbers>(rank_sort,
                          {.name = "rank-sort",
                           .what = "n numbers sorted by counting the smaller ones of each, all pairs at once",
                           .columns = "number in ascending order",
                           .source = "Muller, Preparata 1975",
                           .model = Rule::sum,
                           .needs_more_than = Rule::crew,
                           .time = "O(1)",
                           .steps = [](std::uint64_t n) { return n == 0   ? 0U
                                                                 : n == 1 ? 5U
                                                                          : 6U; },
                           .work = "O(n^2)",
                           .work_at_most = [](std::uint64_t n) { return 3 * n * n + 3 * n; },
                           .degree_at_most = [](std::uint64_t n) { return n; },
                           .size = {.usual = 512, .most = most_ranked_values},
                           .oracle = oracle::sorted,
                           .against = "std::sort"});
}

}  // namespace pram::programs
