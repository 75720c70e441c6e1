#include <pram/machines/topology.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "small_names.hpp"
#include "topology_search.hpp"

namespace pram {

namespace {

const std::vector<std::string> names = [] {
  std::vector<std::string> all = {"ring:1",
                                  "ring:2",
                                  "ring:3",
                                  "ring:4",
                                  "ring:5",
                                  "ring:8",
                                  "ring:63",
                                  "ring:64",
                                  "path:1",
                                  "path:2",
                                  "path:3",
                                  "path:7",
                                  "path:64",
                                  "complete:1",
                                  "complete:2",
                                  "complete:3",
                                  "complete:9",
                                  "star:1",
                                  "star:2",
                                  "star:3",
                                  "star:9",
                                  "grid:1",
                                  "grid:1x1x1",
                                  "grid:1x7",
                                  "grid:7x1",
                                  "grid:2x2",
                                  "grid:3x5",
                                  "grid:4x3x2",
                                  "grid:2x3x4x5",
                                  "torus:1x7",
                                  "torus:2x2",
                                  "torus:2x3",
                                  "torus:3x3",
                                  "torus:4x4",
                                  "torus:5x3x2",
                                  "torus:4x1x6",
                                  "torus:3x4x5",
                                  "torus:8x8x4",
                                  "hypercube:0",
                                  "hypercube:1",
                                  "hypercube:2",
                                  "hypercube:3",
                                  "hypercube:7",
                                  "product:ring:1",
                                  "product:star:5,star:4",
                                  "product:ring:8,complete:4,path:3",
                                  "product:path:3,complete:4,ring:8",
                                  "product:complete:3,complete:4,complete:5",
                                  "product:grid:3x2,hypercube:2,star:5",
                                  "product:ring:2,path:2,complete:2,star:2",
                                  "product:torus:5x2,path:1,star:3",
                                  "rcn-full:2,0",
                                  "rcn-full:5,0",
                                  "rcn-full:2,1",
                                  "rcn-full:3,1",
                                  "rcn-full:4,1",
                                  "rcn-full:7,1",
                                  "rcn-full:8,1",
                                  "rcn-full:16,1",
                                  "rcn-full:2,2",
                                  "rcn-full:3,2",
                                  "rcn-full:4,2",
                                  "rcn-full:2,3",
                                  "omega:2",
                                  "omega:4",
                                  "omega:8",
                                  "omega:64",
                                  "inverse-omega:2",
                                  "inverse-omega:4",
                                  "inverse-omega:8",
                                  "inverse-omega:64",
                                  "butterfly:2",
                                  "butterfly:4",
                                  "butterfly:8",
                                  "butterfly:64",
                                  "de-bruijn:0",
                                  "de-bruijn:1",
                                  "de-bruijn:2",
                                  "de-bruijn:3",
                                  "de-bruijn:7",
                                  "de-bruijn:3,1",
                                  "de-bruijn:3,4",
                                  "de-bruijn:5,3",
                                  "de-bruijn:12,2"};
  all.insert(all.end(), testing::small_names.begin(), testing::small_names.end());
  return all;
}();

/// The topology's wires have one direction, though every node is a terminal.
bool is_shifted(const std::string& name) { return name.find("de-bruijn") != std::string::npos; }

bool has_stages(const Topology& topology) { return topology.shape().kind == TopologyShape::Kind::stages; }

/// Families for whose mean distance no formula is known.
bool has_no_mean(const std::string& name) {
  if (is_shifted(name) || (name.starts_with("rcn-full") && name.back() >= '2')) return true;
  return std::ranges::any_of(std::vector<std::string>{"dragonfly", "ccc", "shuffle-exchange", "mesh-of-trees"},
                             [&](const std::string& family) { return name.find(family) != std::string::npos; });
}

/// Topologies that leave shorter paths than the routing's aside.
bool has_detours(const std::string& name) {
  if (name.starts_with("rcn-full")) return name.back() >= '2';
  return name == "dragonfly:3,2" || name.starts_with("dragonfly:4,2") ||
         (name.starts_with("shuffle-exchange") && name.back() >= '4');
}

/// Links that a message makes, one after the other; no_node if it does not arrive.
std::uint32_t travelled(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  std::uint32_t hops = 0;
  while (from != to && hops <= topology.nodes()) {
    const Leg leg = topology.next_leg(from, to);
    if (leg.hops == 0 || leg.port >= topology.ports()) return no_node;
    for (std::uint32_t hop = 0; hop < leg.hops; ++hop) {
      from = topology.neighbour(from, leg.port);
      if (from == no_node) return no_node;
    }
    hops += leg.hops;
  }
  return from == to ? hops : no_node;
}

}  // namespace

TEST_CASE("topologies: a name gives itself back") {
  for (const std::string& name : names) {
    const auto topology = make_topology(name);
    CHECK(topology->name() == name);
    CHECK(make_topology(name, topology->terminals())->name() == name);
    CHECK(topology->terminals() <= topology->nodes());
  }
}

TEST_CASE("topologies: links and degrees as counted") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const TopologyProperties properties = topology->properties();
    CHECK(properties.nodes == topology->nodes());
    std::uint64_t ends = 0;
    std::size_t largest = 0;
    std::size_t smallest = topology->ports();
    for (std::uint32_t node = 0; node < topology->nodes(); ++node) {
      const auto next = testing::neighbours(*topology, node);
      ends += next.size();
      largest = std::max(largest, next.size());
      smallest = std::min(smallest, next.size());
    }
    CHECK(properties.links == (topology->two_way() ? ends / 2 : ends));
    CHECK(properties.largest_degree == largest);
    CHECK(properties.smallest_degree == smallest);
    CHECK(topology->ports() >= largest);
  }
}

