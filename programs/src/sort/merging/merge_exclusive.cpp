#include <pram/programs/sort.hpp>

#include <algorithm>
#include <bit>
#include <limits>

#include <pram/programs/input/sequence/sorted.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "logarithm.hpp"
#include "oracle/merged.hpp"
#include "programs.hpp"
#include "sort/merging/merge_samples.hpp"

namespace pram::programs {

namespace {

/// How many numbers of each run go before a sample.
struct RunPlaces {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
};

/// What the processor of a sample in sorted order has read or worked out, and alone knows.
struct PlacedSample {
  std::int64_t value = 0;
  std::uint64_t number = 0;     // among the samples of its run
  bool is_left = false;         // of the left run
  bool is_first_block = false;  // no sample of the other run goes before it, and so no number
  std::uint64_t block = 0;      // else: in this block of the other run its rank is found
  std::uint64_t in_block = 0;   // so many samples of its own run are there before it
  std::uint64_t copy = 0;       // of the block, if the processor has one

  bool leads(std::uint64_t k) const { return !is_first_block && in_block % k == 0; }
  bool copies(std::uint64_t k) const { return leads(k) && in_block >= k; }
};

/// The shared memory of the algorithm, and its parts. A block is a sample and the numbers up to the next one. Every k
/// samples that fall into one block have a leader, the first of them.
struct ExclusiveMerge {
  ExclusiveMerge(Machine& emulated, std::span<const std::int64_t> left, std::span<const std::int64_t> right)
      : machine(emulated),
        sampled{0, left.size(), left.size() + right.size(), distance_of_samples(left.size() + right.size())},
        k(sampled.k),
        samples(sampled.samples()),
        cells(std::bit_ceil(samples)),
        runs(machine.array<std::int64_t>(sampled.end, 0, "runs")),
        key(machine.array<std::int64_t>(cells, std::numeric_limits<std::int64_t>::max(), "key")),
        which(machine.array<std::uint32_t>(cells, std::numeric_limits<std::uint32_t>::max(), "which")),
        last_left(machine.array<std::int64_t>(samples, 0, "last_left")),
        last_right(machine.array<std::int64_t>(samples, 0, "last_right")),
        number(machine.array<std::int64_t>(samples, 0, "number")),
        rank(machine.array<std::uint32_t>(samples, 0, "rank")),
        start(machine.array<RunPlaces>(samples, {}, "start")),
        merged(machine.array<std::int64_t>(sampled.end, 0, "merged")),
        own(samples) {
    for (std::uint64_t i = 0; i < left.size(); ++i) runs.set(i, left[i]);
    for (std::uint64_t i = 0; i < right.size(); ++i) runs.set(left.size() + i, right[i]);
  }

  /// Sorts the samples by a bitonic network: those of the left run, then those of the right one from its end. Cells
  /// between them have the largest number. Equal samples go by their numbers, and so those of the left run first.
  void sort_samples() {
    machine.pardo(samples, [&](Processor self) -> Task<> {
      const std::uint64_t left_samples = sampled.left_samples();
      const std::uint64_t cell = self.id() < left_samples ? self.id() : cells - 1 - (self.id() - left_samples);
      const std::int64_t mine = co_await runs[sampled.place(self.id())];
      co_await (key[cell] = mine);
      co_await (which[cell] = static_cast<std::uint32_t>(self.id()));
    });
    machine.pardo(cells / 2, [&](Processor self) -> Task<> {
      for (std::uint64_t half = cells / 2; half >= 1; half /= 2) {
        const std::uint64_t low = self.id() / half * 2 * half + self.id() % half;
        const std::int64_t one = co_await key[low];
        const std::int64_t other = co_await key[low + half];
        const std::uint32_t one_sample = co_await which[low];
        const std::uint32_t other_sample = co_await which[low + half];
        const bool in_order = one < other || (one == other && one_sample < other_sample);
        co_await (key[low] = in_order ? one : other);
        co_await (key[low + half] = in_order ? other : one);
        co_await (which[low] = in_order ? one_sample : other_sample);
        co_await (which[low + half] = in_order ? other_sample : one_sample);
      }
    });
  }

