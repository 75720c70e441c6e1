#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>

#include <pram/machines/detail/topology_survey.hpp>
#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/picture/network_plan.hpp>
#include <pram/report/detail/value/field.hpp>

/// What a topology is, in numbers and as a drawing.
namespace pram::report {

/// JSON: {version, topology, nodes, terminals, links, degree, smallest_degree, diameter, mean_distance, status,
/// bisection: {lower, upper}, b1, b2, channel_classes, two_way}. What is not known is null.
Report topology_report(const TopologySurvey& survey);

/// The survey that such a report is of, from its JSON.
/// @throws Error that names the field that is missing or wrong
TopologySurvey read_topology_survey(const Field& report);

/// The same as a page, with the drawing.
Page topology_page(const Topology& topology, const TopologySurvey& survey);

/// A topology in a plane. Grids, tori, hypercubes and stages lie as network_plan() has them. A tree lies level by level
/// below node 0, and a network whose terminals pass nothing on by the distance from these, which stand below. All else
/// stands around a circle, in the order of numbers.
NetworkPlan topology_plan(const Topology& topology);

/// The most nodes that are drawn, with at most most_drawn_links links.
inline constexpr std::uint32_t most_drawn_nodes = 1024;

/// Whether there are no more nodes and links than are drawn.
bool draws_topology(const Topology& topology);

/// The plan with a mark for each node and a line for each link; a sentence where these are too many.
Drawing topology_picture(const Topology& topology);

/// The same places with a line for each direction of a link, in the colour of the share of the steps in which it was
/// busy. Lines are about links, marks about components, for the selection of a page.
/// @param topology  one of draws_topology()
/// @param busy      steps in which the link of a port was busy, at number node · ports + port
/// @param steps     of the delivery; 0: no link was busy
Drawing topology_use_picture(const Topology& topology, std::span<const std::uint64_t> busy, std::uint64_t steps);

/// Writes the topology as a graph in the language of Graphviz: `graph`, or `digraph` of wires in one direction, with an
/// edge for each link. Switches are boxes.
void write_dot(std::ostream& out, const Topology& topology);

}  // namespace pram::report
