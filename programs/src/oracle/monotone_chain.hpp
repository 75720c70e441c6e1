#pragma once

#include <vector>

#include <pram/programs/geometry.hpp>

namespace pram::programs::oracle {

/// The corners of the convex hull as convex_hull() gives them, by Andrew's monotone chain.
std::vector<Point> monotone_chain(std::span<const Point> points);

}  // namespace pram::programs::oracle
