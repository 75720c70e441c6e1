#include <pram/programs/search.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <pram/programs/input/sequence/queries.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include <pram/programs/sort.hpp>
#include "logarithm.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "search/selection_result.hpp"
#include "sort/merging/cole_merge_sort_cost.hpp"

namespace pram::programs {

namespace {

/// The values of a block, whose median one processor finds.
std::uint64_t median_block(std::uint64_t n) {
  return 4 * std::max<std::uint64_t>(1, ceil_log2(std::max<std::uint64_t>(2, n)));
}

/// So many values are sorted: linear work is enough for it.
std::uint64_t sorted_in_the_end(std::uint64_t n) { return std::max(n / median_block(n), 2 * median_block(n)); }

/// The most of m values that remain after a round.
std::uint64_t most_kept(std::uint64_t m, std::uint64_t n) {
  return std::min(m - 1, 3 * m / 4 + median_block(n) / 2 + 1);
}

/// The most of a cost summed over all rounds, and that of the sort in the end.
template <class OfRound, class OfSort>
std::uint64_t over_rounds(std::uint64_t n, OfRound of_round, OfSort of_sort) {
  std::uint64_t cost = 0;
  std::uint64_t m = n;
  for (; m > sorted_in_the_end(n); m = most_kept(m, n)) cost += of_round(m);
  return cost + of_sort(m);
}

/// Which values go on: those below the pivot, or those above it; none if the pivot has the rank.
enum class HalfSide : std::uint32_t { below, above, neither };
struct Half {
  HalfSide side = HalfSide::neither;
  std::uint32_t rank = 0;  // among the values that go on
};

/// The shared memory of the algorithm, and the parts of a round.
struct MedianSelection {
  MedianSelection(Machine& emulated, std::span<const std::int64_t> values)
      : machine(emulated),
        n(values.size()),
        left(n),
        value(machine.array(values, "value")),
        kept(machine.array<std::int64_t>(n, 0, "value")),
        counts(machine.array<std::int64_t>(n, 0, "counts")),
        half(machine.array<Half>(1, {}, "half")),
        own(n) {}

  Array<std::int64_t> sorted_medians() {
    const std::uint64_t block = median_block(n);
    const std::uint64_t blocks = (left + block - 1) / block;
    const auto median = machine.array<std::int64_t>(blocks, 0, "median");
    machine.pardo(blocks, [&](Processor self) -> Task<> {
      std::vector<std::int64_t> mine;
      for (std::uint64_t i = self.id() * block; i < std::min(left, (self.id() + 1) * block); ++i)
        mine.push_back(co_await value[i]);
      const auto middle = mine.begin() + static_cast<std::ptrdiff_t>((mine.size() - 1) / 2);
      std::nth_element(mine.begin(), middle, mine.end());
      co_await (median[self.id()] = *middle);
    });
    return cole_merge_sort(machine, median, blocks);
  }

  /// Counts the values below the pivot and those above it, and decides which go on.
  /// @param pivot  the index of the pivot in `medians`
  Half divide(const Array<std::int64_t>& medians, std::uint64_t pivot, std::uint64_t rank) {
    machine.pardo(left, [&](Processor self) -> Task<> {
      const std::int64_t mine = own[self.id()].value = co_await value[self.id()];
      const std::int64_t other = co_await medians[pivot];
      own[self.id()].side = mine < other ? HalfSide::below : mine > other ? HalfSide::above : HalfSide::neither;
      co_await (counts[self.id()] = one_of(own[self.id()].side));
    });
    prefix_sums(machine, counts, left);  // two sums in a word
    machine.pardo(1, [&](Processor) -> Task<> {
      const std::int64_t all = co_await counts[left - 1];
      const std::uint64_t below = count_of(all, HalfSide::below);
      const std::uint64_t up_to_pivot = left - count_of(all, HalfSide::above);
      if (rank < below) {
        co_await (half[0] = Half{HalfSide::below, static_cast<std::uint32_t>(rank)});
      } else if (rank < up_to_pivot) {
        co_await (half[0] = Half{HalfSide::neither, 0});
      } else {
        co_await (half[0] = Half{HalfSide::above, static_cast<std::uint32_t>(rank - up_to_pivot)});
      }
    });
    return half.get(0);
  }

