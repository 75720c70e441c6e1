#include <fmt/format.h>

#include <pram/perf/probe.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

/// Two digits behind the point, and no minus before a zero.
std::string fine(double value) {
  const std::string text = fmt::format("{:.2f}", value);
  return text == "-0.00" ? "0.00" : text;
}

/// With a sign, and none before a zero.
std::string signed_percentage(double part, double whole) {
  if (!(whole > 0)) return "";
  const std::string text = fmt::format("{:+.1f}%", 100 * part / whole);
  return text == "-0.0%" || text == "+0.0%" ? "0.0%" : text;
}

}  // namespace

Report probe_report(const Probe& probe) {
  const std::string name = printable(probe.network);
  std::string head = fmt::format("{}: a random h-relation costs {} h {} {}", name, fine(probe.g),
                                 probe.l < -0.005 ? "-" : "+", fine(probe.l < 0 ? -probe.l : probe.l));
  if (probe.points.empty())
    head = name + ": interrupted before a relation was carried";
  else if (probe.interrupted)
    head += "; interrupted";
  Report report;
  report.headline(head);
  report.item("network", probe.network, "network", fmt::format("{}, {}", name, plural(probe.components, "component")));
  report.data("components", probe.components);
  report.item(
      "seed", probe.seed, "relations",
      fmt::format("{} for each h, of h random permutations each, seed {}", with_separators(probe.runs), probe.seed));
  report.data("asked", probe.runs);
  report.data("g", probe.g);
  report.data("l", probe.l);
  report.data("deviation", probe.deviation);
  if (!probe.points.empty())
    report.line("fit", fmt::format("least squares: g = {}, l = {}; residuals {} (root mean square)", fine(probe.g),
                                   fine(probe.l), fine(probe.deviation)));
  using Point = ProbePoint;
  const auto mean = [](const Point& point) { return point.charge.mean(); };
  const auto error = [](const Point& point) { return point.charge.error(); };
  const auto residual = [&](const Point& point) { return point.charge.mean() - probe.fitted(point); };
  Table points =
      Fields<Point>()
          .add("h", "h", &Point::h, with_separators)
          .add("mean", "charge", mean, fine)
          .data("error", error)
          .data("runs", [](const Point& point) { return point.charge.count(); })
          .text(
              "± error", [=](const Point& point) { return point.charge.count() < 2 ? "" : "± " + fine(error(point)); },
              Align::left)
          .add(
              "largest", "largest", [](const Point& point) { return point.charge.largest(); },
              [](double largest) { return fmt::format("{:.0f}", largest); })
          .add(
              "fitted", "g h + l", [&](const Point& point) { return probe.fitted(point); }, fine)
          .add("residual", "residual", residual, fine)
          .text("", [=](const Point& point) { return signed_percentage(residual(point), mean(point)); })
          .table("points", "", probe.points);
  probe.points.empty() ? report.add_data(std::move(points)) : report.add(std::move(points));
  report.data("interrupted", probe.interrupted);
  report.data("wall_seconds", probe.wall_seconds);
  report.closing = fmt::format("Ran in {}.", duration(probe.wall_seconds));
  return report;
}

}  // namespace pram::perf