  /// Finds the block of the other run in which the rank of each sample lies.
  void find_blocks() {
    machine.pardo(samples, [&](Processor self) -> Task<> {
      PlacedSample& mine = own[self.id()];
      const std::uint64_t sample = co_await which[self.id()];
      mine.value = co_await key[self.id()];
      mine.is_left = sampled.is_left(sample);
      mine.number = mine.is_left ? sample : sample - sampled.left_samples();
      const auto here = static_cast<std::int64_t>(self.id());
      co_await (last_left[self.id()] = mine.is_left ? here : -1);
      co_await (last_right[self.id()] = mine.is_left ? -1 : here);
    });
    prefix_maxima(machine, last_left);
    prefix_maxima(machine, last_right);
    machine.pardo(samples, [&](Processor self) -> Task<> {
      PlacedSample& mine = own[self.id()];
      const std::int64_t last = co_await (mine.is_left ? last_right : last_left)[self.id()];
      mine.is_first_block = last < 0;
      // All samples behind the last one of the other run are of this one.
      mine.in_block = self.id() - static_cast<std::uint64_t>(last) - 1;
      mine.block = self.id() - mine.number - 1;
      co_await (number[self.id()] = mine.copies(k) ? 1 : 0);
    });
    prefix_sums(machine, number);
  }

  /// Where the block begins that is searched for a sample, and how many numbers it has.
  std::uint64_t begin_of_block(const PlacedSample& sample) const {
    return (sample.is_left ? sampled.middle : sampled.begin) + sample.block * k;
  }
  std::uint64_t size_of_block(const PlacedSample& sample) const {
    return std::min(begin_of_block(sample) + k, sample.is_left ? sampled.end : sampled.middle) - begin_of_block(sample);
  }

  /// Gives each leader but the first one of a block a copy of it: the first makes one, both make one, and so on. A copy
  /// is made number by number, and copies of it follow one number behind.
  void copy_blocks() {
    const auto copies = samples == 0 ? 0 : static_cast<std::uint64_t>(number.get(samples - 1));
    copy = machine.array<std::int64_t>(copies * k, 0, "copy");
    machine.pardo(samples, [&](Processor self) -> Task<> {
      PlacedSample& mine = own[self.id()];
      if (!mine.copies(k)) co_return;
      mine.copy = static_cast<std::uint64_t>(co_await number[self.id()] - 1);
      const std::uint64_t leader = mine.in_block / k;  // from 1 on
      const std::uint64_t round = floor_log2(leader);
      co_await self.idle(2 * round);
      const std::uint64_t back = std::uint64_t{1} << round;
      const bool from_run = leader == back;
      const std::uint64_t from = from_run ? begin_of_block(mine) : (mine.copy - back) * k;
      for (std::uint64_t i = 0; i < size_of_block(mine); ++i) {
        const std::int64_t one = co_await (from_run ? runs : copy)[from + i];
        co_await (copy[mine.copy * k + i] = one);
      }
    });
  }

  /// Each leader merges its samples with its block. The first number of the block goes before all of them.
  void rank_samples() {
    machine.pardo(samples, [&](Processor self) -> Task<> {
      const PlacedSample& mine = own[self.id()];
      if (!mine.leads(k)) co_return;
      const Array<std::int64_t>& from = mine.copies(k) ? copy : runs;
      const std::uint64_t first = mine.copies(k) ? mine.copy * k : begin_of_block(mine);
      const std::uint64_t size = size_of_block(mine);
      std::uint64_t before = 1;
      bool has_next = false;
      std::int64_t next = 0;
      std::int64_t value = mine.value;
      for (std::uint64_t at = self.id(); at < std::min(samples, self.id() + k); ++at) {
        if (at != self.id()) {
          if (sampled.is_left(co_await which[at]) != mine.is_left) co_return;
          value = co_await key[at];
        }
        for (; before < size; ++before) {
          if (!has_next) next = co_await from[first + before];
          has_next = mine.is_left ? next >= value : next > value;
          if (has_next) break;
        }
        co_await (rank[at] = static_cast<std::uint32_t>(mine.block * k + before));
      }
    });
  }

