#include "relation_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/report/detail/axis.hpp>
#include <pram/report/detail/frame.hpp>
#include <pram/report/detail/items.hpp>
#include <pram/report/text.hpp>

namespace pram::report {

namespace {

constexpr double plot_width = 560;
constexpr double plot_height = 380;
constexpr PlotArea plot_area{64, 30, plot_width - 16, 290};

/// The phases of one h and charge, which are one dot.
struct Dot {
  std::uint64_t times = 0;
  std::uint64_t step = 0;  // the first step that has such a phase
};

/// The dots by kind, h and charge.
using Dots = std::map<std::tuple<std::string, std::uint64_t, std::uint64_t>, Dot>;

void add(Dots& dots, std::string kind, std::uint64_t relation, std::uint64_t charge, std::uint64_t step) {
  if (relation == 0 || charge == 0) return;  // a logarithmic scale has no place for it
  Dot& dot = dots[{std::move(kind), relation, charge}];
  if (dot.times == 0) dot.step = step;
  ++dot.times;
}

Dots dots_of(const Ledger& ledger) {
  Dots dots;
  const auto add_phases = [&](const std::vector<PhaseRecord>& phases, std::uint64_t step) {
    for (const PhaseRecord& phase : phases) {
      const std::uint64_t relation = std::max(phase.largest_sent, phase.largest_received);
      add(dots, "phase1", relation, phase.charge, step);
      add(dots, "back", relation, phase.charge_back, step);
    }
  };
  for (const StepRecord& step : ledger.step_records()) add_phases(step.phases, step.step);
  for (const SuperstepRecord& superstep : ledger.superstep_records()) {
    add(dots, "phase1", superstep.pattern, superstep.charge, superstep.superstep);
    add(dots, "back", superstep.pattern_back, superstep.charge_back, superstep.superstep);
    add_phases(superstep.shared.phases, superstep.superstep);
  }
  return dots;
}

void draw_prediction(Drawing& drawing, const Axis& x, const Axis& y, const BspParameters& parameters) {
  std::vector<std::pair<double, double>> points;
  constexpr int pieces = 60;
  for (int k = 0; k <= pieces; ++k) {
    const double h = x.first() * std::pow(x.last() / x.first(), static_cast<double>(k) / pieces);
    const double charge = parameters.cost(0, h, 1);
    if (charge < y.first() || charge > y.last()) continue;
    points.emplace_back(x.at(h), y.at(charge));
  }
  drawing.path("prediction", points, "g h + l");
}

}  // namespace

Drawing relation_plot(const Ledger& ledger, const std::optional<BspParameters>& parameters) {
  const Dots dots = dots_of(ledger);
  if (dots.empty()) {
    Drawing drawing(plot_width, 2 * line_height);
    drawing.text("label", 4, line_height, "No record has a phase that was charged for messages.");
    return drawing;
  }
  std::uint64_t most_relation = 1;
  std::uint64_t most_charge = 1;
  std::uint64_t most_times = 1;
  for (const auto& [place, dot] : dots) {
    most_relation = std::max(most_relation, std::get<1>(place));
    most_charge = std::max(most_charge, std::get<2>(place));
    most_times = std::max(most_times, dot.times);
  }
  Drawing drawing(plot_width, plot_height);
  const Axis x = Axis::logarithmic(1, static_cast<double>(most_relation), plot_area.left, plot_area.right);
  const Axis y = Axis::logarithmic(1, static_cast<double>(most_charge), plot_area.bottom, plot_area.top);
  draw_left_axis(drawing, plot_area, y, "charge of a phase");
  draw_lower_axis(drawing, plot_area, x, "h = max(q, r)");
  if (parameters) draw_prediction(drawing, x, y, *parameters);
  for (const auto& [place, dot] : dots) {
    const auto& [kind, relation, charge] = place;
    // A dot's area grows with the logarithm of its phases, so that a dot of one can be seen beside a dot of a million.
    const double radius = 2.5 + 4.5 * std::sqrt(std::log2(static_cast<double>(dot.times)) /
                                                std::max(1.0, std::log2(static_cast<double>(most_times))));
    drawing.about("step", std::to_string(dot.step));
    drawing.circle(kind + " dot", x.at(static_cast<double>(relation)), y.at(static_cast<double>(charge)), radius,
                   fmt::format("h {}, charge {}: {}, first in step {}", with_separators(relation),
                               with_separators(charge), plural(dot.times, "phase"), dot.step));
  }
  drawing.about_nothing();
  std::vector<std::pair<std::string, std::string>> legend = {{"phase1", "forward"}, {"back", "replies"}};
  if (parameters) legend.emplace_back("prediction", fmt::format("g h + l, {}", parameters_text(*parameters)));
  draw_legend(drawing, legend, plot_area.left, plot_area.right, plot_area.bottom + 50);
  return drawing;
}

}  // namespace pram::report
