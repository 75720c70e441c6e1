#include "oracle/monotone_chain.hpp"

#include <algorithm>
#include <cstddef>

namespace pram::programs::oracle {

namespace {

/// Twice the area of a triangle; positive if it turns left.
std::int64_t turn(Point a, Point b, Point c) {
  return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) - (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
}

}  // namespace

std::vector<Point> monotone_chain(std::span<const Point> points) {
  std::vector<Point> sorted(points.begin(), points.end());
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (sorted.size() < 3) return sorted;
  std::vector<Point> hull;
  const auto add = [&hull](Point point, std::size_t least) {
    while (hull.size() >= least + 2 && turn(hull[hull.size() - 2], hull.back(), point) <= 0) hull.pop_back();
    hull.push_back(point);
  };
  for (const Point point : sorted) add(point, 0);
  const std::size_t lower = hull.size() - 1;
  for (std::size_t i = sorted.size() - 1; i-- > 0;) add(sorted[i], lower);
  hull.pop_back();
  return hull;
}

}  // namespace pram::programs::oracle
