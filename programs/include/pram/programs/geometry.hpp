#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>

/// Geometry of the plane.
namespace pram::programs {

/// Coordinates are from -10^9 to 10^9, so that an area fits into a word.
inline constexpr std::int64_t most_coordinate = 1'000'000'000;

/// A point with whole coordinates: one word. Points are ordered from left to right, and upwards.
struct Point {
  std::int32_t x;
  std::int32_t y;

  friend constexpr auto operator<=>(const Point&, const Point&) = default;
};

/// The corners of the convex hull of n points, by divide and conquer. The points are sorted by merge_sort(), and equal
/// ones left out. Then hulls of 1, 2, 4, … neighbours are joined in pairs, all at once: the upper ones by the tangent
/// above both, the lower ones by that below. The left end of a tangent is found by √k processors in two rounds, each of
/// which searches the hull on the right for the tangent from one point.
///
/// Model: CREW, not EREW. Time: O(log^2 n). Work: O(n log n) on at most n processors; fewer than n requests for one
/// cell.
///
/// Source: Preparata, Hong, Convex hulls of finite sets of points in two and three dimensions, CACM 20 (1977); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 2.3.
/// @returns the corners against the clock, from the leftmost (of several the lowest) on; no three on one line
/// @throws ConfigError for a coordinate that is too large
std::vector<Point> convex_hull(Machine& machine, std::span<const Point> points);

/// The maximal ones of n points: no other has both coordinates at least as large. They are sorted by merge_sort(); from
/// right to left, a point is maximal if it is above all before it, which prefix_maxima() tells.
///
/// Model: CREW, not EREW. Time: O(log^2 n), that of merge_sort() but for O(log n). Work: O(n log n).
///
/// Source: Kung, Luccio, Preparata, On finding the maxima of a set of vectors, JACM 22 (1975); JáJá, An Introduction to
/// Parallel Algorithms (1992), Section 6.5.
/// @returns the maximal points from right to left; of equal ones one
std::vector<Point> maximal_points(Machine& machine, std::span<const Point> points);

/// The distance of the two closest of n points, by divide and conquer. The points are sorted by merge_sort() from left
/// to right. Then blocks of 1, 2, 4, … neighbours are joined in pairs, all at once: merged by height, as merge_sort()
/// does, and of the points closer to the line between two blocks than the least distance within them, which prefix sums
/// put in a row, each is compared with the next seven above it.
///
/// Model: CREW, not EREW. Time: O(log^2 n). Work: O(n log n) on at most n processors; at most n requests for one cell.
///
/// Source: Shamos, Hoey, Closest-point problems (1975), as divide and conquer; in parallel: Reif (ed.), Synthesis of
/// Parallel Algorithms (1993).
/// @returns the square of the distance; 0 if two points are equal
/// @throws ConfigError for fewer than two points, or a coordinate that is too large
std::int64_t closest_pair(Machine& machine, std::span<const Point> points);

}  // namespace pram::programs
