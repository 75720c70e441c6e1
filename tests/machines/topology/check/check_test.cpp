#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../../../contains.hpp"
#include "../hostile_cases.hpp"
#include "../small_names.hpp"
#include "../topology_search.hpp"

namespace pram {

using testing::breach_of;
using testing::contains;
using testing::Hostile;
using testing::hostile;
using testing::HostileCase;
using testing::wrong_routes;

TEST_CASE("check() finds what a sample of routes may miss, and what does not hurt") {
  const HostileCase found[] = {
      wrong_routes[0],
      wrong_routes[1],
      wrong_routes[2],
      wrong_routes[3],
      {[](Hostile& one) {
         one.distances = [&one](std::uint32_t from, std::uint32_t to) {
           return from == 4 && to == 11 ? 2U : one.right_distance(from, to);
         };
       },
       "distance(4, 11) is 2, and the shortest path has 7 links"},
      {[](Hostile& one) {
         one.links = [&one](std::uint32_t node, std::uint32_t port) {
           return node == 6 && port == 1 ? no_node : one.right_neighbour(node, port);
         };
         one.legs = [](std::uint32_t node, std::uint32_t to) { return Leg{0, (to + 16 - node) % 16}; };
       },
       "port 0 of node 5 leads to node 6, and no port of node 6 leads back; where wires have one direction"},
      {[](Hostile& one) { one.said = TopologyProperties{.nodes = 15}; }, "properties().nodes is 15, and there are 16"},
      {[](Hostile& one) { one.said = TopologyProperties{.nodes = 16, .links = 32}; },
       "properties().links is 32, and there are 16"},
      {[](Hostile& one) {
         one.said = TopologyProperties{.nodes = 16, .links = 16, .largest_degree = 3, .smallest_degree = 2};
       },
       "properties().largest_degree is 3, and there are 2"},
      {[](Hostile& one) {
         one.said =
             TopologyProperties{.nodes = 16, .links = 16, .largest_degree = 2, .smallest_degree = 2, .diameter = 9};
       },
       "properties().diameter is 9, and the farthest terminals are 8 links apart"},
      {[](Hostile& one) {
         one.said = TopologyProperties{.nodes = 16,
                                       .links = 16,
                                       .largest_degree = 2,
                                       .smallest_degree = 2,
                                       .diameter = 8,
                                       .average_distance = 4.5};
       },
       "properties().average_distance is 4.5, and the mean is 4"},
      {[](Hostile& one) {
         one.channels = [](std::uint32_t node, std::uint32_t, std::uint32_t) { return node == 12 ? 1U : 0U; };
       },
       "channel_class(12, "},
      {[](Hostile& one) {
         one.stops = [](std::uint32_t from, std::uint32_t to) { return from == 3 && to == 7 ? 16U : to; };
       },
       "spreading_stop(3, 7) is 16, and the terminals are 0 to 15"},
  };
  for (const HostileCase& one : found) {
    CAPTURE(std::string(one.sentence));
    CHECK(contains(breach_of([&] { check(*hostile(one.make)); }), one.sentence));
  }
  // Wires of one direction are allowed, if the topology says so.
  const auto one_way = hostile([](Hostile& one) {
    one.degree = 1;
    one.both_ways = false;
    one.legs = [](std::uint32_t node, std::uint32_t to) { return Leg{0, (to + 16 - node) % 16}; };
    one.distances = [](std::uint32_t from, std::uint32_t to) { return (to + 16 - from) % 16; };
    one.said = TopologyProperties{
        .nodes = 16, .links = 16, .largest_degree = 1, .smallest_degree = 1, .diameter = 15, .average_distance = 7.5};
  });
  const TopologyCheck made = check(*one_way);
  CHECK(made.links == 16);
  CHECK(made.pairs == 256);
  CHECK(made.all_pairs);
  CHECK(made.longest_route == 15);
  CHECK(make_switching(one_way, SwitchingOptions{})->topology().nodes() == 16);
}

TEST_CASE("check() goes through every bundled topology, and counts what it went through as a search does") {
  std::vector<std::string> names = {
      "ring:5",      "path:6",           "complete:5",   "star:6",        "grid:3x4",
      "torus:3x4x2", "hypercube:4",      "rcn-full:3,1", "rcn-full:2,2",  "omega:8",
      "butterfly:8", "inverse-omega:16", "de-bruijn:3",  "de-bruijn:3,2", "product:ring:4,complete:3,path:2",
      "ring:1",      "hypercube:0"};
  names.insert(names.end(), testing::small_names.begin(), testing::small_names.end());
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const TopologyCheck made = check(*topology);
    std::uint64_t links = 0;
    for (std::uint32_t node = 0; node < topology->nodes(); ++node) links += testing::neighbours(*topology, node).size();
    CHECK(made.links == links);
    CHECK(made.pairs == std::uint64_t{topology->terminals()} * topology->terminals());
    CHECK(made.all_pairs);
    const TopologyCheck some = check(*topology, topology->terminals());
    CHECK(some.pairs == topology->terminals());
    CHECK(some.all_pairs == (topology->terminals() == 1));
  }
}

}  // namespace pram
