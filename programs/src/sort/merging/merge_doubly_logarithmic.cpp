#include <pram/programs/sort.hpp>

#include <algorithm>
#include <array>

#include <pram/programs/input/sequence/sorted.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/merged.hpp"
#include "programs.hpp"
#include "sort/merging/merge_samples.hpp"

namespace pram::programs {

namespace {

constexpr std::uint32_t no_part = 0xFFFFFFFF;

/// The distance of samples for n numbers: about log log n, so that ranking all samples takes linear work.
std::uint64_t doubly_logarithmic_distance(std::uint64_t n) {
  return n < 3 ? 1 : std::max<std::uint64_t>(1, ceil_log2(ceil_log2(n)));
}

/// The samples of a block on the next level: 1, or the least of 2, 4, 16, 256, 65536 whose square is not below those on
/// this level. So blocks begin where blocks of the level before begin, too.
std::uint64_t next_block_size(std::uint64_t size) {
  if (size <= 2) return 1;
  std::uint64_t root = 2;
  while (root * root < size) root *= root;
  return root;
}

std::uint64_t levels_of_blocks(std::uint64_t samples) {
  std::uint64_t levels = 1;
  for (samples = next_block_size(samples); samples > 1; samples = next_block_size(samples)) ++levels;
  return levels;
}

/// From how many to how many samples of the other run go before a sample.
struct RankBounds {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
};

/// What is known of the samples of a run.
struct RankedSamples {
  RankedSamples(Machine& machine, std::uint64_t first_sample, std::uint64_t samples)
      : first(first_sample),
        count(samples),
        rank(machine.array<std::uint32_t>(samples, 0, "rank")),
        bounds(machine.array<RankBounds>(samples, {}, "bounds")),
        part(machine.array<std::uint32_t>(samples, no_part, "part")) {}

  std::uint64_t first;  ///< the run's first sample among those of both runs
  std::uint64_t count;
  Array<std::uint32_t> rank;  ///< how many samples of the other run go before each
  Array<RankBounds> bounds;
  Array<std::uint32_t> part;  ///< where the part begins, of the places within bounds, that has the rank
};

/// A level of blocks, whose new samples stand `spacing` apart.
struct BlockLevel {
  BlockLevel(std::uint64_t left, std::uint64_t right, std::uint64_t of_block, bool first)
      : is_first(first), size(of_block), spacing(next_block_size(size)), parts((size + spacing - 1) / spacing) {
    new_ones = is_first ? parts : parts - 1;
    searchers = std::max(spacing, parts);
    if (size > 0) blocks = {(left + size - 1) / size, (right + size - 1) / size};
  }

  std::uint64_t all_new() const { return (blocks[0] + blocks[1]) * new_ones; }
  std::uint64_t new_sample(std::uint64_t block, std::uint64_t number) const {
    return block * size + (is_first ? number : number + 1) * spacing;
  }

  bool is_first;  // the rank of no sample is known
  std::uint64_t size;
  std::uint64_t spacing;
  std::uint64_t parts;
  std::uint64_t new_ones;   // of a block; where a block begins, the rank is known from the levels before
  std::uint64_t searchers;  // of a new sample
  std::array<std::uint64_t, 2> blocks{};
};

/// Ranks the samples of each run among those of the other. On every level both runs are cut into blocks of one size s,
/// and the ranks are known where blocks begin. Each block has √s new samples with √s processors each: by arithmetic,
/// each processor knows what it works for.
class SampleRanking {
 public:
  SampleRanking(Machine& machine, const Array<std::int64_t>& runs, const SampledRuns& sampled)
      : machine_(machine),
        runs_(runs),
        sampled_(sampled),
        left_(machine, 0, sampled.left_samples()),
        right_(machine, sampled.left_samples(), sampled.samples() - sampled.left_samples()) {
    std::uint64_t size = std::max(left_.count, right_.count);
    for (bool is_first = true; is_first || size > 1; is_first = false) {
      const BlockLevel level(left_.count, right_.count, size, is_first);
      bound_by_own_blocks(level);
      if (!is_first) bound_by_other_blocks(level);
      search(level);
      size = level.spacing;
    }
  }

