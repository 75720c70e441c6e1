#include <pram/machines/collectives.hpp>
#include <pram/machines/detail/passes.hpp>
#include <pram/machines/detail/routines.hpp>
#include <pram/machines/switching.hpp>
#include <pram/pram.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../../contains.hpp"
#include "hostile_cases.hpp"

// A topology of the user's own may say anything. Whatever it says, nothing crashes and nothing goes on for ever: it is
// refused where it is made a network, or the message that cannot arrive is reported.
namespace pram {

namespace {

using testing::breach_of;
using testing::contains;
using testing::Hostile;
using testing::hostile;
using testing::hostile_nodes;
using testing::HostileCase;
using testing::lost_from;
using testing::lost_to;
using testing::wrong_routes;

std::vector<SwitchingOptions> every_technique() {
  using Options = SwitchingOptions;
  std::vector<Options> all;
  for (const auto routing : {Options::Routing::own, Options::Routing::valiant, Options::Routing::spread,
                             Options::Routing::ugal_l, Options::Routing::ugal_g}) {
    all.push_back({.routing = routing});
    all.push_back({.ports = Options::Ports::one, .routing = routing});
    all.push_back({.switching = Options::Technique::cut_through, .routing = routing});
    all.push_back({.switching = Options::Technique::wormhole, .routing = routing});
    all.push_back({.routing = routing, .combining = Options::Combining::unlimited});
  }
  all.push_back({.duplex = Options::Duplex::half, .buffers = 2});
  return all;
}

/// What is seen as soon as the topology is made a network.
const HostileCase at_once[] = {
    {[](Hostile& one) { one.all = 0; }, "nodes() is 0, and 1 to 2^20 = 1048576 are allowed"},
    {[](Hostile& one) { one.all = (1U << 20) + 1; }, "nodes() is 1048577"},
    {[](Hostile& one) { one.holding = 0; }, "terminals() is 0, and 1 to nodes() = 16 are allowed"},
    {[](Hostile& one) { one.holding = 17; }, "terminals() is 17"},
    {[](Hostile& one) { one.degree = 0; }, "ports() is 0, so that no node has a link"},
    {[](Hostile& one) { one.classes = 0; }, "channel_classes() is 0"},
    {[](Hostile& one) { one.links = [](std::uint32_t, std::uint32_t) { return 99U; }; },
     "neighbour(0, 0) is 99, and there are the nodes 0 to 15"},
    {[](Hostile& one) {
       one.links = [&one](std::uint32_t node, std::uint32_t port) {
         return node == 15 && port == 1 ? 16U : one.right_neighbour(node, port);
       };
     },
     "neighbour(15, 1) is 16"},
    {[](Hostile& one) { one.legs = [](std::uint32_t, std::uint32_t) {
                          return Leg{7, 1};
                        }; },
     "names port 7, and a node has the ports 0 to 1"},
    {[](Hostile& one) { one.legs = [](std::uint32_t, std::uint32_t) {
                          return Leg{0, 0};
                        }; },
     "has 0 hops: it leads nowhere"},
    {[](Hostile& one) { one.legs = [](std::uint32_t, std::uint32_t) {
                          return Leg{0, 17};
                        }; },
     "has 17 hops, more than there are nodes"},
    {[](Hostile& one) {
       one.legs = [](std::uint32_t, std::uint32_t) { return Leg{0, static_cast<std::uint32_t>(-3)}; };
     },
     "has 4294967293 hops, more than there are nodes"},
    {[](Hostile& one) { one.legs = [](std::uint32_t, std::uint32_t) {
                          return Leg{0, 16};
                        }; },
     "has 16 hops through port 0, and "},
    {[](Hostile& one) {
       one.both_ways = false;
       one.said = TopologyProperties{.nodes = 16, .links = 31, .largest_degree = 2, .smallest_degree = 1};
       one.links = [&one](std::uint32_t node, std::uint32_t port) {
         return node == 3 && port == 0 ? no_node : one.right_neighbour(node, port);
       };
       one.legs = [](std::uint32_t node, std::uint32_t to) { return Leg{0, (to + 16 - node) % 16}; };
     },
     "and node 3 has no link there"},
    {[](Hostile& one) {
       one.legs = [](std::uint32_t node, std::uint32_t) { return Leg{node % 2, 1}; };  // back and forth
     },
     "has crossed 16 links, as many as there are nodes"},
    {[](Hostile& one) {
       one.legs = [calls = std::make_shared<std::uint32_t>(0)](std::uint32_t, std::uint32_t) {
         return Leg{++*calls % 2, 1};
       };
     },
     "it must depend on nothing but its arguments"},
    {[](Hostile& one) { one.distances = [](std::uint32_t, std::uint32_t) { return 20U; }; },
     "distance(0, 0) is 20, and the route has 0 hops"},
    {[](Hostile& one) {
       one.family = {TopologyShape::Kind::torus, {{TopologyFactor::Kind::ring, 3}, {TopologyFactor::Kind::ring, 5}}};
     },
     "shape() says that it has 15 nodes"},
    {[](Hostile& one) {
       one.family = {TopologyShape::Kind::ring, {}};
     },
     "shape() has 0 dimensions"},
    {[](Hostile& one) {
       one.family = {TopologyShape::Kind::rows_of_rows, {}, 1};
     },
     "shape() has 0 dimensions"},
    {[](Hostile& one) {
       one.family = {TopologyShape::Kind::hypercube, {4, {TopologyFactor::Kind::ring, 2}}};
     },
     "shape() has 4 dimensions, and a node has 2 ports"},
};

/// Has every node send to every other.
DeliveryStatistics all_to_all(Switching& switching, bool keyed) {
  const std::uint32_t n = switching.topology().terminals();
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint64_t> key;
  for (std::uint32_t from = 0; from < n; ++from) {
    for (std::uint32_t to = 0; to < n; ++to) {
      source.push_back(from);
      destination.push_back(to);
      key.push_back(to);
    }
  }
  return switching.carry(
      {source, destination, {}, keyed ? std::span<const std::uint64_t>(key) : std::span<const std::uint64_t>()});
}

}  // namespace

TEST_CASE("a topology that says what cannot be is refused where it is made a network, and by check()") {
  for (const HostileCase& one : at_once) {
    CAPTURE(std::string(one.sentence));
    const auto refused = [&](const auto& call) {
      try {
        call();
      } catch (const TopologyError& error) {
        CHECK_MESSAGE(contains(error.what(), one.sentence), std::string(error.what()));
        return true;
      }
      return false;
    };
    CHECK(refused([&] { make_network(hostile(one.make)); }));
    CHECK(refused([&] { make_switching(hostile(one.make), SwitchingOptions{}); }));
    CHECK(refused([&] { make_routines(hostile(one.make), SwitchingOptions{}, SortOptions{}); }));
    CHECK(refused([&] { collective_model(hostile(one.make)); }));
    CHECK(refused([&] { check(*hostile(one.make)); }));
  }
  CHECK(breach_of([] { check(*hostile([](Hostile&) {})); }).empty());
  for (const auto& make : {+[] { make_network(nullptr); }, +[] { make_switching(nullptr, SwitchingOptions{}); },
                           +[] { make_routines(nullptr, SwitchingOptions{}, SortOptions{}); },
                           +[] { collective_model(std::shared_ptr<const Topology>()); }}) {
    CHECK_THROWS_AS(make(), ConfigError);
  }
}

TEST_CASE(
    "a route that leads nowhere ends by an error under every switching technique, and the next batch is carried") {
  for (const HostileCase& one : wrong_routes) {
    for (const SwitchingOptions& options : every_technique()) {
      CAPTURE(std::string(one.sentence));
      CAPTURE(static_cast<int>(options.switching));
      CAPTURE(static_cast<int>(options.routing));
      CAPTURE(static_cast<int>(options.combining));
      // The sample of routes may have seen it: then there is nothing left to try.
      std::unique_ptr<Switching> switching;
      const std::string refused = breach_of([&] { switching = make_switching(hostile(one.make), options); });
      if (switching == nullptr) {
        CHECK(contains(refused, one.sentence));
        continue;
      }
      const bool keyed = options.combining != SwitchingOptions::Combining::none;
      CHECK(contains(breach_of([&] { all_to_all(*switching, keyed); }), one.sentence));
      const std::uint32_t from[] = {1, 2};
      const std::uint32_t to[] = {2, 1};
      const DeliveryStatistics after = switching->carry({from, to, {}, {}});
      CHECK(after.order.size() == 2);
    }
  }
}

TEST_CASE("a program is told of step, phase, array and components where a topology loses a message") {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    for (const char* const access : {"direct", "combining:4,4"}) {
      CAPTURE(threads);
      CAPTURE(std::string(access));
      bool broken = false;
      auto topology = std::make_shared<Hostile>(hostile_nodes);
      topology->legs = [&broken, one = topology.get()](std::uint32_t node, std::uint32_t to) {
        return broken && to == lost_to ? Leg{node % 2, 1} : one->right_leg(node, to);
      };
      Machine machine(
          {.network = make_network(topology), .access = access, .placement = Placement::direct, .threads = threads});
      CHECK(machine.options().components == hostile_nodes);
      const auto cells = machine.array<int>(hostile_nodes, 3, "cells");
      const auto add = [&] {
        machine.pardo(hostile_nodes, [&](Processor self) -> Task<> { co_await cells[(self.id() + 4) % 16].add(1); });
      };
      add();
      broken = true;
      std::string message;
      try {
        add();
      } catch (const TopologyError& error) {
        message = error.what();
        CHECK(error.pram_step() == 2);
        CHECK(error.facts.destination == lost_to);
      }
      CHECK(contains(message, "step 2 of the program: phase "));
      CHECK(contains(message, ", requests for cells: topology hostile:16: a message to node 9 has crossed 16 links"));
      CHECK(cells.host() == std::vector<int>(hostile_nodes, 4));
      broken = false;
      add();
      CHECK(cells.host() == std::vector<int>(hostile_nodes, 5));
    }
  }
}

