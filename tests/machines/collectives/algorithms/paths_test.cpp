#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "collectives/algorithms/paths.hpp"
#include "machines/collectives/delivered.hpp"

using namespace pram;

namespace {

Mesh square(std::uint32_t side) { return Mesh({.kind = Architecture::Kind::torus, .sizes = {side, side}}); }

std::unique_ptr<Topology> square_torus(std::uint32_t side) {
  return make_topology("torus:" + std::to_string(side) + "x" + std::to_string(side));
}

bool from_to(const std::vector<Path>& paths, std::uint32_t from, std::uint32_t to) {
  return std::ranges::all_of(paths, [&](const Path& path) { return path.front() == from && path.back() == to; });
}

using Lengths = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("exchange paths: four edge-disjoint paths on tori of sides 5 to 12, of the lengths of Proposition 3.2") {
  for (std::uint32_t side = 5; side <= 12; ++side) {
    const auto torus = square_torus(side);
    const Mesh mesh = square(side);
    const std::uint32_t from = side + 2;
    for (std::uint32_t to = 0; to < side * side; ++to) {
      if (to == from) continue;
      const std::vector<Path> paths = torus_construction(mesh, from, to);
      CAPTURE(side);
      CAPTURE(to);
      CHECK(edge_disjoint(*torus, paths));
      CHECK(from_to(paths, from, to));
      const std::uint64_t distance = torus->distance(from, to);
      const bool aligned = mesh.digit(from, 0) == mesh.digit(to, 0) || mesh.digit(from, 1) == mesh.digit(to, 1);
      const std::uint64_t each = distance + (aligned ? 4 : 2);
      CHECK(lengths_of(paths) == (distance == 1 ? Lengths{1, 3, 5, 7} : Lengths(4, each)));
      CHECK(torus_paths(*torus, mesh, from, to) == paths);
    }
  }
}

TEST_CASE("exchange paths: on tori of sides 3 and 4 the construction fails where it must, and others are found") {
  const auto fails = [](std::uint32_t side) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    const auto torus = square_torus(side);
    const Mesh mesh = square(side);
    for (std::uint32_t to = 1; to < side * side; ++to) {
      const auto dy = static_cast<std::uint32_t>(std::abs(mesh.offset(0, to, 0)));
      const auto dx = static_cast<std::uint32_t>(std::abs(mesh.offset(0, to, 1)));
      if (!edge_disjoint(*torus, torus_construction(mesh, 0, to))) pairs.emplace(dx, dy);
      const std::vector<Path> paths = torus_paths(*torus, mesh, 0, to);
      CAPTURE(side);
      CAPTURE(to);
      CHECK(paths.size() == 4);
      CHECK(edge_disjoint(*torus, paths));
      CHECK(from_to(paths, 0, to));
      const std::uint64_t distance = torus->distance(0, to);
      CHECK(lengths_of(paths).back() <= (distance == 1 ? 7 : distance + (dx == 0 || dy == 0 ? 4 : 2)));
    }
    return pairs;
  };
  using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;
  CHECK(fails(4) == Pairs{{1, 2}, {2, 1}, {2, 2}});
  CHECK(fails(3) == Pairs{{0, 1}, {1, 0}, {1, 1}});
}

TEST_CASE("exchange paths: Lemma 3.1 fails on the torus, where a way round helps") {
  const auto least_sum = [](std::uint32_t side, std::uint32_t dx, std::uint32_t dy) {
    const auto sets = shortest_disjoint_paths(*square_torus(side), 0, dy * side + dx, 4);
    REQUIRE(sets.size() == 4);
    std::uint64_t sum = 0;
    for (const std::uint64_t length : lengths_of(sets.back())) sum += length;
    return sum;
  };
  CHECK(least_sum(4, 1, 1) == 12);
  CHECK(least_sum(4, 2, 1) == 14);
  CHECK(least_sum(4, 2, 2) == 16);
  CHECK(least_sum(5, 1, 1) == 14);
  CHECK(least_sum(5, 2, 1) == 16);
  CHECK(least_sum(5, 2, 2) == 18);
  CHECK(least_sum(8, 3, 1) == 22);
  CHECK(least_sum(8, 4, 4) == 32);
  CHECK(least_sum(8, 1, 1) == 16);
  CHECK(least_sum(8, 2, 1) == 20);
  CHECK(least_sum(8, 2, 2) == 24);
}

