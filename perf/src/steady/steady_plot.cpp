#include "steady_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>

namespace pram::perf {

namespace {

constexpr double plot_width = 720;
constexpr double plot_height = 380;
constexpr PlotArea plot_area{.left = 64, .top = 24, .right = plot_width - 24, .bottom = plot_height - 88};
constexpr double rate_radius = 4;

using Legend = std::vector<std::pair<std::string, std::string>>;

/// The rates that a picture of them ends at: a little behind saturation, or all where it is not known.
double last_rate(const SteadyResult& result) {
  constexpr double behind = 1.25;
  double last = 0;
  for (const SteadyPoint& point : result.points) last = std::max(last, point.state.offered);
  const double of_interest = std::max(result.saturation.value_or(last), result.capacity.value_or(0));
  return result.saturation ? std::min(last, behind * of_interest) : std::max(last, of_interest);
}

void draw_limits(Drawing& drawing, Legend& legend, const SteadyResult& result, const Axis& x, double last) {
  const auto draw = [&](const char* kind, const std::optional<double>& rate, const char* what) {
    if (!rate || *rate > last) return;
    const double at = x.at(*rate);
    drawing.path(kind, {{at, plot_area.top}, {at, plot_area.bottom}}, fmt::format("{:.4g}: {}", *rate, what));
    legend.emplace_back(kind, what);
  };
  draw("bound", result.capacity, "the most loaded link is full");
  draw("prediction", result.saturation, "saturated");
}

}  // namespace

Drawing latency_plot(const SteadyResult& result) {
  const double last = last_rate(result);
  std::vector<const SteadyPoint*> shown;
  for (const SteadyPoint& point : result.points) {
    if (point.state.all_arrived() && point.state.latency > 0 && point.state.offered <= last) shown.push_back(&point);
  }
  if (shown.empty()) return Drawing::sentence(plot_width, "There is no rate of which all messages have arrived.");
  double least = shown.front()->state.latency;
  double most = least;
  for (const SteadyPoint* const point : shown) {
    least = std::min(least, point->state.latency);
    most = std::max({most, point->state.latency, static_cast<double>(point->state.latency_99)});
  }
  Drawing drawing(plot_width, plot_height);
  const Axis x = Axis::linear(last, plot_area.left, plot_area.right);
  const Axis y = Axis::close(least, most, plot_area.bottom, plot_area.top);
  draw_left_axis(drawing, plot_area, y, "steps");
  draw_lower_axis(drawing, plot_area, x, "messages offered, of a terminal in a step");
  Legend legend = {{"phase1 dot", "mean"}, {"contention dot", "99 %"}};
  draw_limits(drawing, legend, result, x, last);
  const auto draw = [&](const char* dot, const char* what, const auto& latency_of) {
    std::vector<std::pair<double, double>> places;
    for (const SteadyPoint* const point : shown)
      places.emplace_back(x.at(point->state.offered), y.at(latency_of(point->state)));
    drawing.path("curve", places);
    for (std::size_t k = 0; k < shown.size(); ++k) {
      drawing.circle(
          dot, places[k].first, places[k].second, rate_radius,
          fmt::format("{:.4g} offered: {} {:.1f} steps", shown[k]->state.offered, what, latency_of(shown[k]->state)));
    }
  };
  draw("phase1 dot", "mean latency", [](const SteadyState& state) { return state.latency; });
  draw("contention dot", "99 % within", [](const SteadyState& state) { return static_cast<double>(state.latency_99); });
  draw_legend(drawing, legend, plot_area.left, plot_width, plot_area.bottom + 48);
  return drawing;
}

Drawing accepted_plot(const SteadyResult& result) {
  const double last = last_rate(result);
  if (last <= 0) return Drawing::sentence(plot_width, "No message was made.");
  double most = 0;
  for (const SteadyPoint& point : result.points) most = std::max(most, point.state.accepted);
  Drawing drawing(plot_width, plot_height);
  const Axis x = Axis::linear(last, plot_area.left, plot_area.right);
  const Axis y = Axis::linear(std::max(most, last), plot_area.bottom, plot_area.top);
  draw_left_axis(drawing, plot_area, y, "messages accepted");
  draw_lower_axis(drawing, plot_area, x, "messages offered, of a terminal in a step");
  drawing.line("axis", x.at(0), y.at(0), x.at(last), y.at(last));
  Legend legend = {{"phase1 dot", "accepted"}};
  draw_limits(drawing, legend, result, x, last);
  std::vector<std::pair<double, double>> places;
  std::vector<std::string> hints;
  for (const SteadyPoint& point : result.points) {
    const SteadyState& state = point.state;
    if (state.offered > last) break;
    places.emplace_back(x.at(state.offered), y.at(state.accepted));
    hints.push_back(fmt::format("{:.4g} of {:.4g}", state.accepted, state.offered));
  }
  drawing.path("curve", places);
  for (std::size_t k = 0; k < places.size(); ++k)
    drawing.circle("phase1 dot", places[k].first, places[k].second, rate_radius, hints[k]);
  draw_legend(drawing, legend, plot_area.left, plot_width, plot_area.bottom + 48);
  return drawing;
}

}  // namespace pram::perf
