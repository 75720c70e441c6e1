#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>

#include "topology_search.hpp"

namespace pram {

namespace {

/// Numbers of a topology that are known from elsewhere: counted by a program of its own, and, where a paper has them,
/// the paper's. Distances are those between terminals, the mean without pairs of one terminal.
struct KnownNumbers {
  const char* name;
  std::uint32_t terminals;
  std::uint32_t switches;
  std::uint32_t degree;
  std::uint64_t links;
  std::uint32_t diameter;
  double mean;
};

constexpr KnownNumbers known_numbers[] = {
    {"fat-tree:2,3", 8, 12, 4, 24, 6, 4.8571},
    {"fat-tree:4,2", 16, 8, 8, 32, 4, 3.6},
    {"fat-tree:4,3", 64, 48, 8, 192, 6, 5.4286},
    {"dragonfly:4,2", 36, 0, 5, 90, 3, 2.3429},
    {"dragonfly:8,4", 264, 0, 11, 1452, 3, 2.6863},
    {"slim-fly:5", 50, 0, 7, 175, 2, 1.8571},  // the graph of Hoffman and Singleton
    {"slim-fly:7", 98, 0, 11, 539, 2, 1.8866},
    {"slim-fly:11", 242, 0, 17, 2057, 2, 1.9295},
    {"slim-fly:13", 338, 0, 19, 3211, 2, 1.9436},
    {"slim-fly:17", 578, 0, 25, 7225, 2, 1.9567},
    {"hyperx:4,4", 16, 0, 6, 48, 2, 1.6},
    {"hyperx:8,8", 64, 0, 14, 448, 2, 1.7778},
    {"hyperx:4,4,4", 64, 0, 9, 288, 3, 2.2857},
    {"hamming-mesh:2,2,2,2", 16, 8, 4, 48, 4, 2.6667},
    {"hamming-mesh:2,2,4,4", 64, 16, 8, 192, 4, 3.3016},
    {"hamming-mesh:4,4,2,2", 64, 16, 4, 160, 8, 4.1905},
    {"hamming-mesh:2,2,8,8", 256, 32, 16, 768, 4, 3.6392},
    {"star-graph:4", 24, 0, 3, 36, 4, 2.6957},
    {"star-graph:5", 120, 0, 4, 240, 6, 3.7143},
    {"pancake:4", 24, 0, 3, 36, 4, 2.6087},
    {"pancake:5", 120, 0, 4, 240, 5, 3.5714},
    {"ccc:3", 24, 0, 3, 36, 6, 3.2174},
    {"ccc:4", 64, 0, 3, 96, 8, 4.6984},
    {"ccc:5", 160, 0, 3, 240, 10, 5.9874},
    {"mesh-of-trees:4", 40, 0, 3, 48, 8, 4.7077},
    {"mesh-of-trees:8", 176, 0, 3, 224, 12, 7.6696},
    {"mesh-of-trees:16", 736, 0, 3, 960, 16, 10.9966}};

/// The links that messages cross, and how many cross each, one from every terminal to the terminal that `destination`
/// gives it.
template <class Destination>
std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> loads(const Topology& topology,
                                                                       const Destination& destination) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> found;
  for (std::uint32_t from = 0; from < topology.terminals(); ++from) {
    const std::uint32_t to = destination(from);
    for (std::uint32_t node = from; node != to;) {
      const Leg leg = topology.next_leg(node, to);
      for (std::uint32_t hop = 0; hop < leg.hops; ++hop) {
        ++found[{node, leg.port}];
        node = topology.neighbour(node, leg.port);
      }
    }
  }
  return found;
}

std::uint32_t hops_of(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  std::uint32_t hops = 0;
  while (from != to) {
    const Leg leg = topology.next_leg(from, to);
    for (std::uint32_t hop = 0; hop < leg.hops; ++hop) from = topology.neighbour(from, leg.port);
    hops += leg.hops;
  }
  return hops;
}

}  // namespace

