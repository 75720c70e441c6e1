#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>

#include "topology/multistage.hpp"

namespace pram {

namespace {

const char* const kinds[] = {"omega", "inverse-omega", "butterfly"};

/// The wires of the path from terminal to terminal, each numbered node · 2 + port.
std::vector<std::uint32_t> wires(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> used = {2 * from};
  for (std::uint32_t node = topology.neighbour(from, 0); node >= topology.terminals();) {
    const std::uint32_t port = topology.next_leg(node, to).port;
    used.push_back(2 * node + port);
    node = topology.neighbour(node, port);
    if (node < topology.terminals()) CHECK(node == to);
  }
  return used;
}

/// How many permutations of the terminals use no wire twice.
std::uint64_t conflict_free(const Topology& topology) {
  const std::uint32_t terminals = topology.terminals();
  std::vector<std::vector<std::uint32_t>> ways;
  for (std::uint32_t from = 0; from < terminals; ++from) {
    for (std::uint32_t to = 0; to < terminals; ++to) ways.push_back(wires(topology, from, to));
  }
  std::vector<std::uint32_t> image(terminals);
  std::iota(image.begin(), image.end(), 0u);
  std::uint64_t passing = 0;
  do {
    std::vector<bool> used(std::size_t{2} * topology.nodes(), false);
    bool free = true;
    for (std::uint32_t from = 0; from < terminals && free; ++from) {
      for (const std::uint32_t wire : ways[from * terminals + image[from]]) {
        free = free && !used[wire];
        used[wire] = true;
      }
    }
    passing += free;
  } while (std::ranges::next_permutation(image).found);
  return passing;
}

}  // namespace

TEST_CASE("multistage: destination tags arrive for all pairs, itself included") {
  for (const std::string kind : kinds) {
    for (std::uint32_t terminals = 2; terminals <= 64; terminals *= 2) {
      const auto topology = make_topology(kind, terminals);
      const auto stages = static_cast<std::uint32_t>(std::countr_zero(terminals));
      CHECK(topology->name() == kind + ":" + std::to_string(terminals));
      CHECK(topology->terminals() == terminals);
      CHECK(topology->nodes() == terminals + stages * terminals / 2);
      CHECK_FALSE(topology->two_way());
      for (std::uint32_t from = 0; from < terminals; ++from) {
        for (std::uint32_t to = 0; to < terminals; ++to) CHECK(wires(*topology, from, to).size() == stages + 1);
        CHECK(topology->distance(from, from) == 0);
        CHECK(topology->neighbour(from, 1) == no_node);
      }
    }
  }
}

TEST_CASE("multistage: every switch has two inputs, from the stage before") {
  for (const auto wiring :
       {Multistage::Wiring::omega, Multistage::Wiring::inverse_omega, Multistage::Wiring::butterfly}) {
    const Multistage network(wiring, 32);
    std::vector<int> inputs(network.nodes(), 0);
    for (std::uint32_t node = 0; node < network.nodes(); ++node) {
      for (std::uint32_t port = 0; port < (node < 32 ? 1u : 2u); ++port) {
        const std::uint32_t next = network.neighbour(node, port);
        ++inputs[next];
        const std::uint32_t stage = node < 32 ? 0 : network.stage_of(node) + 1;
        if (stage == network.stages()) {
          CHECK(next < 32);
        } else {
          CHECK(network.stage_of(next) == stage);
        }
      }
    }
    for (std::uint32_t node = 0; node < network.nodes(); ++node) CHECK(inputs[node] == (node < 32 ? 1 : 2));
  }
}

TEST_CASE("multistage: wirings of eight terminals as drawn") {
  // Lawrie 1975: terminal t enters at position 2t mod 7, so that 0 and 4 share the first switch.
  const Multistage omega(Multistage::Wiring::omega, 8);
  for (std::uint32_t t = 0; t < 8; ++t) CHECK(omega.neighbour(t, 0) == 8 + (t & 3));
  CHECK(omega.neighbour(8 + 1, 0) == 12 + 2);
  CHECK(omega.neighbour(8 + 1, 1) == 12 + 3);
  CHECK(omega.neighbour(16 + 3, 1) == 7);
  const Multistage inverse(Multistage::Wiring::inverse_omega, 8);
  for (std::uint32_t t = 0; t < 8; ++t) CHECK(inverse.neighbour(t, 0) == 8 + t / 2);
  CHECK(inverse.neighbour(8 + 1, 0) == 12 + 0);
  CHECK(inverse.neighbour(8 + 1, 1) == 12 + 2);
  CHECK(inverse.neighbour(16 + 1, 1) == 5);
  const Multistage butterfly(Multistage::Wiring::butterfly, 8);
  for (std::uint32_t t = 0; t < 8; ++t) CHECK(butterfly.neighbour(t, 0) == 8 + t / 2);
  CHECK(butterfly.neighbour(8 + 1, 0) == 12 + 0);  // line 2, with line 0
  CHECK(butterfly.neighbour(8 + 1, 1) == 12 + 1);  // line 3, with line 1
  CHECK(butterfly.neighbour(16 + 1, 0) == 1);
  CHECK(butterfly.neighbour(16 + 1, 1) == 5);
}

TEST_CASE("multistage: 2^(k/2 log2 k) permutations pass without conflict") {
  for (const std::string kind : kinds) {
    CHECK(conflict_free(*make_topology(kind + ":2")) == 2);
    CHECK(conflict_free(*make_topology(kind + ":4")) == 16);
    CHECK(conflict_free(*make_topology(kind + ":8")) == 4096);
  }
}

TEST_CASE("multistage: the largest") {
  for (const std::string kind : kinds) {
    const auto topology = make_topology(kind, 1u << 16);
    CHECK(topology->nodes() == (1u << 16) + 16 * (1u << 15));
    CHECK(wires(*topology, 12345, 54321).size() == 17);
    CHECK(topology->properties().links == 17u << 16);
  }
}

}  // namespace pram
