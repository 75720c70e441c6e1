#pragma once

#include <string_view>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/drawing.hpp>

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

/// Marks of kinds and what they mean, in one row from the left; it goes on in the next row where a name would pass the
/// right edge. A mark is what the drawing has of its kind: a line of a "curve", a "prediction" or a "bound", a dot of a
/// kind that ends in " dot", an upright stroke of one that ends in " stroke", and else a square.
/// @returns the rows that it took
std::size_t draw_legend(Drawing& drawing, const std::vector<std::pair<std::string, std::string>>& kinds_and_names,
                        double left, double right, double top);

/// What the colours of heat stand for: a name of nothing, the colours, and a name of the most.
/// @param about  of the most's name, so that a page can write it anew (Drawing::about, "scale")
void draw_heat_scale(Drawing& drawing, double x, double y, std::string_view least, std::string_view most,
                     std::string_view about);

/// The room that a text takes at most in a drawing, in pixels.
double text_width(std::string_view text);

inline constexpr double line_height = 18;  ///< of text in a drawing, in pixels

}  // namespace pram::report
