#include <pram/programs/search.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "root.hpp"

namespace pram::programs {

namespace {

/// One in how many of the values that are left writes itself to the sample, by rounds. The first sample of about √n
/// leaves about √n values, the second about n^(1/4), and these go to the sample all together. Then there are many more
/// places than values, so that most have a place to themselves, whoever wins at the others. Should many be left by bad
/// luck, the rounds begin anew.
std::vector<std::uint64_t> sampling_rates(std::uint64_t n) { return {floor_root(n), floor_root(floor_root(n)), 1, 1}; }

/// Four rounds find the largest value with a chance of 8/9 at the least, and begin anew if they do not: more rounds
/// than these have a chance below 10^-7.
constexpr std::uint64_t most_sampling_rounds = 32;
constexpr std::uint64_t steps_of_sampling_round = 14;

}  // namespace

RandomMaximum maximum_random_sampling(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  if (n == 0) throw ConfigError("values", "0", "at least one of them");
  const std::uint64_t nobody = n;
  const std::uint64_t s = floor_root(n);  // the size of a sample, of which all pairs have processors
  const auto value = machine.array(values, "value");
  const auto sample = machine.array<std::uint64_t>(s, nobody, "sample");
  const auto lost = machine.array<bool>(s, false, "lost");
  const auto champion = machine.array<std::uint64_t>(1, 0, "champion");
  const auto left = machine.array<bool>(1, true, "left");
  std::vector<std::int64_t> own(n);  // its value, and whether it may be the largest; its processor alone knows them
  std::vector<std::uint8_t> may_win(n, 1);
  machine.pardo(n, [&](Processor self) -> Task<> { own[self.id()] = co_await value[self.id()]; });
  const std::vector<std::uint64_t> rates = sampling_rates(n);
  RandomMaximum found;
  for (; left.get(0); ++found.rounds) {
    left.set(0, false);
    const std::uint64_t rate = rates[found.rounds % rates.size()];
    machine.pardo(s, [&](Processor self) -> Task<> {
      co_await (sample[self.id()] = nobody);
      co_await (lost[self.id()] = false);
    });
    // Coins draw the sample. Of the values that meet at one place of it, any may stay: it need not be a random one.
    machine.pardo(n, [&](Processor self) -> Task<> {
      if (may_win[self.id()] == 0 || self.random(rate) != 0) co_return;
      co_await (sample[self.random(s)] = self.id());
    });
    machine.pardo(s * s, [&](Processor self) -> Task<> {
      const std::uint64_t mine = co_await sample[self.id() / s];
      const std::uint64_t other = co_await sample[self.id() % s];
      if (other == nobody) co_return;
      if (mine != nobody) {
        const std::int64_t here = co_await value[mine];
        const std::int64_t there = co_await value[other];
        if (here > there || (here == there && mine <= other)) co_return;
      } else {
        co_await self.idle(2);
      }
      co_await (lost[self.id() / s] = true);
    });
    machine.pardo(s, [&](Processor self) -> Task<> {
      if (co_await lost[self.id()]) co_return;
      const std::uint64_t mine = co_await sample[self.id()];
      if (mine != nobody) co_await (champion[0] = mine);
    });
    machine.pardo(n, [&](Processor self) -> Task<> {
      if (may_win[self.id()] == 0) co_return;
      const std::uint64_t best = co_await champion[0];
      const std::int64_t largest = co_await value[best];
      may_win[self.id()] = own[self.id()] > largest || (own[self.id()] == largest && self.id() < best) ? 1 : 0;
      if (may_win[self.id()] != 0) co_await (left[0] = true);
    });
  }
  found.index = champion.get(0);
  return found;
}

Program maximum_random_sampling_program() {
  return program<Numbers>(
      maximum_random_sampling,
      {.name = "maximum-random-sampling",
       .what = "the largest of n numbers, by comparing all pairs of a random sample, and then those above its largest",
       .columns = "index of the maximum, maximum",
       .source = "Reischuk 1985; Megiddo 1982",
       .model = Rule::arbitrary,
       .needs_more_than = Rule::common,
       .time = "O(1) with high probability",
       .steps_at_most = 1 + steps_of_sampling_round * most_sampling_rounds,
       .work = "O(n) with high probability",
       .work_at_most = [](std::uint64_t n) { return n * (1 + steps_of_sampling_round * most_sampling_rounds); },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 1 << 16, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes, .least = 1},
       .oracle =
           [](const auto& values, const RandomMaximum& found) {
             return found.index == static_cast<std::uint64_t>(std::ranges::max_element(values) - values.begin());
           },
       .against = "one pass over the values",
       .facts = [](const auto& values, const RandomMaximum& found) -> Facts {
         return {{"maximum", values.at(found.index)},
                 {"index", static_cast<std::int64_t>(found.index)},
                 {"rounds", std::int64_t{found.rounds}}};
       },
       .write = [](std::ostream& out, const auto& values,
                   const RandomMaximum& found) { out << found.index << ' ' << values.at(found.index) << '\n'; }});
}

}  // namespace pram::programs
