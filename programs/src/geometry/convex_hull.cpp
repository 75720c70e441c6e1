#include <pram/programs/geometry.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <pram/programs/input/structure/plane.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include <pram/programs/sort.hpp>
#include "geometry/point_numbers.hpp"
#include "geometry/point_result.hpp"
#include "logarithm.hpp"
#include "oracle/monotone_chain.hpp"
#include "programs.hpp"
#include "root.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "sort/merging/merge_sort_cost.hpp"

namespace pram::programs {

namespace {

/// Positive if c lies on the left of the line from a to b, 0 if it lies on it.
std::int64_t side_of(Point a, Point b, Point c) {
  return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) - (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
}

/// Hulls of blocks of sorted points, upper or lower ones, each at the front of its block.
struct HalfHulls {
  HalfHulls(Machine& emulated, const Array<Point>& points, bool is_upper)
      : machine(emulated),
        upper(is_upper),
        n(points.size()),
        corner(machine.array<Point>(n, {0, 0}, "corner")),
        joined(machine.array<Point>(n, {0, 0}, "corner")),
        corners(machine.array<std::uint64_t>(n, 1, "corners")),
        left_end(machine.array<std::uint64_t>(n, 0, "left_end")),
        right_end(machine.array<std::uint64_t>(n, 0, "right_end")),
        is_end(machine.array<bool>(2 * n, false, "is_end")) {
    machine.pardo(n, [&](Processor self) -> Task<> {
      const Point mine = co_await points[self.id()];
      co_await (corner[self.id()] = mine);
    });
  }

  /// Whether c is beyond the line from a to b: above it for upper hulls, below it for lower ones.
  bool beyond(Point a, Point b, Point c) const { return upper ? side_of(a, b, c) > 0 : side_of(a, b, c) < 0; }

  /// The corner of a hull where the tangent from a point on its left ends: of two on that line the farther one.
  Task<std::uint64_t> tangent_from(Point point, std::uint64_t first, std::uint64_t count) {
    std::uint64_t low = 0;
    for (std::uint64_t high = count - 1; low < high;) {
      const std::uint64_t middle = low + (high - low) / 2;
      const Point here = co_await corner[first + middle];
      const Point next = co_await corner[first + middle + 1];
      const std::int64_t side = side_of(point, here, next);
      if (upper ? side >= 0 : side <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    co_return low;
  }

  /// Finds the left end of each tangent among the corners `spacing` apart that remain, and its right end. The left end
  /// is the first corner whose successor is not beyond the tangent from it.
  void search_tangents(std::uint64_t width, std::uint64_t spacing) {
    const std::uint64_t searchers = ceil_root(width);
    const auto flag = [&](std::uint64_t pair, std::uint64_t k) { return pair * searchers + k; };
    const std::uint64_t pairs = (n + 2 * width - 1) / (2 * width);
    std::vector<std::uint64_t> found(pairs * searchers);  // the right end that each has; its processor alone reads it
    std::vector<std::uint8_t> mine(pairs * searchers, 0);
    std::vector<std::uint64_t> place(pairs * searchers);
    machine.pardo(pairs * searchers, [&](Processor self) -> Task<> {
      const std::uint64_t pair = self.id() / searchers;
      const std::uint64_t first = pair * 2 * width;
      if (first + width >= n) co_return;  // nothing on the right
      const std::uint64_t left = co_await corners[first];
      const std::uint64_t right = co_await corners[first + width];
      // In the first round the last corner of each stretch, in the second all corners of a stretch.
      const std::uint64_t from = spacing == 1 ? co_await left_end[first] : 0;
      const std::uint64_t at = std::min(left - 1, from + (self.id() % searchers + 1) * spacing - 1);
      const Point point = co_await corner[first + at];
      found[self.id()] = co_await tangent_from(point, first + width, right);
      place[self.id()] = at;
      mine[self.id()] = 1;
      if (at + 1 < left) {
        const Point end = co_await corner[first + width + found[self.id()]];
        const Point next = co_await corner[first + at + 1];
        mine[self.id()] = beyond(point, end, next) ? 0 : 1;
      }
      co_await (is_end[flag(pair, self.id() % searchers)] = mine[self.id()] != 0);
    });
    machine.pardo(pairs * searchers, [&](Processor self) -> Task<> {
      const std::uint64_t k = self.id() % searchers;
      const std::uint64_t first = self.id() / searchers * 2 * width;
      if (first + width >= n || mine[self.id()] == 0) co_return;
      if (k > 0 && co_await is_end[self.id() - 1]) co_return;  // not the first one
      const bool begins_stretch = spacing > 1;
      co_await (left_end[first] = begins_stretch ? k * spacing : place[self.id()]);
      if (!begins_stretch) co_await (right_end[first] = found[self.id()]);
    });
  }

  /// Joins the hulls of blocks of `width` points in pairs.
  void join(std::uint64_t width) {
    search_tangents(width, ceil_root(width));
    search_tangents(width, 1);
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint64_t first = self.id() / (2 * width) * 2 * width;
      const std::uint64_t middle = first + width;
      const bool of_left = self.id() < middle;
      const std::uint64_t mine = of_left ? self.id() - first : self.id() - middle;
      if (mine >= co_await corners[of_left ? first : middle]) co_return;
      std::uint64_t target = self.id();
      if (middle < n) {
        const std::uint64_t left = co_await left_end[first];
        const std::uint64_t right = co_await right_end[first];
        if (of_left ? mine > left : mine < right) co_return;
        if (!of_left) target = first + left + 1 + mine - right;
      }
      const Point point = co_await corner[self.id()];
      co_await (joined[target] = point);
    });
    machine.pardo((n + 2 * width - 1) / (2 * width), [&](Processor self) -> Task<> {
      const std::uint64_t first = self.id() * 2 * width;
      if (first + width >= n) co_return;
      const std::uint64_t left = co_await left_end[first];
      const std::uint64_t right = co_await right_end[first];
      const std::uint64_t on_right = co_await corners[first + width];
      co_await (corners[first] = left + 1 + on_right - right);
    });
    std::swap(corner, joined);
  }

