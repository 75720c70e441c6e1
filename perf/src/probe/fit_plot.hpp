#pragma once

#include <span>
#include <string>
#include <string_view>

#include <pram/perf/report.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::perf {

/// What relations of one h took.
struct MeasuredRelation {
  double h = 0;
  double middle = 0;   ///< the mean, or the median
  double least = 0;    ///< where the stroke through the dot begins
  double largest = 0;  ///< where it ends
  double fitted = 0;   ///< the line's value at h
  std::string hint = {};
};

/// A dot for each h, through it a stroke over what was measured, and the line that was fitted. Both scales begin at 0,
/// so that the line is one and its height at the left edge is l. Below it what the line leaves of each dot, as a share
/// of the dot.
/// @param cost    the name of the axis to the left
/// @param fitted  the line's name
Drawing fit_plot(std::span<const MeasuredRelation> relations, std::string_view cost, const std::string& fitted);

}  // namespace pram::perf
