#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include <pram/error.hpp>
#include <pram/programs/geometry.hpp>

namespace pram::programs {

/// A point as a number, in the order of points, for sorts. Coordinates are up to most_coordinate.
constexpr std::int64_t number_of_point(Point point) {
  return static_cast<std::int64_t>((static_cast<std::uint64_t>(std::int64_t{point.x} + most_coordinate) << 32) |
                                   static_cast<std::uint64_t>(std::int64_t{point.y} + most_coordinate));
}
constexpr Point point_of_number(std::int64_t number) {
  return {static_cast<std::int32_t>((number >> 32) - most_coordinate),
          static_cast<std::int32_t>((number & 0xFFFFFFFF) - most_coordinate)};
}

/// A point as a number in the order from the bottom up, and then to the right.
constexpr std::int64_t number_by_height(Point point) { return number_of_point({point.y, point.x}); }
constexpr Point point_by_height(std::int64_t number) {
  const Point turned = point_of_number(number);
  return {turned.y, turned.x};
}

/// @throws ConfigError for a coordinate that is too large
inline void check_coordinates(std::span<const Point> points) {
  for (const Point point : points) {
    if (std::max(std::abs(std::int64_t{point.x}), std::abs(std::int64_t{point.y})) > most_coordinate)
      throw ConfigError(
          "points", std::to_string(point.x) + ", " + std::to_string(point.y),
          "coordinates from -" + std::to_string(most_coordinate) + " to " + std::to_string(most_coordinate));
  }
}

}  // namespace pram::programs
