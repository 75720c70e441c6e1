#include "comparison_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/axis.hpp>
#include <pram/report/detail/frame.hpp>
#include <pram/report/text.hpp>

namespace pram::perf {

namespace {

constexpr double chart_width = 960;
constexpr double bars_from = 300;
constexpr double bars_to = chart_width - 90;
constexpr double bar_thickness = 7;
constexpr double run_height = 26;
constexpr double network_height = 24;
constexpr std::size_t longest_name = 40;

/// A bar of a run: the kind of its colour, what it says, and its length.
struct RunBar {
  const char* kind;
  const char* name;
  std::uint64_t charge;
};

/// Those that say something of the run.
std::vector<RunBar> bars_of(const ComparedRun& run) {
  std::vector<RunBar> bars;
  for (const RunBar& bar : std::array<RunBar, 4>{{{"phase1", "requests", run.forward},
                                                  {"back", "replies", run.back},
                                                  {"collective", "collectives", run.collectives},
                                                  {"work", "supersteps", run.superstep_charge}}}) {
    if (bar.charge > 0) bars.push_back(bar);
  }
  return bars;
}

}  // namespace

Drawing comparison_chart(const Comparison& comparison) {
  std::uint64_t most = 1;
  double height = 12;
  for (std::size_t k = 0; k < comparison.runs.size(); ++k) {
    const ComparedRun& run = comparison.runs[k];
    for (const RunBar& bar : bars_of(run)) most = std::max(most, bar.charge);
    if (k == 0 || run.network != comparison.runs[k - 1].network) height += network_height;
    height += run_height;
  }
  const double bottom = height;
  Drawing drawing(chart_width, bottom + 4 * line_height);
  if (comparison.runs.empty()) {
    drawing.text("label", 4, line_height, "No run gave a result.");
    return drawing;
  }
  const Axis axis = Axis::logarithmic(1, static_cast<double>(most), bars_from, bars_to);
  for (const Axis::Tick& tick : axis.ticks(8))
    drawing.line("grid", axis.at(tick.value), 8, axis.at(tick.value), bottom);
  draw_lower_axis(drawing, {bars_from, 8, bars_to, bottom}, axis, "charge, logarithmic");
  double y = 12;
  std::vector<std::pair<std::string, std::string>> legend;
  for (std::size_t k = 0; k < comparison.runs.size(); ++k) {
    const ComparedRun& run = comparison.runs[k];
    if (k == 0 || run.network != comparison.runs[k - 1].network) {
      drawing.text("name", 4, y + 14, shortened(printable(run.network), longest_name));
      y += network_height;
    }
    drawing.text("label", 18, y + 12, shortened(printable(run.access), longest_name - 2));
    const std::vector<RunBar> bars = bars_of(run);
    double above = y + 2;
    for (const RunBar& bar : bars) {
      drawing.rectangle(
          bar.kind, bars_from, above, axis.at(static_cast<double>(bar.charge)) - bars_from, bar_thickness,
          fmt::format("{} with {}: {} {}", run.network, run.access, bar.name, with_separators(bar.charge)));
      above += bar_thickness + 1;
      const std::pair<std::string, std::string> entry(bar.kind, bar.name);
      if (std::ranges::find(legend, entry) == legend.end()) legend.push_back(entry);
    }
    const std::uint64_t whole = run.forward + run.back + run.collectives + run.superstep_charge;
    if (!run.failed.empty()) {
      drawing.text("label", bars_from + 4, y + 12, shortened(printable(run.failed), 80));
    } else {
      drawing.text("label", chart_width - 4, y + 12, compact(whole), Anchor::end);
    }
    y += run_height;
  }
  draw_legend(drawing, legend, 4, bars_from + 200, bottom + 2 * line_height + 8);
  return drawing;
}

}  // namespace pram::perf
