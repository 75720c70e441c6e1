#include "relation_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

constexpr double plot_width = 560;
constexpr double plot_height = 400;
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

/// @param leaving  h counts only messages that leave their component, as it does in supersteps anyway
Dots dots_of(const Ledger& ledger, bool leaving) {
  Dots dots;
  const auto add_phases = [&](const std::vector<PhaseRecord>& phases, std::uint64_t step) {
    for (const PhaseRecord& phase : phases) {
      add(dots, "phase1", leaving ? phase.largest_leaving : phase.relation(), phase.charge, step);
      add(dots, "back", leaving ? phase.largest_leaving_back : phase.largest_replies, phase.charge_back, step);
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

using Points = std::vector<std::pair<double, double>>;

/// The points without those that stand on the line between their neighbours.
Points simplified(const Points& points) {
  const auto off = [](const auto& a, const auto& b, const auto& c) {
    const double across = (c.first - a.first) * (b.second - a.second) - (c.second - a.second) * (b.first - a.first);
    return std::abs(across) / std::hypot(c.first - a.first, c.second - a.second);
  };
  constexpr double pixels = 0.05;
  Points kept;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (k > 0 && k + 1 < points.size() && off(kept.back(), points[k], points[k + 1]) < pixels) continue;
    kept.push_back(points[k]);
  }
  return kept;
}

/// @param charge_at  by h
/// @param bend  an h at which it bends all the same; 0: none
void draw_curve(Drawing& drawing, const char* kind, const Axis& x, const Axis& y,
                const std::function<double(double)>& charge_at, double bend, const std::string& hint) {
  std::vector<double> relations;
  constexpr int pieces = 60;
  for (int k = 0; k <= pieces; ++k)
    relations.push_back(x.first() * std::pow(x.last() / x.first(), static_cast<double>(k) / pieces));
  if (bend > x.first() && bend < x.last()) relations.insert(std::ranges::upper_bound(relations, bend), bend);
  Points points;
  for (const double h : relations) {
    const double charge = charge_at(h);
    if (charge < y.first() || charge > y.last()) continue;
    points.emplace_back(x.at(h), y.at(charge));
  }
  drawing.path(kind, simplified(points), hint);
}

std::string bound_text(const LowerBound& bound) {
  return fmt::format("lower bound{}: {}", bound.combines ? ", forward" : "", formula(*bound.least));
}

}  // namespace

std::string relation_reading(const LowerBound& bound) {
  std::string text =
      "A dot for each phase: the most messages, or words, that one component sent or got, h, and what the network "
      "charged for it.";
  if (!bound.least) return text + " There is " + missing(bound) + ".";
  text += bound.combines ? " No dot of messages forward lies below the lower bound; replies may, where one serves many."
                         : " No dot lies below the lower bound.";
  if (bound.leaving()) text += " Messages to a component's own memory cross no link, and h leaves them out.";
  return text;
}

Drawing relation_plot(const Ledger& ledger, const std::optional<BspParameters>& parameters, const LowerBound& bound) {
  const Dots dots = dots_of(ledger, bound.leaving());
  if (dots.empty()) {
    return Drawing::sentence(plot_width, "No record has a phase that was charged for messages.");
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
  draw_lower_axis(drawing, plot_area, x,
                  bound.leaving() ? "h = max(q, r), of messages that leave their component" : "h = max(q, r)");
  if (bound.least) {
    const LeastCharge& least = *bound.least;
    const double bend = least.gap > 0 ? (1 - least.latency) / least.gap : 0;  // no phase takes less than a unit
    draw_curve(
        drawing, "bound", x, y, [&](double h) { return least.at(h); }, bend, bound_text(bound));
  }
  if (parameters)
    draw_curve(
        drawing, "prediction", x, y, [&](double h) { return parameters->cost(0, h, 1); }, 0, "g h + l");
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
  std::vector<std::pair<std::string, std::string>> legend = {{"phase1 dot", "forward"}, {"back dot", "replies"}};
  if (parameters) legend.emplace_back("prediction", fmt::format("g h + l, {}", parameters_text(*parameters)));
  if (bound.least) legend.emplace_back("bound", bound_text(bound));
  const std::size_t rows = draw_legend(drawing, legend, plot_area.left, plot_area.right, plot_area.bottom + 50);
  if (!bound.least)
    drawing.text("label", plot_area.left, plot_area.bottom + 60 + static_cast<double>(rows) * line_height,
                 missing(bound));
  return drawing;
}

}  // namespace pram::report