TEST_CASE("topologies of today: nodes, links, degree, diameter and mean as known, by a search") {
  for (const KnownNumbers& known : known_numbers) {
    CAPTURE(known.name);
    const auto topology = make_topology(known.name);
    CHECK(topology->terminals() == known.terminals);
    CHECK(topology->nodes() == known.terminals + known.switches);
    std::uint64_t ends = 0;
    std::uint64_t largest = 0;
    std::uint64_t sum = 0;
    std::uint32_t farthest = 0;
    for (std::uint32_t node = 0; node < topology->nodes(); ++node) {
      const std::size_t degree = testing::neighbours(*topology, node).size();
      ends += degree;
      largest = std::max<std::uint64_t>(largest, degree);
      if (node >= known.terminals) continue;
      const auto distance = testing::search(*topology, node);
      for (std::uint32_t to = 0; to < known.terminals; ++to) {
        sum += distance[to];
        farthest = std::max(farthest, distance[to]);
      }
    }
    CHECK(ends == 2 * known.links);
    CHECK(largest == known.degree);
    CHECK(farthest == known.diameter);
    const double pairs = static_cast<double>(known.terminals) * (known.terminals - 1);
    CHECK(static_cast<double>(sum) / pairs == doctest::Approx(known.mean).epsilon(5e-5));
  }
}

TEST_CASE("fat trees: every shift of all terminals has a link a message") {
  for (const char* const name : {"fat-tree:2,4", "fat-tree:3,3", "fat-tree:4,3"}) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const std::uint32_t terminals = topology->terminals();
    for (std::uint32_t by = 1; by < terminals; ++by) {
      std::uint32_t most = 0;
      for (const auto& [link, messages] : loads(*topology, [&](std::uint32_t from) { return (from + by) % terminals; }))
        most = std::max(most, messages);
      CHECK(most == 1);
    }
  }
}

TEST_CASE("dragonflies: each pair of groups has one global link") {
  for (const auto& [name, routers] : {std::pair("dragonfly:4,2", 4u), {"dragonfly:3,2", 3u}, {"dragonfly:2,1", 2u}}) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const std::uint32_t groups = topology->nodes() / routers;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> between;
    for (std::uint32_t node = 0; node < topology->nodes(); ++node) {
      for (const std::uint32_t next : testing::neighbours(*topology, node)) ++between[{node / routers, next / routers}];
    }
    for (std::uint32_t one = 0; one < groups; ++one) {
      for (std::uint32_t other = 0; other < groups; ++other)
        CHECK(between[{one, other}] == (one == other ? static_cast<int>(routers * (routers - 1)) : 1));
    }
  }
}

// A group sends to the next one: minimal routes share one global link, and those by way of other groups have several.
TEST_CASE("dragonflies: a route by way of a group has five links at most, and spreads what one link would carry") {
  const auto topology = make_topology("dragonfly:8,4");
  constexpr std::uint32_t routers = 8;
  std::uint32_t longest = 0;
  for (std::uint32_t from = 0; from < topology->nodes(); ++from) {
    for (std::uint32_t to = 0; to < topology->nodes(); ++to) {
      const std::uint32_t stop = topology->spreading_stop(from, to);
      REQUIRE(stop < topology->nodes());
      if (from / routers == to / routers) {
        CHECK(stop == to);
        continue;
      }
      CHECK(stop / routers != from / routers);
      CHECK(stop / routers != to / routers);
      CHECK(hops_of(*topology, from, stop) <= 2);
      longest = std::max(longest, hops_of(*topology, from, stop) + hops_of(*topology, stop, to));
    }
  }
  CHECK(longest == 5);
  const std::uint32_t nodes = topology->nodes();
  const auto busiest = [](const auto& links) {
    std::uint32_t most = 0;
    for (const auto& [link, messages] : links) most = std::max(most, messages);
    return most;
  };
  const auto next_group = [&](std::uint32_t from) { return (from + routers) % nodes; };
  CHECK(busiest(loads(*topology, next_group)) == routers);
  auto spread = loads(*topology, [&](std::uint32_t from) { return topology->spreading_stop(from, next_group(from)); });
  CHECK(busiest(spread) < routers / 2);
}

TEST_CASE("shuffle-exchange: routes have at most 2n - 1 links, and no bit is rotated more than once around") {
  for (std::uint32_t bits = 1; bits <= 8; ++bits) {
    const auto topology = make_topology("shuffle-exchange:" + std::to_string(bits));
    std::uint32_t longest = 0;
    for (std::uint32_t from = 0; from < topology->nodes(); ++from) {
      for (std::uint32_t to = 0; to < topology->nodes(); ++to)
        longest = std::max(longest, hops_of(*topology, from, to));
    }
    CHECK(longest == 2 * bits - 1);
  }
}

