#include "fit_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

constexpr double fit_width = 720;
constexpr PlotArea fit_area{.left = 70, .top = 30, .right = fit_width - 20, .bottom = 300};
constexpr PlotArea residual_area{.left = 70, .top = 392, .right = fit_width - 20, .bottom = 472};

/// The line between the smallest and the largest h; it is straight, as both scales are linear.
void draw_line(Drawing& drawing, std::span<const MeasuredRelation> relations, const Axis& x, const Axis& y) {
  const auto [first, last] = std::ranges::minmax(relations, {}, &MeasuredRelation::h);
  if (last.h <= first.h) return;
  const double slope = (last.fitted - first.fitted) / (last.h - first.h);
  const double at_zero = first.fitted - slope * first.h;
  // A line that would begin below 0 begins where it passes 0.
  const double begin = at_zero < 0 && slope > 0 ? -at_zero / slope : 0;
  drawing.path("prediction", {{x.at(begin), y.at(std::max(at_zero, 0.0))}, {x.at(last.h), y.at(last.fitted)}},
               "g h + l");
}

double residual_of(const MeasuredRelation& one) { return one.middle > 0 ? (one.middle - one.fitted) / one.middle : 0; }

/// Bars up or down from 0.
void draw_residuals(Drawing& drawing, std::span<const MeasuredRelation> relations, const Axis& x) {
  double most = 0.001;
  for (const MeasuredRelation& one : relations) most = std::max(most, std::abs(residual_of(one)));
  const double zero = (residual_area.top + residual_area.bottom) / 2;
  drawing.text("label", 4, residual_area.top - 10, "what the line leaves of each dot");
  drawing.line("axis", residual_area.left, zero, residual_area.right, zero);
  drawing.text("label", residual_area.left - 6, zero + 4, "0", Anchor::end);
  drawing.text("label", residual_area.left - 6, residual_area.top + 8, fmt::format("+{}", percentage(most, 1)),
               Anchor::end);
  drawing.text("label", residual_area.left - 6, residual_area.bottom + 2, fmt::format("-{}", percentage(most, 1)),
               Anchor::end);
  for (const MeasuredRelation& one : relations) {
    const double share = residual_of(one);
    const double length = std::abs(share) / most * (zero - residual_area.top);
    drawing.rectangle(share < 0 ? "needed" : "contention", x.at(one.h) - 3, share < 0 ? zero : zero - length, 6, length,
                      fmt::format("h {}: {:+.1f}%", one.h, 100 * share));
  }
}

}  // namespace

Drawing fit_plot(std::span<const MeasuredRelation> relations, std::string_view cost, const std::string& fitted) {
  if (relations.empty()) {
    return Drawing::sentence(fit_width, "No relation was measured.");
  }
  double most_h = 0;
  double most = 0;
  for (const MeasuredRelation& one : relations) {
    most_h = std::max(most_h, one.h);
    most = std::max({most, one.largest, one.fitted});
  }
  Drawing drawing(fit_width, residual_area.bottom + 12);
  const Axis x = Axis::linear(most_h, fit_area.left, fit_area.right);
  const Axis y = Axis::linear(most, fit_area.bottom, fit_area.top);
  draw_left_axis(drawing, fit_area, y, cost);
  draw_lower_axis(drawing, fit_area, x, "h: messages that each sends and receives");
  draw_line(drawing, relations, x, y);
  for (const MeasuredRelation& one : relations) {
    drawing.line("axis", x.at(one.h), y.at(one.least), x.at(one.h), y.at(one.largest));
    drawing.circle("phase1 dot", x.at(one.h), y.at(one.middle), 4.5, one.hint);
  }
  draw_legend(drawing, {{"phase1 dot", "measured"}, {"prediction", fitted}}, fit_area.left, fit_area.right,
              fit_area.bottom + 46);
  draw_residuals(drawing, relations, x);
  return drawing;
}

}  // namespace pram::perf