TEST_CASE("a topology whose answers change after it was made neither crashes nor hangs") {
  // Each answer is drawn anew, in range or not, at every call.
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    for (const SwitchingOptions& options : every_technique()) {
      CAPTURE(seed);
      std::uint64_t draws = seed;
      bool wild = false;
      const auto draw = [&draws](std::uint32_t n) {
        draws = draws * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::uint32_t>((draws >> 33) % n);
      };
      auto topology = std::make_shared<Hostile>(hostile_nodes);
      Hostile& one = *topology;
      one.classes = 3;
      const bool in_range = seed % 2 == 0;
      one.legs = [&, in_range](std::uint32_t node, std::uint32_t to) {
        if (!wild || draw(3) == 0) return one.right_leg(node, to);
        return Leg{draw(in_range ? 2 : 3), in_range ? 1 : draw(4)};
      };
      one.links = [&](std::uint32_t node, std::uint32_t port) {
        return wild ? draw(40) : one.right_neighbour(node, port);
      };
      one.channels = [&, in_range](std::uint32_t, std::uint32_t, std::uint32_t) {
        return wild ? draw(in_range ? 3 : 5) : 0U;
      };
      one.stops = [&, in_range](std::uint32_t, std::uint32_t to) { return wild ? draw(in_range ? 16 : 17) : to; };
      const auto switching = make_switching(topology, options);
      wild = true;
      const bool keyed = options.combining != SwitchingOptions::Combining::none;
      for (int batch = 0; batch < 3; ++batch) {
        try {
          const DeliveryStatistics carried = all_to_all(*switching, keyed);
          CHECK(carried.order.size() + carried.merged == 256);
        } catch (const NetworkError& error) {  // that a route is wrong, or that worms wait for each other
          CHECK(!std::string(error.what()).empty());
        }
      }
      wild = false;
      const std::uint32_t from[] = {1, 2};
      const std::uint32_t to[] = {2, 1};
      CHECK(switching->carry({from, to, {}, {}}).order.size() == 2);
    }
  }
}

TEST_CASE("passes, algorithms and routines of a topology that loses messages end by an error, too") {
  const auto lossy = hostile([](Hostile& one) {
    one.legs = [&one](std::uint32_t node, std::uint32_t to) {
      return to == lost_to ? Leg{node % 2, 1} : one.right_leg(node, to);
    };
  });
  const std::uint32_t from[] = {lost_from};
  const std::uint32_t to[] = {lost_to};
  CHECK(contains(breach_of([&] { greedy_passes(*lossy, {from, to, {}, {}}); }), "does not arrive"));
}

}  // namespace pram
