#include "growth_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

constexpr double field_width = 460;
constexpr double field_height = 320;  // a legend may need two lines
constexpr std::size_t fields_in_row = 2;

/// A curve over all sizes, as far as the scales go.
void draw_growth(Drawing& drawing, const char* kind, const Scale& scale, const Axis& x, const Axis& y,
                 const std::function<double(double)>& at, const std::string& hint) {
  constexpr int pieces = 48;
  std::vector<std::pair<double, double>> points;
  const double first = scale.sizes.front();
  const double whole = scale.sizes.back() / first;
  for (int k = 0; k <= pieces; ++k) {
    const double size = first * std::pow(whole, static_cast<double>(k) / pieces);
    const double value = at(size);
    if (value >= y.first() && value <= y.last() * (1 + 1e-9)) points.emplace_back(x.at(size), y.at(value));
  }
  drawing.path(kind, points, hint);
}

void draw_field(Drawing& drawing, const Scale& scale, const ScaledCost& cost, double left, double top) {
  const PlotArea area{
      .left = left + 56, .top = top + 48, .right = left + field_width - 24, .bottom = top + field_height - 82};
  drawing.text("title", left + 4, top + 16, cost.symbol);
  double least = 0;  // above 0: the scale has no place for it
  double most = 0;
  for (const Statistic& value : cost.values) {
    if (value.mean() > 0) least = least > 0 ? std::min(least, value.mean()) : value.mean();
    most = std::max(most, value.mean());
  }
  if (least <= 0) {
    drawing.text("label", left + 4, top + 48, "It is 0 at every size.");
    return;
  }
  const Axis x = Axis::close(scale.sizes.front(), scale.sizes.back(), area.left, area.right);
  const Axis y = Axis::close(least, most, area.bottom, area.top);
  draw_left_axis(drawing, area, y, "");
  draw_lower_axis(drawing, area, x, scale.size == "N" ? "N = n + m" : "n");
  const std::string dots = cost.above_claim() ? "contention dot" : "phase1 dot";
  std::vector<std::pair<std::string, std::string>> legend = {{dots, "measured"}};
  if (cost.fitted) {
    const std::string fitted = to_string(cost.fitted->best, scale.size);
    draw_growth(
        drawing, "curve", scale, x, y, [&](double size) { return cost.fitted->best.at(size); }, fitted);
    legend.emplace_back("curve", "fitted " + fitted);
  }
  if (cost.claimed_growth && !cost.values.empty()) {
    const double through = cost.values.back().mean() / cost.claimed_growth->at(scale.sizes.back());
    draw_growth(
        drawing, "prediction", scale, x, y, [&](double size) { return through * cost.claimed_growth->at(size); },
        cost.claim);
    legend.emplace_back("prediction", "claimed " + cost.claim);
  }
  for (std::size_t k = 0; k < cost.values.size(); ++k) {
    const double value = cost.values[k].mean();
    if (value <= 0) continue;
    drawing.circle(dots, x.at(scale.sizes[k]), y.at(value), 4,
                   fmt::format("{} {}: {} {}", scale.size, decimal(scale.sizes[k]), cost.symbol, decimal(value)));
  }
  draw_legend(drawing, legend, left + 4, left + field_width, area.bottom + 44);
}

}  // namespace

Drawing growth_plot(const Scale& scale) {
  if (scale.sizes.empty()) {
    return Drawing::sentence(field_width, "No run gave a result.");
  }
  const std::size_t rows = (scale.costs.size() + fields_in_row - 1) / fields_in_row;
  Drawing drawing(field_width * fields_in_row, field_height * static_cast<double>(rows));
  for (std::size_t k = 0; k < scale.costs.size(); ++k) {
    const std::size_t row = k / fields_in_row;
    draw_field(drawing, scale, scale.costs[k], field_width * static_cast<double>(k % fields_in_row),
               field_height * static_cast<double>(row));
  }
  return drawing;
}

}  // namespace pram::perf