  /// Each sample is written with the numbers of both runs up to the next sample.
  void merge_from_samples() {
    machine.pardo(samples, [&](Processor self) -> Task<> {
      const PlacedSample& mine = own[self.id()];
      const std::uint32_t others = co_await rank[self.id()];
      const auto place = static_cast<std::uint32_t>(mine.number * k);
      const RunPlaces begin = mine.is_left ? RunPlaces{place, others} : RunPlaces{others, place};
      co_await (start[self.id()] = begin);
      RunPlaces end{static_cast<std::uint32_t>(sampled.middle),
                    static_cast<std::uint32_t>(sampled.end - sampled.middle)};
      if (self.id() + 1 < samples) end = co_await start[self.id() + 1];
      std::uint64_t left = begin.left;
      std::uint64_t right = begin.right;
      std::int64_t left_head = 0;
      std::int64_t right_head = 0;
      if (left < end.left) left_head = co_await runs[left];
      if (right < end.right) right_head = co_await runs[sampled.middle + right];
      while (left < end.left || right < end.right) {
        if (right == end.right || (left < end.left && left_head <= right_head)) {
          co_await (merged[left + right] = left_head);
          if (++left < end.left) left_head = co_await runs[left];
        } else {
          co_await (merged[left + right] = right_head);
          if (++right < end.right) right_head = co_await runs[sampled.middle + right];
        }
      }
    });
  }

  Machine& machine;
  SampledRuns sampled;
  std::uint64_t k;
  std::uint64_t samples;
  std::uint64_t cells;
  Array<std::int64_t> runs;
  Array<std::int64_t> key;         // samples, in sorted order in the end
  Array<std::uint32_t> which;      // sample each is
  Array<std::int64_t> last_left;   // of the left run up to each
  Array<std::int64_t> last_right;  // the same of the right one
  Array<std::int64_t> number;      // of blocks that are copied up to each
  Array<std::uint32_t> rank;       // in the other run
  Array<RunPlaces> start;          // where the numbers go that are merged from a sample on
  Array<std::int64_t> merged;
  Array<std::int64_t> copy;  // of blocks, one behind the other
  std::vector<PlacedSample> own;
};

std::uint64_t most_samples(std::uint64_t n) { return n / distance_of_samples(n) + 2; }

}  // namespace

std::vector<std::int64_t> merge_exclusive(Machine& machine, std::span<const std::int64_t> left,
                                          std::span<const std::int64_t> right) {
  ExclusiveMerge algorithm(machine, left, right);
  algorithm.sort_samples();
  algorithm.find_blocks();
  algorithm.copy_blocks();
  algorithm.rank_samples();
  algorithm.merge_from_samples();
  return algorithm.merged.host();
}

Program merge_exclusive_program() {
  return program<SortedPairs>(
      merge_exclusive,
      {.name = "merge-exclusive",
       .what = "two sorted sequences of n numbers together, with linear work and without concurrent reads",
       .columns = "number in ascending order",
       .source = "Hagerup, Rüb 1989; Batcher 1968",
       .model = Rule::erew,
       .time = "O(log n)",
       // With as many samples as numbers at the most: 8 and 18 for the network and three scans, 12 for the blocks.
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : 14 + 38 * ceil_log2(n); },
       .work = "O(n)",
       .work_at_most =
           [](std::uint64_t n) {
             const std::uint64_t s = most_samples(n);
             return n == 0 ? 0 : 3 * n + 42 * s + 4 * std::bit_ceil(s) * ceil_log2(s);
           },
       .degree_at_most = 1,
       .size = {.usual = 1 << 15, .bytes_each = 3 * sizeof(std::int64_t)},
       .oracle = oracle::merged,
       .against = "std::merge"});
}

}  // namespace pram::programs
