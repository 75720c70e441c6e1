#include <pram/programs/geometry.hpp>

#include <algorithm>

#include <pram/programs/input/structure/plane.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include <pram/programs/sort.hpp>
#include "geometry/point_numbers.hpp"
#include "geometry/point_result.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "sort/merging/merge_sort_cost.hpp"

namespace pram::programs {

std::vector<Point> maximal_points(Machine& machine, std::span<const Point> points) {
  check_coordinates(points);
  const std::uint64_t n = points.size();
  std::vector<std::int64_t> numbers;
  for (const Point point : points) numbers.push_back(number_of_point(point));
  auto number = machine.array(numbers, "number");
  merge_sort(machine, number);
  // From right to left: a point is maximal if it is above all before it.
  const auto height = machine.array<std::int64_t>(n, 0, "height");
  const auto place = machine.array<std::int64_t>(n, 0, "place");
  std::vector<Point> own(n);  // what each has read, and whether it is maximal; its processor alone knows them
  std::vector<std::uint8_t> is_maximal(n);
  machine.pardo(n, [&](Processor self) -> Task<> {
    own[self.id()] = point_of_number(co_await number[n - 1 - self.id()]);
    co_await (height[self.id()] = own[self.id()].y);
  });
  prefix_maxima(machine, height);
  machine.pardo(n, [&](Processor self) -> Task<> {
    is_maximal[self.id()] = 1;
    if (self.id() > 0) {
      const std::int64_t above = co_await height[self.id() - 1];
      is_maximal[self.id()] = above < own[self.id()].y ? 1 : 0;
    } else {
      co_await self.idle();
    }
    co_await (place[self.id()] = is_maximal[self.id()]);
  });
  prefix_sums(machine, place);
  const auto maximal =
      machine.array<Point>(n == 0 ? 0 : static_cast<std::uint64_t>(place.get(n - 1)), {0, 0}, "maximal");
  machine.pardo(n, [&](Processor self) -> Task<> {
    if (is_maximal[self.id()] == 0) co_return;
    const std::int64_t mine = co_await place[self.id()];
    co_await (maximal[mine - 1] = own[self.id()]);
  });
  return maximal.host();
}

Program maximal_points_program() {
  return program<Points>(
      maximal_points,
      {.name = "maximal-points",
       .what = "those of n points that no other has both on the right and above, by a sort and prefix maxima",
       .columns = "x of a maximal point, y",
       .source = "Kung, Luccio, Preparata 1975; JáJá 6.5",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log^2 n)",
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : 6 + merge_sort_steps(n) + 2 * prefix_sums_steps(n); },
       .work = "O(n log n)",
       .work_at_most = [](std::uint64_t n) { return 6 * n + merge_sort_work(n) + 2 * prefix_sums_work(n); },
       .degree_at_most = merge_sort_degree,
       .size = {.usual = 1 << 12, .bytes_each = 8 * sizeof(std::int64_t) + processor_bytes},
       .oracle =
           [](std::span<const Point> points) {
             std::vector<Point> sorted(points.begin(), points.end());
             std::ranges::sort(sorted, std::greater());
             std::vector<Point> maximal;
             for (const Point point : sorted) {
               if (maximal.empty() || point.y > maximal.back().y) maximal.push_back(point);
             }
             return maximal;
           },
       .against = "one pass over the sorted points",
       .facts = [](const auto&, const std::vector<Point>& maximal) -> Facts {
         return {{"maximal", static_cast<std::int64_t>(maximal.size())}};
       }});
}

}  // namespace pram::programs