  void keep() {
    machine.pardo(left, [&](Processor self) -> Task<> {
      const Half taken = co_await half[0];
      if (own[self.id()].side != taken.side) co_return;
      const std::int64_t place = co_await counts[self.id()];
      co_await (kept[count_of(place, taken.side) - 1] = own[self.id()].value);
    });
    left = count_of(counts.get(left - 1), half.get(0).side);
    std::swap(value, kept);
  }

  Selection run(std::uint64_t rank) {
    std::uint32_t rounds = 1;
    for (; left > sorted_in_the_end(n); ++rounds) {
      const std::uint64_t blocks = (left + median_block(n) - 1) / median_block(n);
      const Array<std::int64_t> medians = sorted_medians();
      const Half taken = divide(medians, (blocks - 1) / 2, rank);
      if (taken.side == HalfSide::neither) return {medians.get((blocks - 1) / 2), rounds};
      rank = taken.rank;
      keep();
    }
    return {cole_merge_sort(machine, value, left).get(rank), rounds};
  }

  static std::int64_t one_of(HalfSide side) {
    return side == HalfSide::below ? 1 : side == HalfSide::above ? std::int64_t{1} << 32 : 0;
  }
  static std::uint64_t count_of(std::int64_t both, HalfSide side) {
    return static_cast<std::uint64_t>(side == HalfSide::below ? both & 0xFFFFFFFF : both >> 32);
  }

  /// What a processor knows of its value from divide() to keep().
  struct Own {
    std::int64_t value = 0;
    HalfSide side = HalfSide::neither;
  };

  Machine& machine;
  std::uint64_t n;
  std::uint64_t left;
  Array<std::int64_t> value;
  Array<std::int64_t> kept;
  Array<std::int64_t> counts;
  Array<Half> half;
  std::vector<Own> own;
};

}  // namespace

Selection selection_deterministic(Machine& machine, std::span<const std::int64_t> values, std::uint64_t rank) {
  if (rank >= values.size())
    throw ConfigError("rank", std::to_string(rank), "below the number of values, " + std::to_string(values.size()));
  return MedianSelection(machine, values).run(rank);
}

Program selection_deterministic_program() {
  return program<RanksOfNumbers>(
      selection_deterministic,
      {.name = "selection-deterministic",
       .alias = "median-of-medians",
       .what = "the value of a rank among n numbers: the median of medians of blocks leaves a quarter out",
       .columns = "number of that rank",
       .source = "Vishkin 1987; JáJá 4.5",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n log log n)",
       .steps_at_most =
           [](std::uint64_t n) {
             const auto blocks = [n](std::uint64_t m) { return (m + median_block(n) - 1) / median_block(n); };
             return over_rounds(
                 n,
                 [&](std::uint64_t m) {
                   return median_block(n) + 1 + 2 + cole_merge_sort_steps(blocks(m)) + 5 + prefix_sums_steps(m) + 3;
                 },
                 [](std::uint64_t m) { return 2 + cole_merge_sort_steps(m); });
           },
       .work = "O(n)",
       .work_at_most =
           [](std::uint64_t n) {
             const auto blocks = [n](std::uint64_t m) { return (m + median_block(n) - 1) / median_block(n); };
             return over_rounds(
                 n,
                 [&](std::uint64_t m) {
                   return 7 * m + 3 * blocks(m) + 2 + cole_merge_sort_work(blocks(m)) + prefix_sums_work(m);
                 },
                 [](std::uint64_t m) { return 2 * m + cole_merge_sort_work(m); });
           },
       .degree_at_most = [](std::uint64_t n) { return std::max<std::uint64_t>(8, n); },
       .size = {.usual = 1 << 13,
                .bytes_each = 6 * sizeof(std::int64_t) + processor_bytes,
                .least = 1,
                .most = most_items / 2},
       .oracle = is_selected,
       .against = "std::nth_element",
       .facts = facts_of_selection});
}

}  // namespace pram::programs
