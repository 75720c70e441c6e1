#include <pram/report/detail/topology/topology_report.hpp>

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

constexpr const char* too_large = "not known by formula, and the network is too large for a search";

/// Whole numbers as such, others with four digits.
std::string exact(double value) {
  if (value < 9e15 && value == std::floor(value)) return with_separators(static_cast<std::uint64_t>(value));
  return fmt::format("{:.4f}", value);
}

std::string nodes_text(const TopologySurvey& survey) {
  if (survey.terminals == survey.nodes) return with_separators(survey.nodes) + ", each a component's";
  return fmt::format("{}: {} of components, {} switches", with_separators(survey.nodes),
                     with_separators(survey.terminals), with_separators(survey.nodes - survey.terminals));
}

std::string degree_text(const TopologySurvey& survey) {
  if (survey.smallest_degree == survey.largest_degree) return with_separators(survey.largest_degree);
  return fmt::format("{} to {}", with_separators(survey.smallest_degree), with_separators(survey.largest_degree));
}

std::string bisection_text(const BisectionBounds& bounds) {
  const std::string number = bounds.lower == bounds.upper ? with_separators(bounds.upper)
                                                          : fmt::format("{} to {}", with_separators(bounds.lower),
                                                                        with_separators(bounds.upper));
  return fmt::format("{} link{} between two halves of the components", number, bounds.upper == 1 ? "" : "s");
}

std::string unreachable_text(const TopologySurvey& survey) {
  const std::uint64_t pairs = std::uint64_t{survey.terminals} * (survey.terminals - 1);
  return fmt::format("{} of {} ordered pairs of components", with_separators(survey.unreachable_pairs),
                     with_separators(pairs));
}

template <class Number>
std::string steps_text(const TopologySurvey& survey, const std::optional<Number>& bound, const char* ports) {
  if (survey.unreachable_pairs > 0) return "none, for a total exchange does not end";
  if (!bound) return too_large;
  return fmt::format("a total exchange takes at least {} by {}", plural(*bound, "step"), ports);
}

}  // namespace

Report topology_report(const TopologySurvey& survey) {
  Report report;
  report.headline(fmt::format("{}: {}, {}, diameter {}", printable(survey.name), plural(survey.nodes, "node"),
                              plural(survey.links, survey.two_way ? "link" : "wire"),
                              with_separators(survey.diameter)));
  report.data("topology", survey.name);
  report.item("nodes", survey.nodes, "nodes", nodes_text(survey));
  report.data("terminals", survey.terminals);
  report.item("links", survey.links, "links",
              with_separators(survey.links) + (survey.two_way ? ", both ways" : ", one way each"));
  report.item("degree", survey.largest_degree, "degree", degree_text(survey));
  report.data("smallest_degree", survey.smallest_degree);
  report.item("diameter", survey.diameter, "diameter", with_separators(survey.diameter));
  if (survey.unreachable_pairs > 0) {
    report.item("unreachable_pairs", survey.unreachable_pairs, "unreachable", unreachable_text(survey));
  } else {
    report.data("unreachable_pairs", survey.unreachable_pairs);
  }
  const std::uint64_t pairs = std::uint64_t{survey.terminals} * (survey.terminals - 1);
  if (pairs > survey.unreachable_pairs) {
    report.item("mean_distance", survey.mean_distance, "mean distance",
                survey.mean_distance ? exact(*survey.mean_distance) : too_large);
  } else {
    report.data("mean_distance", survey.mean_distance);
  }
  report.item("status", survey.status, "status",
              survey.status ? exact(*survey.status) + ", the distances of a component to all, added up, on average"
                            : too_large);
  Record bisection;
  if (survey.bisection) bisection = {{"lower", survey.bisection->lower}, {"upper", survey.bisection->upper}};
  report.item("bisection", survey.bisection ? Value(std::move(bisection)) : Value(), "bisection",
              survey.bisection ? bisection_text(*survey.bisection) : too_large);
  report.item("b1", survey.one_port_bound, "B1", steps_text(survey, survey.one_port_bound, "one port"));
  report.item("b2", survey.all_ports_bound, "B2", steps_text(survey, survey.all_ports_bound, "all ports"));
  report.item(
      "channel_classes", survey.channel_classes, "wormhole",
      fmt::format("free of deadlock with {} of virtual channels",
                  survey.channel_classes == 1 ? "1 class" : with_separators(survey.channel_classes) + " classes"));
  report.data("two_way", survey.two_way);
  return report;
}

TopologySurvey read_topology_survey(const Field& report) {
  TopologySurvey survey;
  report.get("topology", survey.name)
      .get("nodes", survey.nodes)
      .get("terminals", survey.terminals)
      .get("links", survey.links)
      .get("degree", survey.largest_degree)
      .get("smallest_degree", survey.smallest_degree)
      .get("diameter", survey.diameter)
      .get("mean_distance", survey.mean_distance)
      .get("status", survey.status)
      .get("b1", survey.one_port_bound)
      .get("b2", survey.all_ports_bound)
      .get("channel_classes", survey.channel_classes)
      .get("two_way", survey.two_way);
  if (const auto cut_off = report.find("unreachable_pairs")) cut_off->to(survey.unreachable_pairs);
  if (const Field bisection = report.at("bisection"); !bisection.is_null()) {
    survey.bisection.emplace();
    bisection.get("lower", survey.bisection->lower).get("upper", survey.bisection->upper);
  }
  if (survey.terminals == 0 || survey.terminals > survey.nodes)
    report.at("terminals").refuse("a number from 1 to that of the nodes");
  return survey;
}

Page topology_page(const Topology& topology, const TopologySurvey& survey) {
  Page page;
  page.title = survey.name;
  const bool switches = survey.terminals < survey.nodes;
  page.views.push_back(picture_view("topology", "Nodes and links",
                                    switches ? "A dot for each component, a square for each switch, a line for each "
                                               "link. Rest the pointer on a mark for its number."
                                             : "A dot for each node, a line for each link. Rest the pointer on a mark "
                                               "for its number.",
                                    topology_picture(topology)));
  return with_tables(std::move(page), topology_report(survey));
}

}  // namespace pram::report