TEST_CASE("exchange paths: n node-disjoint paths on hypercubes up to n = 7") {
  for (std::uint32_t n = 1; n <= 7; ++n) {
    const auto cube = make_topology("hypercube:" + std::to_string(n));
    for (const std::uint32_t from : {0U, (1U << n) - 1, (1U << n) / 3}) {
      for (std::uint32_t to = 0; to < 1U << n; ++to) {
        if (to == from) continue;
        const std::vector<Path> paths = hypercube_paths(n, from, to);
        const auto distance = static_cast<std::uint64_t>(std::popcount(from ^ to));
        Lengths expected(distance, distance);
        expected.resize(n, distance + 2);
        CHECK(lengths_of(paths) == expected);
        CHECK(edge_disjoint(*cube, paths));
        CHECK(from_to(paths, from, to));
        std::set<std::uint32_t> inner;
        std::size_t nodes = 0;
        for (const Path& path : paths) {
          inner.insert(path.begin() + 1, path.end() - 1);
          nodes += path.size() - 2;
        }
        CHECK(inner.size() == nodes);
      }
    }
  }
}

TEST_CASE("exchange paths: flows find as many paths as there are, on any topology") {
  const struct {
    const char* network;
    std::uint32_t from;
    std::uint32_t to;
    Lengths lengths;
  } rows[] = {{"ring:7", 0, 2, {2, 5}},
              {"path:4", 0, 3, {3}},
              {"grid:3x3", 0, 8, {4, 4}},
              {"complete:5", 0, 3, {1, 2, 2, 2}},
              {"star:4", 1, 2, {2}},
              {"hypercube:3", 0, 3, {2, 2, 4}},
              {"torus:3x3x3", 0, 13, {3, 3, 3, 4, 4, 4}}};
  for (const auto& [network, from, to, lengths] : rows) {
    const auto topology = make_topology(network);
    const auto sets = shortest_disjoint_paths(*topology, from, to, topology->ports());
    CAPTURE(network);
    REQUIRE(!sets.empty());
    CHECK(edge_disjoint(*topology, sets.back()));
    CHECK(lengths_of(sets.back()) == lengths);
  }
}

TEST_CASE("exchange paths: circles through all nodes") {
  for (const char* const network :
       {"torus:2",   "torus:5",     "torus:2x2",   "torus:2x3",   "torus:3x2",   "torus:3x3",   "torus:5x7",
        "torus:4x5", "torus:5x4",   "torus:1x6",   "torus:3x3x3", "torus:2x3x5", "torus:3x1x4", "grid:2x2",
        "grid:2x5",  "grid:5x2",    "grid:4x3",    "grid:6x6",    "grid:3x3x2",  "grid:3x2x3",  "grid:2x2x2",
        "path:2",    "hypercube:1", "hypercube:2", "hypercube:5"}) {
    const auto topology = make_topology(network);
    const auto circle = hamiltonian_circle(Mesh(collective_model(network).architecture));
    CAPTURE(network);
    REQUIRE(circle.has_value());
    CHECK(circle->size() == topology->nodes());
    CHECK(std::set(circle->begin(), circle->end()).size() == topology->nodes());
    for (std::size_t i = 0; i < circle->size(); ++i)
      CHECK(topology->distance((*circle)[i], (*circle)[(i + 1) % circle->size()]) == 1);
  }
  for (const char* const network : {"grid:3x3", "grid:3x5x3", "path:3", "path:4", "grid:1x4", "torus:1x1"}) {
    CAPTURE(network);
    CHECK(!hamiltonian_circle(Mesh(collective_model(network).architecture)).has_value());
  }
}
