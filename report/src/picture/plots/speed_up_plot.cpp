#include "speed_up_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

constexpr double speed_up_width = 720;
constexpr PlotArea speed_up_area{64, 30, speed_up_width - 12, 300};

/// Points of a curve, a dot at each; what cannot stand on a logarithmic scale is left out.
void draw_curve(Drawing& drawing, const Axis& x, const Axis& y, std::span<const ScaledRun> runs, const char* kind,
                std::uint64_t (ScaledRun::*time)() const, const char* name) {
  std::vector<std::pair<double, double>> points;
  for (const ScaledRun& run : runs) {
    if (run.work == 0 || (run.*time)() == 0) continue;
    const double speed_up = static_cast<double>(run.work) / static_cast<double>((run.*time)());
    points.emplace_back(x.at(run.components), y.at(speed_up));
    drawing.circle(std::string(kind) + " dot", points.back().first, points.back().second, 4.5,
                   fmt::format("{} components, {}: {} times one processor", with_separators(run.components), name,
                               decimal(speed_up)));
  }
  drawing.path("curve", points);
}

}  // namespace

Axis speed_up_axis(std::span<const ScaledRun> runs) {
  double most = 1;
  double least = 1;
  for (const ScaledRun& run : runs) {
    most = std::max(most, static_cast<double>(run.components));
    const auto time = static_cast<double>(std::max<std::uint64_t>(1, run.burdened()));
    least = std::min(least, std::max(1e-3, static_cast<double>(run.work) / time));
  }
  return Axis::logarithmic(least, most, speed_up_area.bottom, speed_up_area.top);
}

Drawing speed_up_plot(std::span<const ScaledRun> runs) {
  const bool any = std::ranges::any_of(runs, [](const ScaledRun& run) { return run.work > 0; });
  if (!any) {
    return Drawing::sentence(speed_up_width, "There are no runs on machines of other sizes, or they did no work.");
  }
  double most = 1;
  for (const ScaledRun& run : runs) most = std::max(most, static_cast<double>(run.components));
  Drawing drawing(speed_up_width, speed_up_area.bottom + 76);
  const auto first = static_cast<double>(runs.front().components);
  const Axis x = Axis::logarithmic(first, most, speed_up_area.left, speed_up_area.right);
  const Axis y = speed_up_axis(runs);
  draw_left_axis(drawing, speed_up_area, y, "times one processor");
  draw_lower_axis(drawing, speed_up_area, x, "components p");
  drawing.path("prediction", {{x.at(first), y.at(first)}, {x.at(most), y.at(most)}}, "p times as fast");
  draw_curve(drawing, x, y, runs, "phase1", &ScaledRun::scheduled, "W / p + T");
  draw_curve(drawing, x, y, runs, "contention", &ScaledRun::burdened, "with the charge");
  draw_legend(
      drawing,
      {{"prediction", "p: linear"}, {"phase1 dot", "W / (W / p + T), Brent"}, {"contention dot", "with the charge"}},
      speed_up_area.left, speed_up_area.right, speed_up_area.bottom + 50);
  return drawing;
}

}  // namespace pram::report
