#include <pram/programs/geometry.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <pram/programs/input/structure/plane.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include <pram/programs/sort.hpp>
#include "geometry/point_numbers.hpp"
#include "logarithm.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "sort/merging/merge_samples.hpp"
#include "sort/merging/merge_sort_cost.hpp"

namespace pram::programs {

namespace {

constexpr std::int64_t no_pair = std::numeric_limits<std::int64_t>::max();

std::int64_t squared_distance_of(Point a, Point b) {
  const std::int64_t x = std::int64_t{a.x} - b.x;
  const std::int64_t y = std::int64_t{a.y} - b.y;
  return x * x + y * y;
}

/// Blocks of neighbours from left to right, each sorted by height, with the least squared distance within each.
struct ClosestPairs {
  ClosestPairs(Machine& emulated, const Array<std::int64_t>& from_left)
      : machine(emulated),
        n(from_left.size()),
        by_x(from_left),
        by_y(machine.array<std::int64_t>(n, 0, "by_y")),
        merged(machine.array<std::int64_t>(n, 0, "by_y")),
        place(machine.array<std::int64_t>(n, 0, "place")),
        strip(machine.array<std::int64_t>(n, 0, "strip")),
        candidate(machine.array<std::int64_t>(n, no_pair, "candidate")),
        least(machine.array<std::int64_t>(n, no_pair, "least")),
        own(n),
        is_near(n) {
    machine.pardo(n, [&](Processor self) -> Task<> {
      const Point mine = point_of_number(co_await by_x[self.id()]);
      co_await (by_y[self.id()] = number_by_height(mine));
    });
  }

  void merge_by_height(std::uint64_t width) {
    const std::uint64_t k = distance_of_samples(2 * width);
    const std::uint64_t samples = 2 * ((width + k - 1) / k);
    machine.pardo((n + 2 * width - 1) / (2 * width) * samples, [&](Processor self) -> Task<> {
      const std::uint64_t begin = self.id() / samples * 2 * width;
      const SampledRuns runs{begin, std::min(n, begin + width), std::min(n, begin + 2 * width), k};
      const std::uint64_t sample = self.id() % samples;
      if (sample < runs.samples()) co_await merge_from_sample(self, by_y, merged, runs, sample);
    });
    std::swap(by_y, merged);
  }

  /// Gathers the strip: the points of each pair of blocks that are near the line between them.
  void gather_strip(std::uint64_t width) {
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint64_t begin = self.id() / (2 * width) * 2 * width;
      own[self.id()] = co_await by_y[self.id()];
      is_near[self.id()] = 0;
      if (begin + width < n) {
        const Point line = point_of_number(co_await by_x[begin + width]);
        const std::int64_t on_left = co_await least[begin];
        const std::int64_t on_right = co_await least[begin + width];
        const std::int64_t away = std::int64_t{point_by_height(own[self.id()]).x} - line.x;
        is_near[self.id()] = away * away < std::min(on_left, on_right) ? 1 : 0;
      } else {
        co_await self.idle(3);
      }
      co_await (place[self.id()] = is_near[self.id()]);
    });
    prefix_sums(machine, place);
    machine.pardo(n, [&](Processor self) -> Task<> {
      if (is_near[self.id()] == 0) co_return;
      const std::int64_t mine = co_await place[self.id()];
      co_await (strip[mine - 1] = own[self.id()]);
    });
  }

