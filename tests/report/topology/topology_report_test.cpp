#include <pram/report/detail/topology/topology_report.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/machines/topology.hpp>
#include <pram/report/detail/value/text.hpp>

#include "../../contains.hpp"
#include "../picture/marks.hpp"

namespace pram::report {

namespace {

using nlohmann::json;
using testing::contains;
using testing::Mark;
using testing::marks;

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string dot_of(const Topology& topology) {
  std::ostringstream out;
  write_dot(out, topology);
  return out.str();
}

}  // namespace

TEST_CASE("the report of a topology says in JSON what the survey found") {
  for (const char* const name : {"slim-fly:5", "fat-tree:2,3", "omega:8", "ring:1", "ccc:14",
                                 "torus:4x4,failed-links=5,failed-nodes=2", "path:6,failed-links=2"}) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const TopologySurvey made = survey(*topology);
    const json parsed = json::parse(json_of(topology_report(made)));
    CHECK(parsed.at("topology") == name);
    CHECK(parsed.at("nodes") == made.nodes);
    CHECK(parsed.at("terminals") == made.terminals);
    CHECK(parsed.at("links") == made.links);
    CHECK(parsed.at("degree") == made.largest_degree);
    CHECK(parsed.at("smallest_degree") == made.smallest_degree);
    CHECK(parsed.at("diameter") == made.diameter);
    CHECK(parsed.at("channel_classes") == made.channel_classes);
    CHECK(parsed.at("bisection").at("lower") == made.bisection->lower);
    CHECK(parsed.at("bisection").at("upper") == made.bisection->upper);
    CHECK(parsed.at("unreachable_pairs") == made.unreachable_pairs);
    CHECK(parsed.at("b2").is_null() == !made.all_ports_bound);
    if (made.all_ports_bound) CHECK(parsed.at("b2") == *made.all_ports_bound);
    CHECK(parsed.at("b1").is_null() == !made.one_port_bound);
    CHECK(parsed.at("status").is_null() == !made.status);
    CHECK(parsed.at("mean_distance").is_null() == !made.mean_distance);
    if (made.status) CHECK(parsed.at("status") == *made.status);
    if (made.mean_distance) CHECK(parsed.at("mean_distance") == *made.mean_distance);
    std::istringstream lines(text_of(topology_report(made)));
    for (std::string line; std::getline(lines, line);) CHECK(columns(line) <= line_width);
  }
}

TEST_CASE("a drawing has a mark for each node, in a place of its own, and a line for each link") {
  for (const char* const name : {"ring:7",
                                 "path:5",
                                 "torus:3x4",
                                 "hypercube:4",
                                 "star:6",
                                 "tree:3",
                                 "slim-fly:3",
                                 "dragonfly:4,2",
                                 "fat-tree:2,3",
                                 "hamming-mesh:2,2,2,2",
                                 "mesh-of-trees:4",
                                 "star-graph:4",
                                 "de-bruijn:4",
                                 "omega:8",
                                 "hyperx:4,4",
                                 "dragonfly:2,1,2",
                                 "product:complete:4,path:3",
                                 "torus:4x4,failed-links=9,failed-nodes=3",
                                 "omega:8,failed-nodes=6",
                                 "fat-tree:2,3,failed-links=9",
                                 "path:6,failed-links=2"}) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const NetworkPlan plan = topology_plan(*topology);
    REQUIRE(plan.nodes.size() == topology->nodes());
    std::set<std::pair<double, double>> places;
    for (const auto& place : plan.nodes) {
      CHECK(place.column > -1);
      CHECK(place.column < static_cast<double>(plan.columns));
      CHECK(place.row > -1);
      CHECK(place.row < static_cast<double>(plan.rows));
      places.emplace(place.column, place.row);
    }
    CHECK(places.size() == plan.nodes.size());
    const std::string drawn = topology_picture(*topology).file(name);
    CHECK(times(drawn, "<circle") == topology->terminals());
    CHECK(times(drawn, "<rect") >= topology->nodes() - topology->terminals());
    CHECK(times(drawn, "<line") >= topology->properties().links);
  }
  CHECK(contains(topology_picture(*make_topology("torus:64x64")).said(), "no drawing of more than 1,024 nodes"));
  CHECK(
      contains(html_of(topology_page(*make_topology("ring:5"), survey(*make_topology("ring:5")))), "Nodes and links"));
}

TEST_CASE(
    "a drawing of what links did has the places of the plain one, and both directions of a link beside each other") {
  for (const char* const name : {"ring:7", "torus:3x4", "hypercube:4", "tree:3", "dragonfly:4,2", "fat-tree:2,3",
                                 "de-bruijn:4", "omega:8", "hyperx:4,4", "torus:4x4,failed-links=9,failed-nodes=3"}) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    REQUIRE(draws_topology(*topology));
    std::vector<std::uint64_t> busy(std::size_t{topology->nodes()} * topology->ports());
    std::size_t links = 0;  // each direction by itself
    for (std::uint32_t link = 0; link < busy.size(); ++link) {
      const std::uint32_t node = link / topology->ports();
      const std::uint32_t other = topology->neighbour(node, link % topology->ports());
      if (other == no_node || other == node) continue;
      ++links;
      busy[link] = link % 5;
    }
    const Drawing used = topology_use_picture(*topology, busy, 4);
    std::vector<Mark> lines = marks(used);
    std::erase_if(lines, [](const Mark& mark) { return !mark.attributes.contains("data-link"); });
    CHECK(lines.size() == links);
    std::set<std::string> ways;
    for (const Mark& line : lines) {
      const auto link = static_cast<std::uint32_t>(line.number("data-link"));
      CHECK(line.is(fmt::format("heat h{}", heat_level(static_cast<double>(busy[link]) / 4))));
      ways.insert(line.attributes.at("x1") + ' ' + line.attributes.at("y1") + ' ' + line.attributes.at("x2") + ' ' +
                  line.attributes.at("y2"));
    }
    CHECK(ways.size() == links);
    // The nodes stand where the plain drawing has them.
    const auto places = [](const Drawing& drawing, const char* tag, const char* kind) {
      std::vector<std::pair<double, double>> found;
      const bool circle = std::string_view(tag) == "circle";
      for (const Mark& mark : marks(drawing, tag, kind))
        found.emplace_back(mark.number(circle ? "cx" : "x"), mark.number(circle ? "cy" : "y"));
      return found;
    };
    CHECK(places(used, "circle", "needed") == places(topology_picture(*topology), "circle", "needed"));
    CHECK(places(used, "circle", "needed").size() == topology->terminals());
    CHECK(places(used, "rect", "contention") == places(topology_picture(*topology), "rect", "contention"));
  }
  CHECK_FALSE(draws_topology(*make_topology("torus:64x64")));
}

TEST_CASE("DOT has a line for each node and each link") {
  CHECK(dot_of(*make_topology("path:3")) ==
        "graph \"path:3\" {\n  node [shape=circle];\n  0;\n  1;\n  2;\n  0 -- 1;\n  1 -- 2;\n}\n");
  for (const char* const name : {"fat-tree:2,3", "omega:8", "de-bruijn:3", "slim-fly:5"}) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const std::string text = dot_of(*topology);
    CHECK(times(text, topology->two_way() ? " -- " : " -> ") == topology->properties().links);
    CHECK(times(text, "shape=box") == topology->nodes() - topology->terminals());
    CHECK(text.starts_with(topology->two_way() ? "graph \"" : "digraph \""));
  }
}

}  // namespace pram::report
