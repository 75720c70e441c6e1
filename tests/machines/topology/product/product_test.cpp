#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>

#include "../topology_search.hpp"
#include "core/thrown.hpp"

namespace pram {

namespace {

using Nodes = std::vector<std::uint32_t>;

/// Chips as blocks of a given extent in each dimension.
Nodes blocks(const Nodes& sizes, const Nodes& extent) {
  std::uint32_t nodes = 1;
  for (const std::uint32_t size : sizes) nodes *= size;
  Nodes chip(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    std::uint32_t rest = node;
    std::uint32_t scale = 1;
    for (std::size_t k = sizes.size(); k-- > 0;) {
      chip[node] += rest % sizes[k] / extent[k] * scale;
      scale *= sizes[k] / extent[k];
      rest /= sizes[k];
    }
  }
  return chip;
}

/// Fewest pins over all shapes of block with so many nodes.
std::uint64_t fewest_pins(const Topology& topology, const Nodes& sizes, std::uint32_t size, Nodes extent = {}) {
  if (extent.size() == sizes.size()) {
    std::uint32_t volume = 1;
    for (const std::uint32_t side : extent) volume *= side;
    if (volume != size) return std::numeric_limits<std::uint64_t>::max();
    return testing::most_leaving(topology, blocks(sizes, extent));
  }
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  const std::uint32_t whole = sizes[extent.size()];
  extent.push_back(0);
  for (std::uint32_t side = 1; side <= whole; ++side) {
    extent.back() = side;
    if (whole % side == 0) fewest = std::min(fewest, fewest_pins(topology, sizes, size, extent));
  }
  return fewest;
}

/// The nodes on the route, both ends included.
Nodes route(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  Nodes nodes = {from};
  while (nodes.back() != to) {
    const Leg leg = topology.next_leg(nodes.back(), to);
    for (std::uint32_t hop = 0; hop < leg.hops; ++hop) nodes.push_back(topology.neighbour(nodes.back(), leg.port));
  }
  return nodes;
}

}  // namespace

TEST_CASE("products: ports of each factor") {
  CHECK(testing::neighbours(*make_topology("ring:5"), 0) == Nodes{1, 4});
  CHECK(testing::neighbours(*make_topology("ring:5"), 4) == Nodes{0, 3});
  CHECK(testing::neighbours(*make_topology("ring:2"), 1) == Nodes{0});
  CHECK(testing::neighbours(*make_topology("path:5"), 2) == Nodes{3, 1});
  CHECK(make_topology("path:5")->neighbour(4, 0) == no_node);
  CHECK(make_topology("path:5")->neighbour(4, 1) == 3);
  CHECK(make_topology("path:2")->neighbour(0, 1) == no_node);
  CHECK(testing::neighbours(*make_topology("complete:5"), 3) == Nodes{4, 0, 1, 2});
  CHECK(testing::neighbours(*make_topology("star:4"), 0) == Nodes{1, 2, 3});
  CHECK(testing::neighbours(*make_topology("star:4"), 3) == Nodes{0});
  for (const char* const name : {"ring:1", "path:1", "complete:1", "star:1", "grid:1x1", "hypercube:0"})
    CHECK(make_topology(name)->ports() == 0);
}

TEST_CASE("products: the first factor is the slowest, and its ports come first") {
  const auto torus = make_topology("torus:3x4x5");
  CHECK(testing::neighbours(*torus, 0) == Nodes{20, 40, 5, 15, 1, 4});
  const auto mixed = make_topology("product:ring:8,complete:4,path:3");
  CHECK(mixed->nodes() == 96);
  CHECK(mixed->ports() == 2 + 3 + 2);
  CHECK(testing::neighbours(*mixed, 0) == Nodes{12, 84, 3, 6, 9, 1});
  CHECK(testing::neighbours(*make_topology("hypercube:4"), 0) == Nodes{8, 4, 2, 1});
}

TEST_CASE("products: routes run in dimension order, the last factor first") {
  CHECK(route(*make_topology("grid:3x4"), 0, 11) == Nodes{0, 1, 2, 3, 7, 11});
  CHECK(route(*make_topology("torus:4x5"), 0, 14) == Nodes{0, 4, 9, 14});
  CHECK(route(*make_topology("hypercube:4"), 0, 13) == Nodes{0, 1, 5, 13});
  CHECK(route(*make_topology("star:9"), 3, 8) == Nodes{3, 0, 8});
  CHECK(route(*make_topology("product:complete:7,star:3"), 1, 20) == Nodes{1, 0, 2, 20});
  CHECK(make_topology("ring:8")->next_leg(6, 2).port == 0);
  CHECK(make_topology("ring:8")->next_leg(6, 2).hops == 4);
}

TEST_CASE("products: a torus is a product of rings, and a hypercube one of rings of two") {
  const std::string pairs[][2] = {{"torus:4x5x2", "product:ring:4,ring:5,ring:2"},
                                  {"grid:4x5", "product:grid:4,path:5"},
                                  {"hypercube:6", "torus:2x2x2x2x2x2"},
                                  {"hypercube:6", "product:hypercube:2,hypercube:4"},
                                  {"product:torus:4x4,complete:4", "product:ring:4,ring:4,complete:4"},
                                  {"product:path:3,torus:2x5,grid:2x2", "product:path:3,ring:2,ring:5,path:2,path:2"},
                                  {"product:torus:3x4,star-graph:3", "product:ring:3,ring:4,star-graph:3"},
                                  {"product:grid:2x3,ccc:3", "product:path:2,path:3,ccc:3"}};
  for (const auto& [one_name, other_name] : pairs) {
    CAPTURE(other_name);
    const auto one = make_topology(one_name);
    const auto other = make_topology(other_name);
    REQUIRE(one->nodes() == other->nodes());
    REQUIRE(one->ports() == other->ports());
    bool same = true;
    for (std::uint32_t node = 0; node < one->nodes(); ++node) {
      for (std::uint32_t port = 0; port < one->ports(); ++port)
        same = same && one->neighbour(node, port) == other->neighbour(node, port);
      for (std::uint32_t to = 0; to < one->nodes(); ++to) {
        if (node == to) continue;
        const Leg leg = one->next_leg(node, to);
        same = same && leg.port == other->next_leg(node, to).port && leg.hops == other->next_leg(node, to).hops;
        same = same && one->distance(node, to) == other->distance(node, to);
      }
    }
    CHECK(same);
    CHECK(one->properties().links == other->properties().links);
    CHECK(one->properties().diameter == other->properties().diameter);
    CHECK(one->properties().bisection == other->properties().bisection);
    for (std::uint32_t size = 1; size <= one->nodes(); ++size) {
      if (one->nodes() % size == 0) CHECK(one->pins(size) == other->pins(size));
    }
  }
}

TEST_CASE("products: pins as counted over all shapes of block") {
  struct Case {
    const char* name;
    Nodes sizes;
  };
  const Case cases[] = {{"ring:12", {12}},
                        {"path:12", {12}},
                        {"complete:12", {12}},
                        {"star:12", {12}},
                        {"torus:8x6", {8, 6}},
                        {"torus:4x2x6", {4, 2, 6}},
                        {"grid:4x6", {4, 6}},
                        {"grid:3x5x2", {3, 5, 2}},
                        {"hypercube:5", {2, 2, 2, 2, 2}},
                        {"torus:7x1", {7, 1}},
                        {"product:ring:4,complete:6,star:4", {4, 6, 4}},
                        {"product:path:6,star:2,ring:3", {6, 2, 3}}};
  for (const auto& [name, sizes] : cases) {
    const auto topology = make_topology(name);
    for (std::uint32_t size = 1; size <= topology->nodes(); ++size) {
      if (topology->nodes() % size != 0) {
        CHECK_THROWS_AS(static_cast<void>(topology->pins(size)), ConfigError);
        continue;
      }
      CAPTURE(name);
      CHECK(topology->pins(size) == fewest_pins(*topology, sizes, size));
    }
    CHECK_THROWS_AS(static_cast<void>(topology->pins(0)), ConfigError);
  }
}

TEST_CASE("products: pins of the hypercube as in the RCN-FULL paper") {
  const auto small = make_topology("hypercube:8");
  const std::uint64_t pins_256[] = {128, 128, 96, 64, 40, 24, 14};  // for 2, 4, 8, … chips
  for (std::uint32_t k = 0; k < 7; ++k) CHECK(small->pins(256u >> (k + 1)) == pins_256[k]);
  const auto large = make_topology("hypercube:16");
  const std::uint64_t pins_65536[] = {32768, 32768, 24576, 16384, 10240, 6144, 3584, 2048, 1152, 640};
  for (std::uint32_t k = 0; k < 10; ++k) CHECK(large->pins(65536u >> (k + 1)) == pins_65536[k]);
  CHECK(large->pins(16) == 192);
}

TEST_CASE("products: a million nodes") {
  const auto torus = make_topology("torus:1024x1024");
  const std::uint32_t last = torus->nodes() - 1;
  CHECK(torus->nodes() == 1u << 20);
  CHECK(testing::neighbours(*torus, last) == Nodes{1023, last - 1024, last - 1023, last - 1});
  CHECK(torus->distance(0, last) == 2);
  CHECK(torus->distance(0, 512 * 1024 + 512) == 1024);
  CHECK(torus->next_leg(1, last).hops == 2);
  CHECK(torus->properties().bisection == 2048);
  CHECK(torus->properties().links == 1u << 21);
  const auto cube = make_topology("hypercube:20");
  CHECK(cube->neighbour(last, 19) == last - 1);
  CHECK(cube->distance(0, last) == 20);
  CHECK(cube->properties().average_distance == 10.0);
  CHECK(route(*cube, 0, last).size() == 21);
  const auto complete = make_topology("complete:1048576");
  CHECK(complete->properties().links == 549755289600);
  CHECK(complete->properties().bisection == std::uint64_t{1} << 38);
  CHECK(complete->neighbour(last, 0) == 0);
  CHECK(complete->neighbour(0, last - 1) == last);
  CHECK(make_topology("path:1048576")->distance(0, last) == last);
  CHECK(make_topology("ring:1048575")->neighbour(0, 1) == last - 1);
  CHECK(make_topology("star:1048576")->neighbour(last, 0) == 0);
  const auto odd = make_topology("torus:97x101x103");
  CHECK(odd->neighbour(odd->nodes() - 1, 0) == 101 * 103 - 1);
  for (std::uint32_t node = 0; node < odd->nodes(); node += 9973) {
    const std::uint32_t digits[] = {node / (101 * 103), node / 103 % 101, node % 103};
    CHECK(odd->neighbour(node, 2) == node - digits[1] * 103 + (digits[1] + 1) % 101 * 103);
    CHECK(odd->distance(0, node) == std::min(digits[0], 97 - digits[0]) + std::min(digits[1], 101 - digits[1]) +
                                        std::min(digits[2], 103 - digits[2]));
  }
}

}  // namespace pram
