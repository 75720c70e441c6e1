#include <pram/programs/geometry.hpp>

#include <algorithm>
#include <bit>
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
#include "scan/prefix_sums_cost.hpp"
#include "sort/merging/cole_merge_sort_cost.hpp"

namespace pram::programs {

namespace {

/// The direction of a tangent to the right; {0, 0}: there is none.
struct Direction {
  std::int32_t dy = 0;
  std::uint32_t dx = 0;

  bool exists() const { return dx != 0; }
  bool is_above(Direction other) const {
    return std::int64_t{dy} * std::int64_t{other.dx} > std::int64_t{other.dy} * std::int64_t{dx};
  }
};

Direction direction_of(Point from, Point to) {
  return {static_cast<std::int32_t>(to.y - from.y),
          static_cast<std::uint32_t>(std::int64_t{to.x} - std::int64_t{from.x})};
}

/// Positive if c lies above the line from a to b, which leads to the right; 0 if it lies on it.
std::int64_t height_over(Point a, Point b, Point c) {
  return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) - (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
}

/// Whether the line from a to b is above that from c to d in the middle between the places x1 and x2.
bool is_above_between(Point a, Point b, Point c, Point d, std::int64_t x1, std::int64_t x2) {
  __extension__ using Wide = __int128;
  // Twice the height of a line there, times its dx.
  const auto height = [&](Point from, Direction along) {
    return Wide{2} * from.y * along.dx + Wide{x1 + x2 - 2 * std::int64_t{from.x}} * along.dy;
  };
  const Direction ab = direction_of(a, b);
  const Direction cd = direction_of(c, d);
  return height(a, ab) * cd.dx > height(c, cd) * ab.dx;
}

/// The number of hulls that are joined into one, and of the points that each of them is made of.
struct RootWay {
  std::uint64_t width;  // of a hull before: 1, 2, 4, 16, 256, 65536
  std::uint64_t hulls;  // at most as many, that are joined

  std::uint64_t joined_width() const { return width == 1 ? 2 : width * width; }
};

std::vector<RootWay> ways_of(std::uint64_t points) {
  std::vector<RootWay> ways;
  for (std::uint64_t width = 1; width < points; width = ways.back().joined_width()) {
    const RootWay way{width, 0};
    ways.push_back({width, std::min(way.joined_width() / width, (points + width - 1) / width)});
  }
  return ways;
}

/// Upper hulls of blocks of points, each at the front of its block. No two points have the same x.
class UpperHulls {
 public:
  UpperHulls(Machine& machine, Array<Point> points)
      : machine_(machine),
        n_(points.size()),
        corner_(std::move(points)),
        joined_(machine.array<Point>(n_, {0, 0}, "corner")),
        corners_(machine.array<std::uint32_t>(n_, 1, "corners")),
        from_(machine.array<std::uint32_t>(n_, 0, "from")),
        kept_(machine.array<std::uint32_t>(n_, 0, "kept")),
        end_(machine.array<std::uint32_t>(n_, 0, "end")) {}

  std::vector<Point> corners_of_all() {
    for (const RootWay& way : ways_of(n_)) {
      const Tangents tangents(machine_, way, (n_ + way.joined_width() - 1) / way.joined_width());
      find(tangents);
      choose(tangents);
      trim(tangents);
      add_up(way);
      copy(way);
    }
    std::vector<Point> all = corner_.host();
    all.resize(n_ == 0 ? 0 : corners_.get(0));
    return all;
  }

  static std::uint64_t steps(std::uint64_t n) {
    std::uint64_t steps = 0;
    for (const RootWay& way : ways_of(n))
      steps += 8 + 6 * (2 * floor_log2(way.width) + 1) + 8 * ceil_log2(way.hulls) + 7 + 6 + 3;
    return steps;
  }

