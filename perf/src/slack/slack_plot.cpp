#include "slack_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

constexpr double slack_plot_width = 720;
constexpr double slack_plot_height = 380;
constexpr double slack_dot_radius = 4;
constexpr PlotArea slack_plot_area{
    .left = 64, .top = 24, .right = slack_plot_width - 24, .bottom = slack_plot_height - 88};

double inverse_factor(const SlackRow& row) {
  return row.performance_factor.mean() > 0 ? 1 / row.performance_factor.mean() : 0;
}

}  // namespace

Drawing slack_plot(const SlackSweep& sweep) {
  std::vector<const SlackRow*> shown;
  for (const SlackRow& row : sweep.rows) {
    if (row.runs > 0 && row.slack.mean() > 0 && row.efficiency() > 0) shown.push_back(&row);
  }
  if (shown.empty()) return Drawing::sentence(slack_plot_width, "No run was charged anything.");
  std::ranges::stable_sort(shown, {}, [](const SlackRow* row) { return row->slack.mean(); });
  double most = 0;
  for (const SlackRow* const row : shown) most = std::max({most, row->efficiency(), inverse_factor(*row)});
  Drawing drawing(slack_plot_width, slack_plot_height);
  const Axis x =
      Axis::close(shown.front()->slack.mean(), shown.back()->slack.mean(), slack_plot_area.left, slack_plot_area.right);
  const Axis y = Axis::linear(most, slack_plot_area.bottom, slack_plot_area.top);
  draw_left_axis(drawing, slack_plot_area, y, "");
  draw_lower_axis(drawing, slack_plot_area, x, "virtual processors a component");
  const auto draw = [&](const char* dot, const char* what, double (*of)(const SlackRow&)) {
    std::vector<std::pair<double, double>> places;
    std::vector<const SlackRow*> rows;
    for (const SlackRow* const row : shown) {
      if (of(*row) <= 0) continue;
      places.emplace_back(x.at(row->slack.mean()), y.at(of(*row)));
      rows.push_back(row);
    }
    drawing.path("curve", places);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      drawing.circle(dot, places[k].first, places[k].second, slack_dot_radius,
                     fmt::format("p = {}, slack {}: {} {:.3f}", with_separators(rows[k]->components),
                                 decimal(rows[k]->slack.mean()), what, of(*rows[k])));
    }
  };
  draw("phase1 dot", "efficiency", [](const SlackRow& row) { return row.efficiency(); });
  draw("contention dot", "1 / factor", inverse_factor);
  draw_legend(drawing, {{"phase1 dot", "efficiency"}, {"contention dot", "1 / factor"}}, slack_plot_area.left,
              slack_plot_width, slack_plot_area.bottom + 48);
  return drawing;
}

}  // namespace pram::perf
