#include <pram/programs/search.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <pram/programs/input/sequence/queries.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "logarithm.hpp"
#include "programs.hpp"
#include "root.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "search/selection_result.hpp"

namespace pram::programs {

namespace {

/// Where a value lies in relation to two values of the sample, low <= high. Equal values are places of their own, as a
/// rank there needs no further round.
enum Place : std::uint32_t { below, at_low, between, at_high, above };

Place place_of(std::int64_t value, std::int64_t low, std::int64_t high) {
  return value < low ? below : value == low ? at_low : value < high ? between : value == high ? at_high : above;
}

/// How many values lie at two of the places, so that a word counts both.
struct TwoCounts {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

/// The place of the value that is sought, and its rank among the values there.
struct Decision {
  Place place = between;
  std::uint32_t rank = 0;
};

/// The shared memory of the algorithm, and the parts of a round.
struct RandomSelection {
  RandomSelection(Machine& emulated, std::span<const std::int64_t> values)
      : machine(emulated),
        n(values.size()),
        left(n),
        value(machine.array(values, "value")),
        kept(machine.array<std::int64_t>(n, 0, "value")),
        low_counts(machine.array<TwoCounts>(n, {}, "low_counts")),
        high_counts(machine.array<TwoCounts>(n, {}, "high_counts")),
        position(machine.array<std::int64_t>(n, 0, "position")),
        decision(machine.array<Decision>(1, {}, "decision")) {}

  bool is_last() const { return left * left <= 8 * n || left <= 16; }

  /// Draws a sample, or takes all values in the last round, and sorts it.
  Array<std::int64_t> sorted_sample() {
    const std::uint64_t s = is_last() ? left : floor_root(left);
    const auto sample = machine.array<std::int64_t>(s, 0, "sample");
    const auto before = machine.array<std::uint32_t>(s * s, 0, "before");
    auto sorted = machine.array<std::int64_t>(s, 0, "sorted");
    machine.pardo(s, [&](Processor self) -> Task<> {
      const std::int64_t drawn = co_await value[s == left ? self.id() : self.random(left)];
      co_await (sample[self.id()] = drawn);
    });
    machine.pardo(s * s, [&](Processor self) -> Task<> {
      const std::uint64_t i = self.id() / s;
      const std::uint64_t j = self.id() % s;
      const std::int64_t mine = co_await sample[i];
      const std::int64_t other = co_await sample[j];
      co_await (before[self.id()] = other < mine || (other == mine && j < i) ? 1 : 0);
    });
    for (std::uint64_t width = s; width > 1; width = (width + 1) / 2) {
      const std::uint64_t half = (width + 1) / 2;
      const std::uint64_t pairs = width / 2;
      machine.pardo(s * pairs, [&](Processor self) -> Task<> {
        const std::uint64_t cell = self.id() / pairs * s + self.id() % pairs;
        const std::uint32_t one = co_await before[cell];
        const std::uint32_t other = co_await before[cell + half];
        co_await (before[cell] = one + other);
      });
    }
    machine.pardo(s, [&](Processor self) -> Task<> {
      const std::uint32_t rank = co_await before[self.id() * s];
      const std::int64_t mine = co_await sample[self.id()];
      co_await (sorted[rank] = mine);
    });
    return sorted;
  }

  /// Counts the values at each place, and decides at which place the value of the rank lies.
  void decide(const Array<std::int64_t>& sorted, std::uint64_t low, std::uint64_t high, std::uint64_t rank) {
    machine.pardo(left, [&](Processor self) -> Task<> {
      const std::int64_t mine = co_await value[self.id()];
      const std::int64_t lower = co_await sorted[low];
      const std::int64_t upper = co_await sorted[high];
      const Place here = place_of(mine, lower, upper);
      co_await (low_counts[self.id()] = TwoCounts{here == below ? 1U : 0U, here == at_low ? 1U : 0U});
      co_await (high_counts[self.id()] = TwoCounts{here == between ? 1U : 0U, here == at_high ? 1U : 0U});
    });
    for (std::uint64_t width = left; width > 1; width = (width + 1) / 2) {
      const std::uint64_t half = (width + 1) / 2;
      machine.pardo(width / 2, [&](Processor self) -> Task<> {
        for (const Array<TwoCounts>* counts : {&low_counts, &high_counts}) {
          const TwoCounts one = co_await (*counts)[self.id()];
          const TwoCounts other = co_await (*counts)[self.id() + half];
          co_await ((*counts)[self.id()] = TwoCounts{one.first + other.first, one.second + other.second});
        }
      });
    }
    machine.pardo(1, [&](Processor) -> Task<> {
      const TwoCounts lower = co_await low_counts[0];
      const TwoCounts upper = co_await high_counts[0];
      const std::uint32_t counts[] = {lower.first, lower.second, upper.first, upper.second};
      auto rest = static_cast<std::uint32_t>(rank);
      std::uint32_t place = below;
      for (; place < above && rest >= counts[place]; ++place) rest -= counts[place];
      co_await (decision[0] = Decision{static_cast<Place>(place), rest});
    });
  }

