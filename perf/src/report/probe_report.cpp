#include <fmt/format.h>

#include <pram/perf/probe.hpp>
#include <pram/perf/text.hpp>
#include "items.hpp"
#include "json_layout.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;

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

std::string probe_text(const Probe& probe) {
  const std::string name = printable(probe.network);
  std::string head = fmt::format("{}: a random h-relation costs {} h {} {}", name, fine(probe.g),
                                 probe.l < -0.005 ? "-" : "+", fine(probe.l < 0 ? -probe.l : probe.l));
  if (probe.points.empty())
    head = name + ": interrupted before a relation was carried";
  else if (probe.interrupted)
    head += "; interrupted";
  std::string out = wrapped(head, 2) + "\n\n";
  out += item("network", fmt::format("{}, {}", name, plural(probe.components, "component")));
  out += item("relations", fmt::format("{} for each h, of h random permutations each, seed {}",
                                       with_separators(probe.runs), probe.seed));
  if (!probe.points.empty()) {
    out += item("fit", fmt::format("least squares: g = {}, l = {}; residuals {} (root mean square)", fine(probe.g),
                                   fine(probe.l), fine(probe.deviation)));
    TextTable table(
        {{"h"}, {"charge"}, {"± error", TextTable::Align::left}, {"largest"}, {"g h + l"}, {"residual"}, {""}});
    for (const ProbePoint& point : probe.points) {
      const double residual = point.charge.mean() - probe.fitted(point);
      const double mean = point.charge.mean();
      table.row({with_separators(point.h), fine(mean),
                 point.charge.count() < 2 ? "" : "± " + fine(point.charge.error()),
                 fmt::format("{:.0f}", point.charge.largest()), fine(probe.fitted(point)), fine(residual),
                 signed_percentage(residual, mean)});
    }
    out += '\n' + table.str();
  }
  return out + fmt::format("\nRan in {}.\n", duration(probe.wall_seconds));
}

std::string probe_json(const Probe& probe) {
  ordered_json points = ordered_json::array();
  for (const ProbePoint& point : probe.points) {
    points.push_back({{"h", point.h},
                      {"mean", point.charge.mean()},
                      {"stderr", point.charge.error()},
                      {"largest", point.charge.largest()},
                      {"fitted", probe.fitted(point)},
                      {"residual", point.charge.mean() - probe.fitted(point)}});
  }
  ordered_json json;
  json["version"] = 1;
  json["network"] = probe.network;
  json["components"] = probe.components;
  json["seed"] = probe.seed;
  json["runs"] = probe.runs;
  json["g"] = probe.g;
  json["l"] = probe.l;
  json["deviation"] = probe.deviation;
  json["points"] = std::move(points);
  json["interrupted"] = probe.interrupted;
  json["wall_seconds"] = probe.wall_seconds;
  return laid_out(json);
}

}  // namespace pram::perf
