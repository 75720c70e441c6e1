#pragma once

#include <ostream>
#include <vector>

#include <pram/programs/geometry.hpp>

namespace pram::programs {

/// Writes both coordinates of each point.
inline void write_result(std::ostream& out, const std::vector<Point>& points) {
  for (const Point point : points) out << point.x << ' ' << point.y << '\n';
}

}  // namespace pram::programs
