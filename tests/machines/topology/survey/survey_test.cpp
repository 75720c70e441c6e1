#include <pram/machines/detail/topology_survey.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <pram/machines/detail/total_exchange.hpp>
#include <pram/machines/topology.hpp>

#include "../small_names.hpp"
#include "../topology_search.hpp"

namespace pram {

namespace {

std::vector<std::string> surveyed() {
  std::vector<std::string> all = {
      "ring:2",       "ring:9",       "path:6",      "grid:3x5",      "torus:4x4",
      "torus:3x4x5",  "star:9",       "complete:9",  "hypercube:5",   "product:star:5,ring:3",
      "rcn-full:3,1", "rcn-full:3,2", "de-bruijn:4", "de-bruijn:3,2", "omega:8",
      "butterfly:16"};
  all.insert(all.end(), testing::small_names.begin(), testing::small_names.end());
  return all;
}

/// The fewest links that part some terminals from the others, as the most paths without a common link from these to
/// those.
std::uint64_t paths_between(const Topology& topology, std::uint32_t side) {
  const std::uint32_t ports = topology.ports();
  std::vector<int> free(std::size_t{topology.nodes()} * topology.nodes(), 0);
  const auto capacity = [&](std::uint32_t from, std::uint32_t to) -> int& {
    return free[std::size_t{from} * topology.nodes() + to];
  };
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
    for (std::uint32_t port = 0; port < ports; ++port) {
      if (const std::uint32_t next = topology.neighbour(node, port); next != no_node) ++capacity(node, next);
    }
  }
  const auto inside = [&](std::uint32_t node) { return node < topology.terminals() && (side >> node & 1) != 0; };
  for (std::uint64_t paths = 0;; ++paths) {
    std::vector<std::uint32_t> before(topology.nodes(), no_node);
    std::vector<std::uint32_t> queue;
    for (std::uint32_t node = 0; node < topology.terminals(); ++node) {
      if (!inside(node)) continue;
      before[node] = node;
      queue.push_back(node);
    }
    std::uint32_t end = no_node;
    for (std::size_t head = 0; head < queue.size() && end == no_node; ++head) {
      for (std::uint32_t next = 0; next < topology.nodes(); ++next) {
        if (before[next] != no_node || capacity(queue[head], next) == 0) continue;
        before[next] = queue[head];
        queue.push_back(next);
        if (next < topology.terminals()) end = next;
        if (end != no_node) break;
      }
    }
    if (end == no_node) return paths;
    for (std::uint32_t node = end; before[node] != node; node = before[node]) {
      --capacity(before[node], node);
      ++capacity(node, before[node]);
    }
  }
}

/// Over all halves of the terminals.
std::uint64_t smallest_cut_of_terminals(const Topology& topology) {
  const std::uint32_t terminals = topology.terminals();
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t side = 0; side < 1u << terminals; ++side) {
    const auto size = static_cast<std::uint32_t>(std::popcount(side));
    if (size == terminals / 2 || size == terminals - terminals / 2)
      fewest = std::min(fewest, paths_between(topology, side));
  }
  return fewest;
}

}  // namespace

TEST_CASE("survey: distances, status and B1 are what the topology's own distances add up to") {
  for (const std::string& name : surveyed()) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const TopologySurvey made = survey(*topology);
    const std::uint32_t terminals = topology->terminals();
    std::uint64_t sum = 0;
    std::uint32_t farthest = 0;
    for (std::uint32_t from = 0; from < terminals; ++from) {
      for (std::uint32_t to = 0; to < terminals; ++to) {
        sum += topology->distance(from, to);
        farthest = std::max(farthest, topology->distance(from, to));
      }
    }
    CHECK(made.name == name);
    CHECK(made.nodes == topology->nodes());
    CHECK(made.terminals == terminals);
    CHECK(made.diameter == farthest);
    REQUIRE(made.status);
    CHECK(*made.status == doctest::Approx(static_cast<double>(sum) / terminals).epsilon(1e-12));
    REQUIRE(made.one_port_bound);
    CHECK(*made.one_port_bound == std::max<std::uint64_t>((sum + made.nodes - 1) / made.nodes, terminals - 1));
    CHECK(made.mean_distance.has_value() == (terminals > 1));
    if (made.mean_distance)
      CHECK(*made.mean_distance ==
            doctest::Approx(static_cast<double>(sum) / terminals / (terminals - 1)).epsilon(1e-12));
  }
}

TEST_CASE("survey: the bisection lies between its bounds, and is known where all halves can be tried") {
  int small = 0;
  for (const std::string& name : surveyed()) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const TopologySurvey made = survey(*topology);
    REQUIRE(made.bisection);
    CHECK(made.bisection->lower <= made.bisection->upper);
    CHECK((made.bisection->lower > 0) == (made.terminals > 1));
    if (topology->terminals() < topology->nodes() || topology->nodes() > 16) continue;
    ++small;
    CHECK(*made.bisection == BisectionBounds{testing::smallest_cut(*topology), testing::smallest_cut(*topology)});
  }
  CHECK(small > 30);
  for (const char* const name : {"star-graph:4", "pancake:4", "ccc:3", "dragonfly:3,2"}) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const TopologySurvey made = survey(*topology);
    const std::uint64_t fewest = testing::smallest_cut(*topology);
    CHECK(made.bisection->lower <= fewest);
    CHECK(fewest == made.bisection->upper);
  }
}

