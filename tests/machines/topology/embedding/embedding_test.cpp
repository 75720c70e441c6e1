#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/detail/embedding.hpp>
#include <pram/pram.hpp>

#include "../topology_search.hpp"
#include "topology/embedding/cyclic_order.hpp"

namespace pram {

namespace {

using Routing = SwitchingOptions::Routing;

/// What is said of an embedding, found by nothing but the links of both networks and next_leg().
struct Naive {
  std::uint32_t dilation = 0;
  std::uint64_t hops = 0;
  std::uint64_t links = 0;
  std::uint64_t congestion = 0;
  std::uint64_t longest_route = 0;
};

Naive naive(const Embedding& embedding, Routing routing) {
  Naive found;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> load;
  const Topology& host = *embedding.host;
  for (std::uint32_t node = 0; node < embedding.guest->nodes(); ++node) {
    const std::uint32_t from = embedding.place[node];
    const auto distance = testing::search(host, from);
    for (const std::uint32_t next : testing::neighbours(*embedding.guest, node)) {
      const std::uint32_t to = embedding.place[next];
      found.dilation = std::max(found.dilation, distance[to]);
      found.hops += distance[to];
      ++found.links;
      std::uint64_t route = 0;
      std::uint32_t here = from;
      const std::uint32_t stop = routing == Routing::spread ? host.spreading_stop(from, to) : to;
      for (const std::uint32_t end : {stop, to}) {
        while (here != end) {
          const Leg leg = host.next_leg(here, end);
          for (std::uint32_t hop = 0; hop < leg.hops; ++hop) {
            const std::uint32_t beyond = host.neighbour(here, leg.port);
            found.congestion = std::max(found.congestion, ++load[{here, beyond}]);
            here = beyond;
            ++route;
          }
        }
      }
      found.longest_route = std::max(found.longest_route, route);
    }
  }
  return found;
}

/// The bound on steps, with links counted and, where that is quick, halves tried.
std::uint64_t least_steps(const Embedding& embedding, const Naive& walked) {
  const Topology& host = *embedding.host;
  std::uint64_t links = 0;
  for (std::uint32_t node = 0; node < host.nodes(); ++node) links += testing::neighbours(host, node).size();
  std::uint64_t least = std::max<std::uint64_t>(walked.dilation, (walked.hops + links - 1) / links);
  const auto cut_of = [](const Topology& topology) {
    const bool quick = topology.nodes() <= 16 && topology.terminals() == topology.nodes();
    return quick ? testing::smallest_cut(topology) : topology.properties().bisection.value();
  };
  if (embedding.place.size() == host.terminals() && embedding.guest->properties().bisection &&
      host.properties().bisection) {
    const std::uint64_t cut = cut_of(host);
    least = std::max(least, (cut_of(*embedding.guest) + cut - 1) / cut);
  }
  return least;
}

std::shared_ptr<const Topology> host_named(const std::string& name) {
  register_machines();
  return make_topology(name);
}

Embedding embedded(const std::string& guest, const std::string& host) {
  for (const EmbeddedGuest& known : embedded_guests()) {
    if (known.name == guest) return known.embed(host_named(host)).value();
  }
  throw Error("no guest " + guest);
}

/// Steps along an order of nodes, back to the first, that are longer than a link.
std::uint32_t broken_steps(const Topology& topology, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> sorted = order;
  std::ranges::sort(sorted);
  std::vector<std::uint32_t> all(topology.nodes());
  std::iota(all.begin(), all.end(), 0U);
  CHECK(sorted == all);
  std::uint32_t broken = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto next = testing::neighbours(topology, order[k]);
    broken += std::ranges::count(next, order[(k + 1) % order.size()]) == 0 ? 1 : 0;
  }
  return broken;
}

}  // namespace