  /// Compares every point of the strip with the next seven of its pair of blocks.
  void compare_strip(std::uint64_t width) {
    machine.pardo(n, [&](Processor self) -> Task<> {
      std::int64_t found = no_pair;
      if (is_near[self.id()] != 0) {
        const std::uint64_t end = std::min(n, (self.id() / (2 * width) + 1) * 2 * width);
        const std::int64_t mine = co_await place[self.id()];
        const std::int64_t last = co_await place[end - 1];
        for (std::int64_t at = mine; at < std::min(last, mine + 7); ++at) {
          const Point other = point_by_height(co_await strip[at]);
          found = std::min(found, squared_distance_of(point_by_height(own[self.id()]), other));
        }
      }
      co_await (candidate[self.id()] = found);
    });
    for (std::uint64_t half = width; half >= 1; half /= 2) {
      machine.pardo((n + 2 * width - 1) / (2 * width) * half, [&, half](Processor self) -> Task<> {
        const std::uint64_t at = self.id() / half * 2 * width + self.id() % half;
        if (at + half >= n) co_return;
        const std::int64_t one = co_await candidate[at];
        const std::int64_t other = co_await candidate[at + half];
        co_await (candidate[at] = std::min(one, other));
      });
    }
    machine.pardo((n + 2 * width - 1) / (2 * width), [&](Processor self) -> Task<> {
      const std::uint64_t begin = self.id() * 2 * width;
      if (begin + width >= n) co_return;
      const std::int64_t on_left = co_await least[begin];
      const std::int64_t on_right = co_await least[begin + width];
      const std::int64_t across = co_await candidate[begin];
      co_await (least[begin] = std::min(std::min(on_left, on_right), across));
    });
  }

  Machine& machine;
  std::uint64_t n;
  const Array<std::int64_t>& by_x;
  Array<std::int64_t> by_y;
  Array<std::int64_t> merged;
  Array<std::int64_t> place;
  Array<std::int64_t> strip;
  Array<std::int64_t> candidate;
  Array<std::int64_t> least;      // per block, at its first point: the least squared distance within it
  std::vector<std::int64_t> own;  // per place by height: its point, and whether this is in the strip
  std::vector<std::uint8_t> is_near;
};

/// The most steps to join blocks of `width` points in pairs.
constexpr std::uint64_t join_pair_steps(std::uint64_t n, std::uint64_t width) {
  return merge_sample_steps(width, distance_of_samples(2 * width)) + 21 + prefix_sums_steps(n) +
         3 * (1 + ceil_log2(width));
}

}  // namespace

std::int64_t closest_pair(Machine& machine, std::span<const Point> points) {
  if (points.size() < 2) throw ConfigError("points", std::to_string(points.size()), "at least two");
  check_coordinates(points);
  std::vector<std::int64_t> numbers;
  for (const Point point : points) numbers.push_back(number_of_point(point));
  auto by_x = machine.array(numbers, "by_x");
  merge_sort(machine, by_x);
  ClosestPairs pairs(machine, by_x);
  for (std::uint64_t width = 1; width < points.size(); width *= 2) {
    pairs.merge_by_height(width);
    pairs.gather_strip(width);
    pairs.compare_strip(width);
  }
  return pairs.least.get(0);
}

Program closest_pair_program() {
  return program<Points>(
      closest_pair, {.name = "closest-pair",
                     .what = "the square of the distance of the two closest of n points, by strips between halves",
                     .columns = "square of the distance",
                     .source = "Shamos, Hoey 1975; Reif 1993",
                     .model = Rule::crew,
                     .needs_more_than = Rule::erew,
                     .time = "O(log^2 n)",
                     .steps_at_most =
                         [](std::uint64_t n) {
                           std::uint64_t steps = merge_sort_steps(n) + 2;
                           for (std::uint64_t width = 1; width < n; width *= 2) steps += join_pair_steps(n, width);
                           return steps;
                         },
                     .work = "O(n log n)",
                     .work_at_most =
                         [](std::uint64_t n) {
                           return 2 * merge_sort_work(n) + 2 * n + ceil_log2(n) * (27 * n + prefix_sums_work(n));
                         },
                     .degree_at_most = [](std::uint64_t n) { return n; },
                     .size = {.usual = 1 << 12, .bytes_each = 20 * sizeof(std::int64_t) + processor_bytes, .least = 2},
                     .oracle =
                         [](std::span<const Point> points) {
                           std::int64_t least = no_pair;
                           for (std::size_t i = 0; i < points.size(); ++i) {
                             for (std::size_t j = 0; j < i; ++j)
                               least = std::min(least, squared_distance_of(points[i], points[j]));
                           }
                           return least;
                         },
                     .against = "all pairs on one thread",
                     .facts = [](const auto&, std::int64_t found) -> Facts {
                       return {{"squared_distance", found}};
                     },
                     .write = [](std::ostream& out, const auto&, std::int64_t found) { out << found << '\n'; }});
}

}  // namespace pram::programs