 private:
  /// The tangents of each hull to all others that it is joined with, a row a hull: those to hulls on its left, and
  /// those to hulls on its right.
  struct Tangents {
    Tangents(Machine& machine, RootWay of_way, std::uint64_t of_blocks)
        : way(of_way),
          blocks(of_blocks),
          rows(blocks * way.hulls),
          side{machine.array<Direction>(rows * way.hulls, {}, "left_tangent"),
               machine.array<Direction>(rows * way.hulls, {}, "right_tangent")},
          contact{machine.array<std::uint32_t>(rows * way.hulls, 0, "left_contact"),
                  machine.array<std::uint32_t>(rows * way.hulls, 0, "right_contact")} {}

    RootWay way;
    std::uint64_t blocks;
    std::uint64_t rows;
    Array<Direction> side[2];
    Array<std::uint32_t> contact[2];  // the corner of the row's hull where the tangent touches it
  };

  /// Two hulls, by the first points that they were made of and by their corners.
  struct HullPair {
    std::uint64_t left;
    std::uint64_t right;
    std::uint32_t on_left;
    std::uint32_t on_right;
  };
  struct Bridge {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    Direction along;
  };

  /// The tangent above two hulls, one on the left of the other, by binary search on both at once: at its middle corner
  /// at least one of them leaves out half of the corners.
  Task<Bridge> bridge(HullPair pair) const {
    const Point last = co_await corner_[pair.left + pair.on_left - 1];
    const Point first = co_await corner_[pair.right];
    std::uint32_t left_low = 0;
    std::uint32_t left_high = pair.on_left - 1;
    std::uint32_t right_low = 0;
    std::uint32_t right_high = pair.on_right - 1;
    for (;;) {
      const std::uint32_t i = left_low + (left_high - left_low) / 2;
      const std::uint32_t j = right_low + (right_high - right_low) / 2;
      const Point p = co_await corner_[pair.left + i];
      const Point q = co_await corner_[pair.right + j];
      if (i > 0) {
        const Point before = co_await corner_[pair.left + i - 1];
        if (height_over(p, q, before) >= 0) {
          left_high = i - 1;
          continue;
        }
      }
      if (j + 1 < pair.on_right) {
        const Point behind = co_await corner_[pair.right + j + 1];
        if (height_over(p, q, behind) >= 0) {
          right_low = j + 1;
          continue;
        }
      }
      Point behind = p;
      Point before = q;
      if (i + 1 < pair.on_left) behind = co_await corner_[pair.left + i + 1];
      if (j > 0) before = co_await corner_[pair.right + j - 1];
      const bool goes_on = height_over(p, q, behind) > 0;
      const bool goes_back = height_over(p, q, before) > 0;
      if (!goes_on && !goes_back) co_return Bridge{i, j, direction_of(p, q)};
      // Both edges lead above the line: the one that is higher between the hulls shows where the tangent is not.
      if (goes_on && (!goes_back || is_above_between(p, behind, before, q, last.x, first.x))) {
        left_low = i + 1;
      } else {
        right_high = j - 1;
      }
    }
  }

  void find(const Tangents& tangents) {
    const std::uint64_t hulls = tangents.way.hulls;
    const std::uint64_t width = tangents.way.width;
    machine_.pardo(tangents.rows * hulls, [&](Processor self) -> Task<> {
      const std::uint64_t row = self.id() / hulls;
      const std::uint64_t block = row / hulls * hulls;
      const std::uint64_t other = block + self.id() % hulls;
      if (row >= other || other * width >= n_) co_return;
      const std::uint32_t on_left = co_await corners_[row * width];
      const std::uint32_t on_right = co_await corners_[other * width];
      const Bridge found = co_await bridge({row * width, other * width, on_left, on_right});
      co_await (tangents.side[1][row * hulls + other - block] = found.along);
      co_await (tangents.contact[1][row * hulls + other - block] = found.left);
      co_await (tangents.side[0][other * hulls + row - block] = found.along);
      co_await (tangents.contact[0][other * hulls + row - block] = found.right);
    });
  }