TEST_CASE("survey: with switches the halves are of terminals") {
  for (const char* const name :
       {"fat-tree:2,1", "fat-tree:2,2", "fat-tree:2,3", "fat-tree:3,2", "dragonfly:2,1,1", "hamming-mesh:2,2,1,2",
        "hamming-mesh:2,1,2,2", "flattened-butterfly:2,2", "flattened-butterfly:2,3", "omega:8", "butterfly:8"}) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const TopologySurvey made = survey(*topology);
    const std::uint64_t fewest = smallest_cut_of_terminals(*topology);
    CHECK(made.bisection->lower <= fewest);
    CHECK(fewest <= made.bisection->upper);
    if (std::string(name).starts_with("fat-tree")) CHECK(*made.bisection == BisectionBounds{fewest, fewest});
  }
  CHECK(*survey(*make_topology("fat-tree:4,3")).bisection == BisectionBounds{32, 32});
}

TEST_CASE("survey: B2 is that of total exchange where this tries all cuts, and no less than a bisection says") {
  int compared = 0;
  for (const std::string& name : surveyed()) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const TopologySurvey made = survey(*topology);
    REQUIRE(made.all_ports_bound);
    if (made.terminals == 1) {
      CHECK(*made.all_ports_bound == 0);
      continue;
    }
    const std::uint64_t half = made.terminals / 2;
    const std::uint64_t pairs = half * (made.terminals - half);
    CHECK(*made.all_ports_bound >= (pairs + made.bisection->upper - 1) / made.bisection->upper);
    if (topology->terminals() < topology->nodes() || !topology->two_way() || topology->nodes() > 16) continue;
    ++compared;
    CHECK(*made.all_ports_bound == total_exchange_bounds(*topology).all_ports());
  }
  CHECK(compared > 25);
}

TEST_CASE("survey: the largest networks take seconds, and what is not known is said to be") {
  const TopologySurvey ring = survey(*make_topology("ring:1048576"));
  CHECK(*ring.bisection == BisectionBounds{2, 2});
  CHECK(*ring.one_port_bound == std::uint64_t{1} << 38);
  CHECK(*ring.all_ports_bound == std::uint64_t{1} << 37);
  const TopologySurvey complete = survey(*make_topology("complete:1048576"));
  CHECK(*complete.mean_distance == doctest::Approx(1));
  CHECK(*complete.all_ports_bound == 1);
  const TopologySurvey cycles = survey(*make_topology("ccc:14"));
  CHECK_FALSE(cycles.mean_distance);
  CHECK_FALSE(cycles.one_port_bound);
  CHECK(cycles.bisection->lower == 1);
  CHECK(cycles.bisection->upper == 1u << 13);
}

TEST_CASE("survey: of what failures leave, pairs that are cut off count apart, and the bisection stays exact") {
  int parted = 0;
  int whole = 0;
  for (const char* const name : {"torus:4x4", "ring:8", "grid:3x4", "hypercube:4", "complete:6", "dragonfly:2,1"}) {
    for (int seed = 0; seed < 12; ++seed) {
      const std::string failed = fmt::format("{},failed-links={},failed-nodes={},failure-seed={}", name, 1 + seed,
                                             seed % 3 == 2 ? 1 : 0, seed);
      CAPTURE(failed);
      std::unique_ptr<Topology> topology;
      try {
        topology = make_topology(failed);
      } catch (const ConfigError&) {
        continue;  // fewer links than that
      }
      const TopologySurvey made = survey(*topology);
      const std::uint32_t terminals = topology->terminals();
      std::uint64_t sum = 0;
      std::uint64_t reached = 0;
      for (std::uint32_t from = 0; from < terminals; ++from) {
        for (const std::uint32_t distance : testing::search(*topology, from)) {
          if (distance == no_node || distance == 0) continue;
          sum += distance;
          ++reached;
        }
      }
      const std::uint64_t cut_off = std::uint64_t{terminals} * (terminals - 1) - reached;
      CHECK(made.unreachable_pairs == cut_off);
      CHECK(made.mean_distance.has_value() == (reached > 0));
      if (reached > 0)
        CHECK(*made.mean_distance == doctest::Approx(static_cast<double>(sum) / static_cast<double>(reached)));
      CHECK(*made.status == doctest::Approx(static_cast<double>(sum) / terminals));
      const std::uint64_t fewest = testing::smallest_cut(*topology);
      CHECK(*made.bisection == BisectionBounds{fewest, fewest});
      CHECK(made.one_port_bound.has_value() == (cut_off == 0));
      CHECK(made.all_ports_bound.has_value() == (cut_off == 0));
      if (cut_off == 0 && topology->nodes() > 1)
        CHECK(*made.all_ports_bound == total_exchange_bounds(*topology).all_ports());
      ++(cut_off > 0 ? parted : whole);
    }
  }
  CHECK(parted > 15);
  CHECK(whole > 15);
  // Beyond 20 nodes halves are not all tried: between two parts there is a cut of none.
  for (const char* const name :
       {"path:40,failed-links=3", "torus:6x6,failed-links=60", "fat-tree:4,2,failed-links=30"}) {
    CAPTURE(name);
    const TopologySurvey made = survey(*make_topology(name));
    CHECK(made.unreachable_pairs > 0);
    CHECK(made.bisection->lower == 0);
    CHECK_FALSE(made.all_ports_bound);
  }
}

}  // namespace pram