  /// The stretch of the other run in which the rank of a sample among all its numbers lies. One step.
  Task<RunStretch> stretch(std::uint64_t sample) const {
    const bool of_left = sampled_.is_left(sample);
    const std::uint64_t begin = of_left ? sampled_.middle : sampled_.begin;
    const std::uint64_t end = of_left ? sampled_.end : sampled_.middle;
    const std::uint64_t before = co_await run(of_left).rank[sample - run(of_left).first];
    if (before == 0) co_return RunStretch{begin, begin};
    co_return RunStretch{begin + (before - 1) * sampled_.k + 1, std::min(begin + before * sampled_.k, end)};
  }

  static constexpr std::uint64_t steps_of_level = 16;

 private:
  const RankedSamples& run(bool left) const { return left ? left_ : right_; }
  const Cell<std::int64_t>& number(bool left, std::uint64_t at) const {
    return runs_[sampled_.place(run(left).first + at)];
  }

  /// Whether a number of the other run goes before one of the left run, or of the right one.
  static bool goes_before(std::int64_t other, std::int64_t mine, bool of_left) {
    return other < mine || (other == mine && !of_left);
  }

  /// A processor's run, the block that it works for or whose first sample it has, and its number there.
  struct Place {
    bool of_left;
    std::uint64_t block;
    std::uint64_t number;
  };
  static Place place_of(const BlockLevel& level, std::uint64_t processor) {
    const bool of_left = processor < level.blocks[0] * level.new_ones;
    if (!of_left) processor -= level.blocks[0] * level.new_ones;
    return {of_left, processor / level.new_ones, processor % level.new_ones};
  }

  /// The rank of a new sample lies between those of the ends of its block, and in the first block of the other run that
  /// begins there. bound_by_other_blocks() bounds the samples for which it lies in a later block.
  void bound_by_own_blocks(const BlockLevel& level) {
    machine_.pardo(level.all_new(), [&](Processor self) -> Task<> {
      const auto [of_left, block, k] = place_of(level, self.id());
      const RankedSamples& own = run(of_left);
      const std::uint64_t at = level.new_sample(block, k);
      const std::uint64_t end = (block + 1) * level.size;
      if (at >= std::min(end, own.count)) co_return;
      auto high = static_cast<std::uint32_t>(run(!of_left).count);
      if (level.is_first) {
        co_await (own.bounds[at] = RankBounds{0, high});
        co_return;
      }
      const std::uint32_t low = co_await own.rank[block * level.size];
      if (end < own.count) {
        high = co_await own.rank[end];
      } else {
        co_await self.idle();
      }
      const std::uint64_t next_block = (low + level.size - 1) / level.size * level.size;
      co_await (own.bounds[at] =
                    RankBounds{low, static_cast<std::uint32_t>(std::min<std::uint64_t>(high, next_block))});
    });
  }

  /// A sample where a block begins bounds the new samples of the other run that follow it, up to the sample where the
  /// next block begins: their ranks lie in its block. Only those of one block of theirs need it; the others know.
  void bound_by_other_blocks(const BlockLevel& level) {
    machine_.pardo(level.all_new(), [&](Processor self) -> Task<> {
      const auto [of_left, block, k] = place_of(level, self.id());
      const RankedSamples& own = run(of_left);
      const RankedSamples& other = run(!of_left);
      const std::uint64_t begin = block * level.size;
      const std::uint64_t rank = co_await own.rank[begin];
      std::uint64_t next_rank = other.count;
      if (begin + level.size < own.count) {
        next_rank = co_await own.rank[begin + level.size];
      } else {
        co_await self.idle();
      }
      if (rank == 0) co_return;
      const std::uint64_t told = (rank - 1) / level.size;  // the block
      const std::uint64_t at = level.new_sample(told, k);
      const std::uint64_t end = std::min((told + 1) * level.size, other.count);
      if (at < rank || at >= std::min(end, next_rank)) co_return;
      auto high = static_cast<std::uint32_t>(std::min(begin + level.size, own.count));
      if (end < other.count) {
        high = std::min(high, co_await other.rank[end]);
      } else {
        co_await self.idle();
      }
      co_await (other.bounds[at] = RankBounds{static_cast<std::uint32_t>(begin + 1), high});
    });
  }