  /// Of all tangents to the left the least steep one goes to the front of the row, of those to the right the steepest.
  void choose(const Tangents& tangents) {
    const std::uint64_t hulls = tangents.way.hulls;
    for (std::uint64_t width = hulls; width > 1; width = (width + 1) / 2) {
      const std::uint64_t half = (width + 1) / 2;
      const std::uint64_t pairs = width / 2;
      machine_.pardo(2 * tangents.rows * pairs, [&](Processor self) -> Task<> {
        const std::uint64_t right = self.id() % 2;
        const std::uint64_t cell = self.id() / 2 / pairs * hulls + self.id() / 2 % pairs;
        const Array<Direction>& side = tangents.side[right];
        const Direction other = co_await side[cell + half];
        if (!other.exists()) co_return;
        const Direction mine = co_await side[cell];
        if (mine.exists() && !(right == 1 ? other.is_above(mine) : mine.is_above(other))) co_return;
        co_await (side[cell] = other);
        const std::uint32_t touched = co_await tangents.contact[right][cell + half];
        co_await (tangents.contact[right][cell] = touched);
      });
    }
  }

  /// A hull keeps the corners from where the one tangent touches it to where the other does; none if it lies below a
  /// tangent of hulls on both sides.
  void trim(const Tangents& tangents) {
    const std::uint64_t hulls = tangents.way.hulls;
    machine_.pardo(tangents.rows, [&](Processor self) -> Task<> {
      const std::uint64_t first = self.id() * tangents.way.width;
      if (first >= n_) co_return;
      std::uint32_t from = 0;
      std::uint32_t to = co_await corners_[first];
      const Direction left = co_await tangents.side[0][self.id() * hulls];
      const Direction right = co_await tangents.side[1][self.id() * hulls];
      if (left.exists()) from = co_await tangents.contact[0][self.id() * hulls];
      if (right.exists()) to = co_await tangents.contact[1][self.id() * hulls] + 1;
      const bool is_below = left.exists() && right.exists() && !left.is_above(right);
      co_await (from_[self.id()] = from);
      co_await (kept_[self.id()] = is_below ? 0 : to - from);
    });
  }

  /// Where the corners of each hull end among those of all that it is joined with.
  void add_up(RootWay way) {
    const std::uint64_t rows = (n_ + way.width - 1) / way.width;
    std::vector<std::uint32_t> own(rows);  // its processor alone reads it
    machine_.pardo(rows, [&](Processor self) -> Task<> {
      own[self.id()] = co_await kept_[self.id()];
      co_await (end_[self.id()] = own[self.id()]);
      for (std::uint64_t distance = 1; distance < way.hulls; distance *= 2) {
        if (self.id() % way.hulls < distance) {
          co_await self.idle(2);
          continue;
        }
        own[self.id()] += co_await end_[self.id() - distance];
        co_await (end_[self.id()] = own[self.id()]);
      }
    });
  }

  void copy(RootWay way) {
    const std::uint64_t rows = (n_ + way.width - 1) / way.width;
    machine_.pardo(n_, [&](Processor self) -> Task<> {
      const std::uint64_t row = self.id() / way.width;
      const std::uint64_t mine = self.id() % way.width;
      const std::uint32_t from = co_await from_[row];
      const std::uint32_t kept = co_await kept_[row];
      if (mine < from || mine >= std::uint64_t{from} + kept) co_return;
      const std::uint32_t end = co_await end_[row];
      const Point point = co_await corner_[self.id()];
      co_await (joined_[row / way.hulls * way.joined_width() + end - kept + mine - from] = point);
    });
    machine_.pardo((rows + way.hulls - 1) / way.hulls, [&](Processor self) -> Task<> {
      const std::uint32_t all = co_await end_[std::min(rows, (self.id() + 1) * way.hulls) - 1];
      co_await (corners_[self.id() * way.joined_width()] = all);
    });
    std::swap(corner_, joined_);
  }

