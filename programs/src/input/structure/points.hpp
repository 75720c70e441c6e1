#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <pram/programs/geometry.hpp>
#include "input/kind.hpp"

namespace pram::programs {

/// Points of the plane; a file has two whole numbers for each, from -10^9 to 10^9.
struct Points {
  using Value = std::vector<Point>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also for a number that is too large, or an odd number of them
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& points) { return {{"n", points.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::span<const Point>> : Points {
  static std::tuple<std::span<const Point>> arguments(const Value& points) { return points; }
};

}  // namespace pram::programs