TEST_CASE("embeddings: every guest on every host has the dilation, congestion and steps that a walk finds") {
  for (const char* name :
       {"rcn-full:6,0", "rcn-full:3,1",  "rcn-full:4,1", "rcn-full:5,1", "rcn-full:6,1", "rcn-full:7,1",
        "rcn-full:8,1", "rcn-full:16,1", "rcn-full:2,1", "rcn-full:2,2", "rcn-full:3,2", "rcn-full:4,2",
        "rcn-full:2,3", "hypercube:2",   "hypercube:3",  "hypercube:6",  "torus:4x4",    "torus:3x5",
        "torus:3x4",    "torus:4x8",     "grid:4x4",     "grid:3x3",     "ring:12",      "complete:9",
        "star:8",       "de-bruijn:2,4", "fat-tree:2,3", "omega:8",      "dragonfly:2,1"}) {
    const auto host = host_named(name);
    std::size_t guests = 0;
    for (const EmbeddedGuest& guest : embedded_guests()) {
      const auto embedding = guest.embed(host);
      if (!embedding) continue;
      ++guests;
      CAPTURE(name);
      CAPTURE(embedding->guest->name());
      const std::uint32_t expected = host->terminals() - (guest.name == "tree" ? 1 : 0);
      CHECK(embedding->guest->nodes() == expected);
      for (const Routing routing : {Routing::own, Routing::spread}) {
        const Naive walked = naive(*embedding, routing);
        const EmbeddingDistances distances = distances_of(*embedding);
        CHECK(distances.dilation == walked.dilation);
        CHECK(distances.guest_links == walked.links);
        CHECK(distances.mean == doctest::Approx(static_cast<double>(walked.hops) / static_cast<double>(walked.links)));
        CHECK(distances.least_steps == least_steps(*embedding, walked));
        const AllNeighbourStep step = all_neighbour_step(*embedding, routing);
        CHECK(step.congestion == walked.congestion);
        CHECK(step.steps >= std::max(walked.congestion, walked.longest_route));
        CHECK(step.steps >= distances.least_steps);
        CHECK(step.steps <= walked.congestion * walked.longest_route);  // each link at most delays it by all others
      }
    }
    CHECK(guests >= 1);
  }
}

TEST_CASE("embeddings: dilation on RCN-FULL is within its bound") {
  for (const char* name : {"rcn-full:8,0", "rcn-full:2,1", "rcn-full:3,1", "rcn-full:4,1", "rcn-full:16,1",
                           "rcn-full:2,2", "rcn-full:3,2", "rcn-full:4,2", "rcn-full:5,2", "rcn-full:6,2",
                           "rcn-full:8,2", "rcn-full:2,3", "rcn-full:3,3", "rcn-full:2,4"}) {
    CAPTURE(name);
    const auto host = host_named(name);
    const TopologyShape shape = host->shape();
    for (const EmbeddedGuest& guest : embedded_guests()) {
      const auto embedding = guest.embed(host);
      if (!embedding) continue;
      CAPTURE(embedding->guest->name());
      const std::uint32_t bound = guest.rcn_full_dilation(shape.factors.front().size, shape.levels);
      CHECK(distances_of(*embedding).dilation <= bound);
      if (shape.levels <= 1 && shape.factors.front().size > 2) CHECK(distances_of(*embedding).dilation == bound);
    }
  }
}

TEST_CASE("embeddings: RCN-FULL of odd atoms, and of one level, has a Hamiltonian cycle") {
  for (const auto& [atom, levels] : {std::pair(3u, 0u), std::pair(3u, 1u), std::pair(4u, 1u), std::pair(5u, 1u),
                                     std::pair(16u, 1u), std::pair(3u, 2u), std::pair(5u, 2u), std::pair(3u, 3u)}) {
    CAPTURE(atom);
    CAPTURE(levels);
    const auto host = host_named("rcn-full:" + std::to_string(atom) + "," + std::to_string(levels));
    CHECK(broken_steps(*host, rcn_full_cycle(atom, levels)) == 0);
  }
  // Two rows are crossed in other ways than along their cycle.
  const auto host = host_named("rcn-full:4,2");
  const std::uint32_t broken = broken_steps(*host, rcn_full_cycle(4, 2));
  CHECK(broken > 0);
  CHECK(broken < 2 * 16);
}

