#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <pram/machine.hpp>
#include "logarithm.hpp"

namespace pram::programs {

/// Two sorted runs that stand side by side, and are merged from samples on: every k-th number of each run is a sample.
struct SampledRuns {
  std::uint64_t begin;   ///< of the left run
  std::uint64_t middle;  ///< of the right run, where the left one ends
  std::uint64_t end;
  std::uint64_t k;

  std::uint64_t left_samples() const { return (middle - begin + k - 1) / k; }
  std::uint64_t samples() const { return left_samples() + (end - middle + k - 1) / k; }
  bool is_left(std::uint64_t sample) const { return sample < left_samples(); }
  std::uint64_t place(std::uint64_t sample) const {
    return is_left(sample) ? begin + sample * k : middle + (sample - left_samples()) * k;
  }
};

/// Places of a run, the last one not included.
struct RunStretch {
  std::uint64_t low;
  std::uint64_t high;
};

/// The distance of samples for n numbers, so that a processor has about as much to merge as to search.
constexpr std::uint64_t distance_of_samples(std::uint64_t n) {
  return n == 0 ? 1 : std::max<std::uint64_t>(1, ceil_log2(n));
}

/// The most steps to merge from a sample on, with runs of at most `longest` numbers: it reads its own number, searches,
/// writes at most 2k - 1 numbers, and reads them and two more.
constexpr std::uint64_t merge_sample_steps(std::uint64_t longest, std::uint64_t k) {
  return longest == 0 ? 4 * k : 1 + floor_log2(longest) + 4 * k;
}

/// What the processor of a sample does: it finds by binary search how many numbers of the other run go before the
/// sample, then writes the numbers from the sample up to the next one in sorted order. Equal numbers of the left run go
/// first. Processors that begin together and make as many probes write in the same steps, and read in those between: a
/// processor that has nothing to read is idle.
/// @param within  all numbers of the other run before this stretch go before the sample, and none behind it
/// @param probes  at least as many as the search takes
inline Task<> merge_from_sample(Processor self, const Array<std::int64_t>& from, const Array<std::int64_t>& to,
                                SampledRuns runs, std::uint64_t sample, RunStretch within, std::uint64_t probes) {
  const bool of_left = runs.is_left(sample);
  const std::uint64_t place = runs.place(sample);
  const std::int64_t mine = co_await from[place];
  std::uint64_t low = within.low;
  std::uint64_t high = within.high;
  for (; probes > 0; --probes) {
    if (low == high) {
      co_await self.idle();
      continue;
    }
    const std::uint64_t probe = low + (high - low) / 2;
    const std::int64_t other = co_await from[probe];
    if (other < mine || (other == mine && !of_left)) {
      low = probe + 1;
    } else {
      high = probe;
    }
  }
  std::uint64_t left = of_left ? place : low;
  std::uint64_t right = of_left ? low : place;
  co_await (to[left + right - runs.middle] = mine);
  ++(of_left ? left : right);
  // The next sample of each run, or its end.
  const auto next_sample = [k = runs.k](std::uint64_t at, std::uint64_t first, std::uint64_t last) {
    return std::min(last, first + (at - first + k - 1) / k * k);
  };
  const std::uint64_t left_end = next_sample(left, runs.begin, runs.middle);
  const std::uint64_t right_end = next_sample(right, runs.middle, runs.end);
  std::int64_t left_head = 0;
  std::int64_t right_head = 0;
  bool has_left = left < runs.middle;
  bool has_right = right < runs.end;
  if (has_left) {
    left_head = co_await from[left];
  } else {
    co_await self.idle();
  }
  if (has_right) {
    right_head = co_await from[right];
  } else {
    co_await self.idle();
  }
  while (has_left || has_right) {
    const bool takes_left = !has_right || (has_left && left_head <= right_head);
    if (takes_left ? left == left_end : right == right_end) co_return;
    co_await (to[left + right - runs.middle] = takes_left ? left_head : right_head);
    const std::uint64_t next = takes_left ? ++left : ++right;
    const bool has_next = next < (takes_left ? runs.middle : runs.end);
    (takes_left ? has_left : has_right) = has_next;
    if (has_next) {
      const std::int64_t head = co_await from[next];
      (takes_left ? left_head : right_head) = head;
    } else if (has_left || has_right) {
      co_await self.idle();
    }
  }
}

/// The same where nothing is known of the other run.
inline Task<> merge_from_sample(Processor self, const Array<std::int64_t>& from, const Array<std::int64_t>& to,
                                SampledRuns runs, std::uint64_t sample) {
  const RunStretch left{runs.begin, runs.middle};
  const RunStretch right{runs.middle, runs.end};
  const std::uint64_t longest = std::max(left.high - left.low, right.high - right.low);
  const auto probes = static_cast<std::uint64_t>(std::bit_width(longest));
  return merge_from_sample(self, from, to, runs, sample, runs.is_left(sample) ? right : left, probes);
}

}  // namespace pram::programs