  Machine& machine_;
  std::uint64_t n_;
  Array<Point> corner_;
  Array<Point> joined_;
  Array<std::uint32_t> corners_;  // per block, at its first point: the corners of its hull
  Array<std::uint32_t> from_;     // per hull that is joined: its first corner that is kept,
  Array<std::uint32_t> kept_;     // how many are,
  Array<std::uint32_t> end_;      // and where they end among all that are kept
};

/// The highest point of each x, or the lowest one with its height turned over, so that its lower hull becomes an upper
/// one.
Array<Point> outermost_points(Machine& machine, const Array<std::int64_t>& sorted, std::uint64_t n, bool highest) {
  const auto place = machine.array<std::int64_t>(n, 0, "place");
  std::vector<std::uint8_t> is_outermost(n, 1);  // its processor alone reads it
  std::vector<Point> own(n);
  machine.pardo(n, [&](Processor self) -> Task<> {
    own[self.id()] = point_of_number(co_await sorted[self.id()]);
    if (highest ? self.id() + 1 < n : self.id() > 0) {
      const Point beside = point_of_number(co_await sorted[highest ? self.id() + 1 : self.id() - 1]);
      is_outermost[self.id()] = beside.x != own[self.id()].x ? 1 : 0;
    } else {
      co_await self.idle();
    }
    co_await (place[self.id()] = is_outermost[self.id()]);
  });
  prefix_sums(machine, place);
  auto outermost = machine.array<Point>(static_cast<std::uint64_t>(place.get(n - 1)), {0, 0}, "corner");
  machine.pardo(n, [&](Processor self) -> Task<> {
    if (is_outermost[self.id()] == 0) co_return;
    const std::int64_t mine = co_await place[self.id()];
    const Point point = own[self.id()];
    co_await (outermost[mine - 1] = highest ? point : Point{point.x, -point.y});
  });
  return outermost;
}

}  // namespace

std::vector<Point> convex_hull_root_way(Machine& machine, std::span<const Point> points) {
  check_coordinates(points);
  const std::uint64_t n = points.size();
  if (n == 0) return {};
  std::vector<std::int64_t> numbers;
  numbers.reserve(n);
  for (const Point point : points) numbers.push_back(number_of_point(point));
  const Array<std::int64_t> sorted = cole_merge_sort(machine, machine.array(numbers, "number"), n);
  std::vector<Point> hull = UpperHulls(machine, outermost_points(machine, sorted, n, false)).corners_of_all();
  for (Point& corner : hull) corner.y = -corner.y;
  std::vector<Point> upper = UpperHulls(machine, outermost_points(machine, sorted, n, true)).corners_of_all();
  if (upper.front() == hull.front()) upper.erase(upper.begin());
  if (!upper.empty() && upper.back() == hull.back()) upper.pop_back();
  hull.insert(hull.end(), upper.rbegin(), upper.rend());
  return hull;
}

Program convex_hull_root_way_program() {
  return program<Points>(
      convex_hull_root_way,
      {.name = "convex-hull-root-way",
       .what = "the corners of the convex hull of n points: √n hulls of √n points are joined at once, by all tangents",
       .columns = "x of a corner, y",
       .source = "Aggarwal et al. 1988; Atallah, Goodrich 1986; JáJá 6.1",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps_at_most =
           [](std::uint64_t n) {
             return n == 0 ? 0 : 2 + cole_merge_sort_steps(n) + 2 * (5 + prefix_sums_steps(n) + UpperHulls::steps(n));
           },
       .work = "O(n log n)",
       .work_at_most =
           [](std::uint64_t n) { return n == 0 ? 0 : cole_merge_sort_work(n) + 100 * n + 40 * n * ceil_log2(n); },
       .degree_at_most = [](std::uint64_t n) { return std::max<std::uint64_t>(8, n); },
       .size = {.usual = 1 << 11, .bytes_each = 60 * sizeof(std::int64_t) + processor_bytes},
       .oracle = oracle::monotone_chain,
       .against = "Andrew's monotone chain",
       .facts = [](const auto&, const std::vector<Point>& hull) -> Facts {
         return {{"corners", static_cast<std::int64_t>(hull.size())}};
       }});
}

}  // namespace pram::programs
