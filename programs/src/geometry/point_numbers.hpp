#pragma once

#include <cstdint>

#include <pram/programs/geometry.hpp>

namespace pram::programs {

/// Points as numbers in the same order, for sorts.
constexpr std::int64_t number_of_point(Point point) {
  return static_cast<std::int64_t>((static_cast<std::uint64_t>(std::int64_t{point.x} + most_coordinate) << 32) |
                                   static_cast<std::uint64_t>(std::int64_t{point.y} + most_coordinate));
}
constexpr Point point_of_number(std::int64_t number) {
  return {static_cast<std::int32_t>((number >> 32) - most_coordinate),
          static_cast<std::int32_t>((number & 0xFFFFFFFF) - most_coordinate)};
}

}  // namespace pram::programs