TEST_CASE("embeddings: grids and hypercubes have cycles, and meshes and hypercubes stand on hypercubes link by link") {
  CHECK(broken_steps(*host_named("grid:4x6"), snake(4, 6)) == 0);
  CHECK(broken_steps(*host_named("grid:2x5"), snake(2, 5)) == 0);
  CHECK(broken_steps(*host_named("hypercube:5"), gray_code(5)) == 0);
  CHECK(broken_steps(*host_named("ring:9"), cyclic_order(*host_named("ring:9"))) == 0);
  for (const char* guest : {"ring", "mesh", "hypercube"}) {
    for (const char* host : {"hypercube:2", "hypercube:5", "hypercube:8"}) {
      const Embedding embedding = embedded(guest, host);
      CHECK(distances_of(embedding).dilation == 1);
      CHECK(all_neighbour_step(embedding, Routing::own).steps == 1);
    }
  }
  CHECK(distances_of(embedded("tree", "hypercube:8")).dilation == 2);
  CHECK(distances_of(embedded("hypercube", "torus:16x16")).dilation == 8);
}

TEST_CASE(
    "embeddings: Algorithm 2 makes a mesh cost four steps, and a hypercube log N, where Algorithm 1 takes a row's") {
  for (const std::uint32_t side : {4u, 8u, 16u, 32u}) {
    const std::string host = "rcn-full:" + std::to_string(side) + ",1";
    const Embedding mesh = embedded("mesh", host);
    // All nodes of a row send to the next, over the one link between the two.
    CHECK(all_neighbour_step(mesh, Routing::own).congestion == side);
    CHECK(all_neighbour_step(mesh, Routing::own).steps == side + 1);
    CHECK(all_neighbour_step(mesh, Routing::spread).congestion == 4);
    CHECK(all_neighbour_step(mesh, Routing::spread).steps == 4);
    const Embedding cube = embedded("hypercube", host);
    std::uint64_t bits = 0;
    while ((std::uint64_t{1} << bits) < std::uint64_t{side} * side) ++bits;
    CHECK(all_neighbour_step(cube, Routing::own).congestion == side);
    CHECK(all_neighbour_step(cube, Routing::spread).congestion == bits);
  }
  CHECK(all_neighbour_step(embedded("ring", "rcn-full:16,1"), Routing::own).steps == 1);
}

TEST_CASE("embeddings: the least steps are those of the bisections where these say more") {
  CHECK(distances_of(embedded("hypercube", "path:16")).least_steps == 8);  // 8 links between the halves, over one
  CHECK(distances_of(embedded("hypercube", "path:16")).dilation == 8);
  CHECK(distances_of(embedded("hypercube", "rcn-full:2,3")).least_steps == 8);  // all distances: more than the dilation
  CHECK(distances_of(embedded("hypercube", "rcn-full:2,3")).dilation == 6);
}

TEST_CASE("embeddings: what is no embedding is refused") {
  Embedding embedding = embedded("ring", "torus:4x4");
  embedding.place[3] = embedding.place[4];
  CHECK_THROWS_AS(distances_of(embedding), ConfigError);
  CHECK_THROWS_AS(all_neighbour_step(embedding, Routing::own), ConfigError);
  embedding.place[3] = 16;
  CHECK_THROWS_AS(distances_of(embedding), ConfigError);
  embedding.place.pop_back();
  CHECK_THROWS_AS(distances_of(embedding), ConfigError);
  const auto host = host_named("rcn-full:3,1");
  for (const EmbeddedGuest& guest : embedded_guests())
    CHECK(guest.embed(host).has_value() == (guest.name == "ring" || guest.name == "mesh"));
}

}  // namespace pram
