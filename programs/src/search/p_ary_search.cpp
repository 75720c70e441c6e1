#include <pram/programs/search.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/sorted.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// The processors of the bundled program: log2 n of them, so that it takes log n / log log n rounds.
std::uint64_t searchers_of(std::uint64_t n) {
  return std::max<std::uint64_t>(2, ceil_log2(std::max<std::uint64_t>(n, 1)));
}

/// The most rounds of p processors: each leaves at most a (p + 1)-th of the places.
std::uint64_t rounds_of_search(std::uint64_t n, std::uint64_t p) {
  std::uint64_t rounds = 0;
  for (; n > 0; n /= p + 1) ++rounds;
  return rounds;
}

}  // namespace

std::uint64_t p_ary_search(Machine& machine, std::span<const std::int64_t> values, std::int64_t key, std::uint64_t p) {
  if (p == 0) throw ConfigError("processors", "0", "at least one");
  const auto value = machine.array(values, "value");
  const auto low = machine.array<std::uint64_t>(1, 0, "low");
  const auto high = machine.array<std::uint64_t>(1, values.size(), "high");
  const auto smaller = machine.array<bool>(p + 2, false, "smaller");  // than the key; processor i has cell i + 1
  smaller.set(0, true);
  machine.pardo(p, [&](Processor self) -> Task<> {
    for (;;) {
      const std::uint64_t from = co_await low[0];
      const std::uint64_t to = co_await high[0];
      if (from == to) co_return;
      const std::uint64_t place = from + (self.id() + 1) * (to - from) / (p + 1);
      const bool mine = co_await value[place] < key;
      co_await (smaller[self.id() + 1] = mine);
      const bool beside = co_await smaller[mine ? self.id() + 2 : self.id()];
      if (mine && !beside) {
        co_await (low[0] = place + 1);
      } else if (!mine && beside) {
        co_await (high[0] = place);
      } else {
        co_await self.idle();
      }
    }
  });
  return low.get(0);
}

Program p_ary_search_program() {
  return program<SortedSequences>(
      +[](Machine& machine, std::span<const std::int64_t> values, std::int64_t key) {
        return p_ary_search(machine, values, key, searchers_of(values.size()));
      },
      {.name = "p-ary-search",
       .what = "how many of n sorted numbers are below a key, by p = log2 n processors that part them into p + 1",
       .columns = "count of the numbers below the key",
       .source = "Snir 1985; JáJá 4.1",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n / log p)",
       .steps_at_most = [](std::uint64_t n) { return 2 + 6 * rounds_of_search(n, searchers_of(n)); },
       .work = "O(p log n / log p)",
       .work_at_most = [](std::uint64_t n) { return searchers_of(n) * (2 + 6 * rounds_of_search(n, searchers_of(n))); },
       .letters = {{"p", "log n"}},
       .degree_at_most = searchers_of,
       .size = {.usual = 1 << 17, .bytes_each = 2 * sizeof(std::int64_t), .tested = 256},
       .oracle =
           [](std::span<const std::int64_t> values, std::int64_t key) {
             return static_cast<std::uint64_t>(std::ranges::lower_bound(values, key) - values.begin());
           },
       .against = "std::lower_bound",
       .facts = [](const SortedAndKey& input, std::uint64_t found) -> Facts {
         return {{"key", input.key}, {"smaller", static_cast<std::int64_t>(found)}};
       },
       .write = [](std::ostream& out, const auto&, std::uint64_t found) { out << found << '\n'; }});
}

}  // namespace pram::programs