TEST_CASE("products of any factors have the routes of their factors, the last factor's first") {
  const auto product = make_topology("product:star-graph:3,de-bruijn:3,2,ring:5");
  const auto star = make_topology("star-graph:3");
  const auto shifted = make_topology("de-bruijn:3,2");
  const auto ring = make_topology("ring:5");
  CHECK(product->name() == "product:star-graph:3,de-bruijn:3,2,ring:5");
  CHECK(product->nodes() == 6 * 9 * 5);
  CHECK_FALSE(product->two_way());
  for (std::uint32_t from = 0; from < product->nodes(); from += 7) {
    for (std::uint32_t to = 0; to < product->nodes(); ++to) {
      CHECK(product->distance(from, to) == star->distance(from / 45, to / 45) +
                                               shifted->distance(from / 5 % 9, to / 5 % 9) +
                                               ring->distance(from % 5, to % 5));
      if (from == to) continue;
      const Leg leg = product->next_leg(from, to);
      if (from % 5 != to % 5) {
        CHECK(leg.port == star->ports() + shifted->ports() + ring->next_leg(from % 5, to % 5).port);
      } else if (from / 5 % 9 != to / 5 % 9) {
        CHECK(leg.port == star->ports() + shifted->next_leg(from / 5 % 9, to / 5 % 9).port);
      } else {
        CHECK(leg.port == star->next_leg(from / 45, to / 45).port);
      }
    }
  }
}

TEST_CASE("topologies of today: worms on few channels arrive, whatever their routing") {
  for (const char* const name :
       {"fat-tree:2,3", "dragonfly:3,2", "dragonfly:2,1,2", "slim-fly:3", "hyperx:3,3", "flattened-butterfly:3,2",
        "hamming-mesh:3,2,2,2", "star-graph:4", "pancake:4", "ccc:3", "shuffle-exchange:4", "tree:3", "mesh-of-trees:4",
        "product:ring:4,star-graph:3"}) {
    for (const char* const routing : {"own", "valiant", "spread", "ugal-l", "ugal-g"}) {
      CAPTURE(name);
      CAPTURE(routing);
      const auto switching = make_switching(std::string(name) + ",switching=wormhole,buffers=1,routing=" + routing);
      const std::uint32_t terminals = switching->topology().terminals();
      std::vector<std::uint32_t> source;
      std::vector<std::uint32_t> destination;
      for (std::uint32_t from = 0; from < terminals; ++from) {
        for (std::uint32_t to = 0; to < terminals; ++to) {
          source.push_back(from);
          destination.push_back((to * 7 + from) % terminals);
        }
      }
      const std::vector<std::uint32_t> words(source.size(), 6);
      const DeliveryStatistics statistics = switching->carry({source, destination, words, {}});
      CHECK(statistics.order.size() == source.size());
    }
  }
}

TEST_CASE("topologies of today: sizes chosen for a number of components, or a line that says which there are") {
  const std::tuple<const char*, std::uint32_t, const char*> chosen[] = {
      {"fat-tree", 64, "fat-tree:2,6"},
      {"fat-tree", 81, "fat-tree:3,4"},
      {"fat-tree", 7, "fat-tree:7,1"},
      {"dragonfly", 36, "dragonfly:4,2"},
      {"dragonfly", 264, "dragonfly:8,4"},
      {"slim-fly", 50, "slim-fly:5"},
      {"hyperx", 64, "hyperx:8,8"},
      {"hyperx", 24, "hyperx:4,6"},
      {"flattened-butterfly", 64, "flattened-butterfly:2,6"},
      {"hamming-mesh", 64, "hamming-mesh:2,2,4,4"},
      {"hamming-mesh", 32, "hamming-mesh:2,2,2,4"},
      {"star-graph", 24, "star-graph:4"},
      {"pancake", 120, "pancake:5"},
      {"ccc", 64, "ccc:4"},
      {"shuffle-exchange", 16, "shuffle-exchange:4"},
      {"tree", 31, "tree:4"},
      {"mesh-of-trees", 40, "mesh-of-trees:4"}};
  for (const auto& [name, components, made] : chosen) CHECK(make_topology(name, components)->name() == made);
  // With terminals at routers the components are the terminals.
  CHECK(make_topology("dragonfly:4,2,2", 72)->terminals() == 72);
  CHECK(make_topology("slim-fly:5,4", 200)->nodes() == 250);
}

}  // namespace pram