  /// Keeps the values at the place that was decided on.
  void keep(const Array<std::int64_t>& sorted, std::uint64_t low, std::uint64_t high) {
    std::vector<std::int64_t> own(left);  // per value: itself, and whether it stays; its processor alone knows them
    std::vector<std::uint8_t> stays(left);
    machine.pardo(left, [&](Processor self) -> Task<> {
      const Decision taken = co_await decision[0];
      own[self.id()] = co_await value[self.id()];
      const std::int64_t lower = co_await sorted[low];
      const std::int64_t upper = co_await sorted[high];
      stays[self.id()] = place_of(own[self.id()], lower, upper) == taken.place ? 1 : 0;
      co_await (position[self.id()] = stays[self.id()]);
    });
    prefix_sums(machine, position, left);
    machine.pardo(left, [&](Processor self) -> Task<> {
      if (stays[self.id()] == 0) co_return;
      const std::int64_t mine = co_await position[self.id()];
      co_await (kept[mine - 1] = own[self.id()]);
    });
    left = static_cast<std::uint64_t>(position.get(left - 1));
    std::swap(value, kept);
  }

  Selection run(std::uint64_t rank) {
    for (std::uint32_t rounds = 1;; ++rounds) {
      const Array<std::int64_t> sorted = sorted_sample();
      const std::uint64_t s = sorted.size();
      if (s == left) return {sorted.get(rank), rounds};
      // The value lies near the same share of the sample: within √s places, twice the standard deviation, as a rule.
      const std::uint64_t expected = rank * s / left;
      const std::uint64_t error = floor_root(s);
      const std::uint64_t low = expected < error ? 0 : expected - error;
      const std::uint64_t high = std::min(s - 1, expected + error);
      decide(sorted, low, high, rank);
      const Decision taken = decision.get(0);
      if (taken.place == at_low || taken.place == at_high)
        return {sorted.get(taken.place == at_low ? low : high), rounds};
      rank = taken.rank;
      keep(sorted, low, high);
    }
  }

  Machine& machine;
  std::uint64_t n;
  std::uint64_t left;
  Array<std::int64_t> value;
  Array<std::int64_t> kept;
  Array<TwoCounts> low_counts;
  Array<TwoCounts> high_counts;
  Array<std::int64_t> position;
  Array<Decision> decision;
};

}  // namespace

Selection selection_random_sampling(Machine& machine, std::span<const std::int64_t> values, std::uint64_t rank) {
  if (rank >= values.size())
    throw ConfigError("rank", std::to_string(rank), "below the number of values, " + std::to_string(values.size()));
  return RandomSelection(machine, values).run(rank);
}

Program selection_random_sampling_program() {
  return program<RanksOfNumbers>(
      selection_random_sampling,
      {.name = "selection-random-sampling",
       .alias = "selection",
       .what = "the value of a rank among n numbers: a sorted sample brackets it, and the others are left out",
       .columns = "number of that rank",
       .source = "Floyd, Rivest 1975; Reischuk 1985",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n) with high probability",
       .steps_at_most =
           [](const NumbersAndRank& input, const Selection& found) {
             const std::uint64_t n = input.values.size();
             return found.rounds * (23 + 9 * ceil_log2(n) + prefix_sums_steps(n));
           },
       .work = "O(n) with high probability",
       // The sample of the last round has at most 8n + 256 pairs, those of others n.
       .work_at_most =
           [](const NumbersAndRank& input, const Selection& found) {
             const std::uint64_t n = input.values.size();
             return found.rounds * 36 * n + 8 * (8 * n + 256);
           },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 1 << 14, .bytes_each = 8 * sizeof(std::int64_t) + processor_bytes, .least = 1},
       .oracle = is_selected,
       .against = "std::nth_element",
       .facts = facts_of_selection});
}

}  // namespace pram::programs
