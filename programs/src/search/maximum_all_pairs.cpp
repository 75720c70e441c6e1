#include <pram/programs/search.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"

namespace pram::programs {

std::uint64_t maximum_all_pairs(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  if (n == 0 || n > most_compared_values) {
    throw ConfigError("values", std::to_string(n),
                      "from 1 to " + std::to_string(most_compared_values) + " of them, as every pair has a processor");
  }
  const auto value = machine.array(values, "value");
  const auto lost = machine.array<bool>(n, false, "lost");
  const auto winner = machine.array<std::uint64_t>(1, n, "winner");

  machine.pardo(n * n, [&](Processor self) -> Task<> {
    const std::uint64_t i = self.id() / n;
    const std::uint64_t j = self.id() % n;
    self.show("i", i);
    self.show("j", j);
    const std::int64_t mine = co_await value[i];
    const std::int64_t other = co_await value[j];
    if (mine > other || (mine == other && i < j)) co_await (lost[j] = true);
  });
  machine.pardo(n, [&](Processor self) -> Task<> {
    if (!co_await lost[self.id()]) co_await (winner[0] = self.id());
  });
  return winner.get(0);
}

Program maximum_all_pairs_program() {
  return program<Numbers>(
      maximum_all_pairs,
      {.name = "maximum-all-pairs",
       .what = "the largest of n numbers by comparing all pairs at once",
       .columns = "index of the maximum, maximum",
       .source = "Shiloach, Vishkin 1981; JáJá 2.6",
       .model = Rule::common,
       .needs_more_than = Rule::crew,
       .time = "O(1)",
       .steps = [](std::uint64_t n) { return n == 1 ? 4U : 5U; },
       .work = "O(n^2)",
       .work_at_most = [](std::uint64_t n) { return 3 * n * n + 2 * n; },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 512, .least = 1, .most = most_compared_values},
       .oracle =
           [](std::span<const std::int64_t> values) {
             return static_cast<std::uint64_t>(std::ranges::max_element(values) - values.begin());
           },
       .against = "one pass over the values",
       .facts = [](const auto& values, std::uint64_t found) -> Facts {
         return {{"maximum", found < values.size() ? values[found] : 0}, {"index", static_cast<std::int64_t>(found)}};
       },
       .write =
           [](std::ostream& out, const auto& values, std::uint64_t found) {
             out << found << ' ' << (found < values.size() ? values[found] : 0) << '\n';
           }});
}

}  // namespace pram::programs