TEST_CASE("topologies: links lead to other nodes, each once, and back where they run both ways") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    CHECK(topology->two_way() == !(has_stages(*topology) || is_shifted(name)));
    bool fine = true;
    for (std::uint32_t node = 0; node < topology->nodes(); ++node) {
      std::set<std::uint32_t> seen;
      for (const std::uint32_t next : testing::neighbours(*topology, node)) {
        fine = fine && next < topology->nodes() && next != node;
        fine = fine && seen.insert(next).second;
        if (!topology->two_way()) continue;
        const auto back = testing::neighbours(*topology, next);
        fine = fine && std::ranges::count(back, node) == 1;
      }
    }
    CHECK(fine);
  }
}

TEST_CASE("topologies: distances, diameter and mean as searched") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const TopologyProperties properties = topology->properties();
    std::uint64_t wrong = 0;
    std::uint64_t sum = 0;
    std::uint32_t farthest = 0;
    for (std::uint32_t from = 0; from < topology->nodes(); ++from) {
      const auto distance = testing::search(*topology, from);
      for (std::uint32_t to = 0; to < topology->terminals(); ++to) {
        if (distance[to] != no_node) wrong += topology->distance(from, to) != distance[to];
        if (from >= topology->terminals()) continue;
        sum += distance[to];
        farthest = std::max(farthest, distance[to]);
      }
    }
    CHECK(wrong == 0);
    CHECK(properties.diameter == farthest);
    const double mean = static_cast<double>(sum) / topology->terminals() / topology->terminals();
    if (properties.average_distance) CHECK(*properties.average_distance == doctest::Approx(mean).epsilon(1e-12));
    CHECK(properties.average_distance.has_value() == !has_no_mean(name));
  }
}

TEST_CASE("topologies: the routing arrives from everywhere, the shortest way where it promises that") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    std::uint64_t lost = 0;
    std::uint64_t detours = 0;
    std::uint32_t longest = 0;
    for (std::uint32_t from = 0; from < topology->nodes(); ++from) {
      for (std::uint32_t to = 0; to < topology->terminals(); ++to) {
        const std::uint32_t hops = travelled(*topology, from, to);
        lost += hops == no_node;
        if (from >= topology->terminals()) continue;
        detours += hops != topology->distance(from, to);
        longest = std::max(longest, hops);
      }
    }
    CHECK(lost == 0);
    CHECK((detours == 0) == !has_detours(name));
    CHECK(longest <= topology->properties().diameter);
  }
}

TEST_CASE("topologies: the routing takes the link to a neighbour") {
  for (const std::string& name : names) {
    const auto topology = make_topology(name);
    std::uint64_t astray = 0;
    for (std::uint32_t from = 0; from < topology->nodes(); ++from) {
      for (const std::uint32_t to : testing::neighbours(*topology, from))
        astray += to < topology->terminals() && travelled(*topology, from, to) != 1 ? 1 : 0;
    }
    CHECK_MESSAGE(astray == 0, name);
  }
}

TEST_CASE("topologies: the rest of a leg is what the routing says midway") {
  for (const std::string& name : names) {
    const auto topology = make_topology(name);
    std::uint64_t astray = 0;
    for (std::uint32_t from = 0; from < topology->nodes(); ++from) {
      for (std::uint32_t to = 0; to < topology->terminals(); ++to) {
        if (from == to) continue;
        const Leg leg = topology->next_leg(from, to);
        const std::uint32_t next = topology->neighbour(from, leg.port);
        if (leg.hops == 1) continue;
        const Leg rest = topology->next_leg(next, to);
        astray += rest.port != leg.port || rest.hops != leg.hops - 1;
      }
    }
    CHECK_MESSAGE(astray == 0, name);
  }
}

TEST_CASE("topologies: bisections as found by trying all halves") {
  std::vector<std::string> small = {"grid:3x3",
                                    "grid:5x2",
                                    "grid:3x2x2",
                                    "grid:2x2x2x2",
                                    "grid:1x9",
                                    "torus:4x2",
                                    "torus:5x3",
                                    "torus:7x2",
                                    "torus:4x4",
                                    "torus:3x5",
                                    "torus:2x2x3",
                                    "hypercube:4",
                                    "complete:16",
                                    "complete:15",
                                    "star:16",
                                    "star:15",
                                    "product:ring:4,path:3",
                                    "product:ring:6,path:2",
                                    "product:ring:3,path:4",
                                    "product:ring:5,path:3",
                                    "product:complete:4,path:3",
                                    "product:complete:4,path:4",
                                    "product:complete:4,ring:4",
                                    "product:complete:5,path:2",
                                    "product:complete:6,path:2",
                                    "product:star:4,path:4",
                                    "product:star:4,path:2",
                                    "product:star:3,path:5",
                                    "product:star:5,ring:3",
                                    "product:complete:4,complete:3",
                                    "product:complete:4,star:4",
                                    "product:ring:3,path:5",
                                    "product:star:4,ring:4",
                                    "product:path:2,ring:4,path:2",
                                    "product:complete:3,path:3"};
  small.insert(small.end(), names.begin(), names.end());
  std::size_t known = 0;
  for (const std::string& name : small) {
    const auto topology = make_topology(name);
    const auto bisection = topology->properties().bisection;
    if (topology->nodes() > 16 || !bisection || topology->terminals() < topology->nodes()) continue;
    CHECK_MESSAGE(*bisection == testing::smallest_cut(*topology), name);
    ++known;
  }
  CHECK(known > 50);
}

}  // namespace pram
