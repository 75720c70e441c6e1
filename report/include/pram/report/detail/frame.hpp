#pragma once

#include <string_view>

#include <pram/report/detail/axis.hpp>
#include <pram/report/detail/drawing.hpp>

namespace pram::report {

/// The part of a drawing that a plot's marks stand in.
struct PlotArea {
  double left;
  double top;
  double right;
  double bottom;
};

/// Labels at the ticks of the lower edge, and the axis' name below them.
void draw_lower_axis(Drawing& drawing, const PlotArea& area, const Axis& axis, std::string_view name,
                     std::string_view ticks = {});

/// Labels and faint lines at the ticks of the left edge, and the axis' name above them.
void draw_left_axis(Drawing& drawing, const PlotArea& area, const Axis& axis, std::string_view name,
                    std::string_view ticks = {});

/// Squares of kinds and what they mean, in one row from the left; it goes on in the next row where a name would pass
/// the right edge.
/// @returns the rows that it took
std::size_t draw_legend(Drawing& drawing, const std::vector<std::pair<std::string, std::string>>& kinds_and_names,
                        double left, double right, double top);

/// The room that a text takes at most in a drawing, in pixels.
double text_width(std::string_view text);

inline constexpr double line_height = 18;  ///< of text in a drawing, in pixels

}  // namespace pram::report