  std::vector<Point> corners_of_all() {
    for (std::uint64_t width = 1; width < n; width *= 2) join(width);
    std::vector<Point> all = corner.host();
    all.resize(corners.get(0));
    return all;
  }

  Machine& machine;
  bool upper;
  std::uint64_t n;
  Array<Point> corner;
  Array<Point> joined;
  Array<std::uint64_t> corners;   // per block, at its first point: the corners of its hull,
  Array<std::uint64_t> left_end;  // and the ends of the tangent, as places in the left and the right hull
  Array<std::uint64_t> right_end;
  Array<bool> is_end;
};

/// Sorts the points, and leaves out repeated ones.
Array<Point> sorted_points(Machine& machine, std::span<const Point> points) {
  std::vector<std::int64_t> numbers;
  for (const Point point : points) numbers.push_back(number_of_point(point));
  auto number = machine.array(numbers, "number");
  merge_sort(machine, number);
  const std::uint64_t n = points.size();
  const auto place = machine.array<std::int64_t>(n, 0, "place");
  std::vector<std::int64_t> own(n);  // what each has read; its processor alone knows it
  std::vector<std::uint8_t> is_new(n);
  machine.pardo(n, [&](Processor self) -> Task<> {
    own[self.id()] = co_await number[self.id()];
    is_new[self.id()] = 1;
    if (self.id() > 0) {
      const std::int64_t before = co_await number[self.id() - 1];
      is_new[self.id()] = before != own[self.id()] ? 1 : 0;
    } else {
      co_await self.idle();
    }
    co_await (place[self.id()] = is_new[self.id()]);
  });
  prefix_sums(machine, place);
  auto sorted = machine.array<Point>(static_cast<std::uint64_t>(place.get(n - 1)), {0, 0}, "point");
  machine.pardo(n, [&](Processor self) -> Task<> {
    if (is_new[self.id()] == 0) co_return;
    const std::int64_t mine = co_await place[self.id()];
    co_await (sorted[mine - 1] = point_of_number(own[self.id()]));
  });
  return sorted;
}

/// The most steps to join hulls of so many points: two searches, and the copies.
constexpr std::uint64_t join_steps(std::uint64_t width) { return 2 * (9 + 2 * ceil_log2(width) + 3) + 9; }

}  // namespace

std::vector<Point> convex_hull(Machine& machine, std::span<const Point> points) {
  check_coordinates(points);
  if (points.empty()) return {};
  const Array<Point> sorted = sorted_points(machine, points);
  std::vector<Point> hull = HalfHulls(machine, sorted, false).corners_of_all();
  const std::vector<Point> upper = HalfHulls(machine, sorted, true).corners_of_all();
  for (std::size_t i = upper.size() - 1; i-- > 1;) hull.push_back(upper[i]);
  return hull;
}

Program convex_hull_program() {
  return program<Points>(
      convex_hull, {.name = "convex-hull",
                    .what = "the corners of the convex hull of n points, by tangents of halves",
                    .columns = "x of a corner, y",
                    .source = "Preparata, Hong 1977; JáJá 2.3",
                    .model = Rule::crew,
                    .needs_more_than = Rule::erew,
                    .time = "O(log^2 n)",
                    .steps_at_most =
                        [](std::uint64_t n) {
                          std::uint64_t steps = merge_sort_steps(n) + prefix_sums_steps(n) + 9;
                          for (std::uint64_t width = 1; width < n; width *= 2) steps += 2 * join_steps(width);
                          return n == 0 ? 0 : steps;
                        },
                    .work = "O(n log n)",
                    .work_at_most =
                        [](std::uint64_t n) {
                          return n == 0 ? 0 : merge_sort_work(n) + prefix_sums_work(n) + 9 * n + 60 * n * ceil_log2(n);
                        },
                    .degree_at_most = [](std::uint64_t n) { return std::max<std::uint64_t>(1, n); },
                    .size = {.usual = 1 << 12, .bytes_each = 16 * sizeof(std::int64_t) + processor_bytes},
                    .oracle = oracle::monotone_chain,
                    .against = "Andrew's monotone chain",
                    .facts = [](const auto&, const std::vector<Point>& hull) -> Facts {
                      return {{"corners", static_cast<std::int64_t>(hull.size())}};
                    }});
}

}  // namespace pram::programs
