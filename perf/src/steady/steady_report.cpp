#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/perf/steady.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "steady_plot.hpp"

namespace pram::perf {

namespace {

std::string rate_text(double rate) { return fmt::format("{:.4g}", rate); }

std::string headline_of(const SteadyResult& result) {
  std::string text = fmt::format("steady {} on {}: ", printable(result.pattern), printable(result.network));
  const auto kept = static_cast<std::uint64_t>(
      std::ranges::count_if(result.points, [](const SteadyPoint& point) { return point.state.keeps_up(); }));
  if (result.saturation) {
    text += fmt::format("saturated at {} messages of a terminal in a step", rate_text(*result.saturation));
  } else if (result.looked_for_saturation && !result.interrupted) {
    text += "not saturated by a message of each terminal in each step";
  } else if (result.points.size() == 1) {
    text += fmt::format("{} {} messages of a terminal in a step", kept == 1 ? "keeps up with" : "is saturated by",
                        rate_text(result.points.front().rate));
  } else {
    text += fmt::format("keeps up with {} of {}", kept, plural(std::uint64_t{result.points.size()}, "rate"));
  }
  if (result.interrupted) text += "; interrupted";
  return text;
}

/// What the network takes at saturation, beside what it could at most.
std::string saturation_text(const SteadyPoint& point, const SteadyResult& result) {
  const double accepted = point.state.accepted;
  std::string text = fmt::format("{} of {} are accepted", rate_text(accepted), rate_text(point.state.offered));
  const char* joined = ": ";
  for (const auto& [full, what] : {std::pair(result.capacity, "what fills the most loaded link"),
                                   std::pair(result.bisection_capacity, "what fills the bisection")}) {
    if (!full) continue;
    text += fmt::format("{}{} of {}", std::exchange(joined, ", "), percentage(accepted, *full), what);
  }
  return text;
}

/// Blank where not all messages have arrived: those that have say little of the rest.
template <class Of>
auto once_arrived(Of of) {
  return [of](const SteadyPoint& point) {
    return point.state.all_arrived() ? std::optional(std::invoke(of, point.state)) : std::nullopt;
  };
}

std::string remark_of(const SteadyPoint& point) {
  if (!point.state.keeps_up()) return "saturated";
  return point.state.all_arrived() ? "" : "not all arrived";
}

Table rates_table(const SteadyResult& result) {
  using Point = SteadyPoint;
  const auto steps = [](const std::optional<std::uint64_t>& count) { return count ? with_separators(*count) : ""; };
  return Fields<Point>()
      .add("rate", "rate", &Point::rate, rate_text)
      .add(
          "offered", "offered", [](const Point& point) { return point.state.offered; }, rate_text)
      .add(
          "accepted", "accepted", [](const Point& point) { return point.state.accepted; }, rate_text)
      .add("latency", "latency", once_arrived(&SteadyState::latency),
           [](const std::optional<double>& mean) { return mean ? fmt::format("{:.1f}", *mean) : ""; })
      .add("latency_99", "99 %", once_arrived(&SteadyState::latency_99), steps)
      .add("largest_latency", "largest", once_arrived(&SteadyState::largest_latency), steps)
      .add(
          "largest_queue", "queue", [](const Point& point) { return point.state.largest_queue; }, with_separators)
      .data("messages", [](const Point& point) { return point.state.made; })
      .data("arrived", [](const Point& point) { return point.state.arrived; })
      .data("arrived_in_window", [](const Point& point) { return point.state.arrived_in_time; })
      .data("keeps_up", [](const Point& point) { return point.state.keeps_up(); })
      .text("", remark_of, Align::left)
      .table("rates", "", result.points);
}

}  // namespace

Report steady_report(const SteadyResult& result) {
  Report report;
  report.headline(headline_of(result));
  report.item("network", result.network, "network",
              fmt::format("{}: {}, {} (counted by direction)", printable(result.network),
                          plural(result.terminals, "terminal"), plural(result.links, "link")));
  report.item("pattern", result.pattern, "traffic",
              fmt::format("{}: messages of one word, seed {}", printable(result.pattern), result.seed));
  report.data("terminals", result.terminals);
  report.data("links", result.links);
  report.data("seed", result.seed);
  report.line("window", fmt::format("messages made in {} behind {}, and then at most {} until they have arrived",
                                    plural(result.window.length, "step"), plural(result.window.warm_up, "step"),
                                    plural(result.window.drain, "step")));
  report.data("window.warm_up", result.window.warm_up);
  report.data("window.length", result.window.length);
  report.data("window.drain", result.window.drain);
  if (result.zero_load)
    report.line("mean distance", fmt::format("{:.2f} hops, by the pattern's routes", *result.zero_load));
  if (result.capacity) {
    report.line("links full",
                fmt::format("the most loaded one at a rate of {}, by the same routes", rate_text(*result.capacity)));
  }
  if (result.bisection_capacity) {
    report.line("bisection full", fmt::format("at a rate of {}, by any routes", rate_text(*result.bisection_capacity)));
  }
  if (result.saturated() != nullptr) report.line("saturation", saturation_text(*result.saturated(), result));
  report.data("zero_load", Value(result.zero_load));
  report.data("capacity", Value(result.capacity));
  report.data("bisection_capacity", Value(result.bisection_capacity));
  report.data("saturation", Value(result.saturation));
  report.data("looked_for_saturation", result.looked_for_saturation);
  report.add(rates_table(result));
  report.data("interrupted", result.interrupted);
  report.data("wall_seconds", result.wall_seconds);
  report.closing = fmt::format("Ran in {}.", duration(result.wall_seconds));
  return report;
}

Page steady_page(const SteadyResult& result) {
  Page page;
  page.title = fmt::format("steady {} on {}", result.pattern, result.network);
  page.sentences.push_back(headline_of(result));
  page.views.push_back(picture_view("latency", "Latency",
                                    "Steps from when a message is made to its arrival, against messages that a "
                                    "terminal makes in a step: the mean, and what 99 of 100 do not exceed. A network "
                                    "that is saturated has no latency, for its queues grow.",
                                    latency_plot(result)));
  page.views.push_back(picture_view("accepted", "What is accepted",
                                    "Messages that arrive in a step, for each terminal, against those that it makes. "
                                    "Links serve first come first served, so that behind saturation messages just "
                                    "made crowd out those that come from far.",
                                    accepted_plot(result)));
  return with_tables(std::move(page), steady_report(result));
}

}  // namespace pram::perf
