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

/// The corners of the convex hull of n points, by divide and conquer. merge_sort() sorts the points, and repeated ones
/// are left out. Then hulls of 1, 2, 4, … neighbours are joined in pairs, all at once: the upper hulls by the tangent
/// above both, the lower hulls by the tangent below both. For hulls of at most k points √k processors find the left end
/// of a tangent in two rounds. In a round each processor takes one corner of the left hull, and finds the tangent from
/// it to the right hull by binary search.
///
/// Model: CREW, not EREW. Time: O(log^2 n). Work: O(n log n) on at most n processors; fewer than n requests for one
/// cell.
///
/// Source: Preparata, Hong, Convex hulls of finite sets of points in two and three dimensions, CACM 20 (1977); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 2.3.
/// @returns the corners counterclockwise, from the leftmost (of several the lowest) on, no three on one line; none for
///          no points
/// @throws ConfigError for a coordinate that is too large
std::vector<Point> convex_hull(Machine& machine, std::span<const Point> points);

/// The same in logarithmic time. cole_merge_sort() sorts the points; of several with the same x the lowest or the
/// highest one is taken. Then √k hulls of √k neighbours each are joined at once, for k = 4, 16, 256, 65536, … A
/// processor of each pair of them finds their tangent, by binary search on both hulls together. Of the tangents from
/// one hull to hulls on its left the least steep one says where its part of the joined hull begins, and the steepest
/// one to its right where that ends.
///
/// Model: CREW, not EREW. Time: O(log n), most of it that of cole_merge_sort(). Work: O(n log n) on O(n) processors; at
/// most n requests for one cell.
///
/// Source: Aggarwal, Chazelle, Guibas, Ó'Dúnlaing, Yap, Parallel computational geometry, Algorithmica 3 (1988);
/// Atallah, Goodrich, Efficient parallel solutions to some geometric problems, J. Parallel and Distributed Computing 3
/// (1986); JáJá, An Introduction to Parallel Algorithms (1992), Section 6.1; the search: Overmars, van Leeuwen,
/// Maintenance of configurations in the plane (1981).
/// @param points  as for convex_hull()
/// @returns as convex_hull()
/// @throws ConfigError for a coordinate that is too large
std::vector<Point> convex_hull_root_way(Machine& machine, std::span<const Point> points);

/// The maximal ones of n points: a point is maximal if no other point has both coordinates at least as large.
/// merge_sort() sorts the points. From right to left, a point is maximal if it is above all points before it;
/// prefix_maxima() finds the heights of these.
///
/// Model: CREW, not EREW. Time: O(log^2 n), that of merge_sort() but for O(log n). Work: O(n log n). With
/// cole_merge_sort() it would be O(log n), by nine times the work; the steps of that sort are fewer from n = 2^33 on.
///
/// Source: Kung, Luccio, Preparata, On finding the maxima of a set of vectors, JACM 22 (1975); JáJá, An Introduction to
/// Parallel Algorithms (1992), Section 6.5.
/// @param points  with coordinates up to most_coordinate, which is not checked
/// @returns the maximal points from right to left; of equal ones one
std::vector<Point> maximal_points(Machine& machine, std::span<const Point> points);

/// The squared distance of the two closest of n points, by divide and conquer. merge_sort() sorts the points from left
/// to right. Then blocks of 1, 2, 4, … neighbours are joined in pairs, all at once. Two blocks are merged by height, as
/// merge_sort() merges. The strip holds the points that are closer to the line between two blocks than the least
/// distance within the blocks. Prefix sums gather the strip, and each of its points is compared with the next seven
/// above it.
///
/// Model: CREW, not EREW. Time: O(log^2 n). Work: O(n log n) on at most n processors; at most n requests for one cell.
///
/// Source: Shamos, Hoey, Closest-point problems (1975), as divide and conquer; in parallel: Reif (ed.), Synthesis of
/// Parallel Algorithms (1993).
/// @returns the square of the distance; 0 if two points are equal
/// @throws ConfigError for fewer than two points, or a coordinate that is too large
std::int64_t closest_pair(Machine& machine, std::span<const Point> points);

}  // namespace pram::programs