  /// Finds the ranks of the new samples. The places within bounds make at most as many parts as a block; the first
  /// part whose last sample does not go before the new one has the rank.
  void search(const BlockLevel& level) {
    machine_.pardo(level.all_new() * level.searchers, [&](Processor self) -> Task<> {
      const auto [of_left, block, k] = place_of(level, self.id() / level.searchers);
      const std::uint64_t mine = self.id() % level.searchers;
      const RankedSamples& own = run(of_left);
      const std::uint64_t at = level.new_sample(block, k);
      if (at >= std::min((block + 1) * level.size, own.count)) co_return;
      const RankBounds bounds = co_await own.bounds[at];
      if (bounds.low == bounds.high) {
        if (mine == 0) co_await (own.rank[at] = bounds.low);
        co_return;
      }
      const std::int64_t sample = co_await number(of_left, at);
      const std::uint64_t begin = bounds.low + mine * level.spacing;
      const std::uint64_t end = std::min<std::uint64_t>(begin + level.spacing, bounds.high);
      const bool has_part = mine < level.parts && begin < bounds.high;
      bool is_over = true;  // the whole part goes before the sample, and the part before
      bool was_over = true;
      if (has_part) {
        is_over = goes_before(co_await number(!of_left, end - 1), sample, of_left);
      } else {
        co_await self.idle();
      }
      if (has_part && mine > 0) {
        was_over = goes_before(co_await number(!of_left, begin - 1), sample, of_left);
      } else {
        co_await self.idle();
      }
      if (has_part && was_over && !is_over) {
        co_await (own.part[at] = static_cast<std::uint32_t>(begin));
      } else if (has_part && is_over && end == bounds.high) {
        co_await (own.rank[at] = bounds.high);
      } else {
        co_await self.idle();
      }
      const std::uint32_t part = co_await own.part[at];
      const std::uint64_t place = std::uint64_t{part} + mine;
      if (part == no_part || mine >= level.spacing || place >= bounds.high) co_return;
      if (goes_before(co_await number(!of_left, place), sample, of_left)) co_return;
      if (mine > 0 && !goes_before(co_await number(!of_left, place - 1), sample, of_left)) co_return;
      co_await (own.rank[at] = static_cast<std::uint32_t>(place));
    });
  }

  Machine& machine_;
  const Array<std::int64_t>& runs_;
  SampledRuns sampled_;
  RankedSamples left_;
  RankedSamples right_;
};

}  // namespace

std::vector<std::int64_t> merge_doubly_logarithmic(Machine& machine, std::span<const std::int64_t> left,
                                                   std::span<const std::int64_t> right) {
  const std::uint64_t n = left.size() + right.size();
  std::vector<std::int64_t> both(left.begin(), left.end());
  both.insert(both.end(), right.begin(), right.end());
  const auto runs = machine.array(both, "runs");
  const auto merged = machine.array<std::int64_t>(n, 0, "merged");
  const SampledRuns sampled{0, left.size(), n, doubly_logarithmic_distance(n)};
  const SampleRanking ranking(machine, runs, sampled);
  machine.pardo(sampled.samples(), [&](Processor self) -> Task<> {
    const RunStretch stretch = co_await ranking.stretch(self.id());
    const auto probes = static_cast<std::uint64_t>(std::bit_width(stretch.high - stretch.low));
    co_await merge_from_sample(self, runs, merged, sampled, self.id(), stretch, probes);
  });
  return merged.host();
}

Program merge_doubly_logarithmic_program() {
  return program<SortedPairs>(
      merge_doubly_logarithmic,
      {.name = "merge-doubly-logarithmic",
       .what = "two sorted sequences of n numbers together: samples ranked by roots of roots, then merged in pieces",
       .columns = "number in ascending order",
       .source = "Valiant 1975; Kruskal 1983; JáJá 4.2",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log log n)",
       .steps_at_most =
           [](std::uint64_t n) {
             const std::uint64_t k = doubly_logarithmic_distance(n);
             return n == 0 ? 0
                           : SampleRanking::steps_of_level * levels_of_blocks((n + k - 1) / k) + 1 +
                                 merge_sample_steps(k, k);
           },
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) { return 20 * n; },
       .degree_at_most = [](std::uint64_t n) { return n / doubly_logarithmic_distance(n) + 3; },
       .size = {.usual = 1 << 15, .bytes_each = 5 * sizeof(std::int64_t) + processor_bytes},
       .oracle = oracle::merged,
       .against = "std::merge"});
}

}  // namespace pram::programs
