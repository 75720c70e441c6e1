#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "support.hpp"
#include "topology/rcn_full.hpp"
#include "topology_search.hpp"

namespace pram {

namespace {

constexpr RcnRouting routings[] = {RcnRouting::algorithm_1, RcnRouting::algorithm_2, RcnRouting::algorithm_2_recursive};

struct Lengths {
  std::uint64_t longest = 0;
  double mean = 0;
};

/// Lengths of all routes; fails where one does not walk along links from its source to its destination.
Lengths all_routes(const RcnFull& network, RcnRouting routing) {
  Lengths all;
  std::uint64_t sum = 0;
  std::uint64_t broken = 0;
  std::vector<std::vector<std::uint32_t>> linked;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) linked.push_back(testing::neighbours(network, node));
  for (std::uint32_t from = 0; from < network.nodes(); ++from) {
    for (std::uint32_t to = 0; to < network.nodes(); ++to) {
      const auto path = network.path(from, to, routing);
      broken += path.front() != from || path.back() != to;
      for (std::size_t k = 1; k < path.size(); ++k) broken += std::ranges::count(linked[path[k - 1]], path[k]) != 1;
      sum += path.size() - 1;
      all.longest = std::max<std::uint64_t>(all.longest, path.size() - 1);
    }
  }
  CHECK(broken == 0);
  all.mean = static_cast<double>(sum) / network.nodes() / network.nodes();
  return all;
}

/// Most routes over one link in one direction.
std::uint64_t congestion(const RcnFull& network, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& messages,
                         RcnRouting routing) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> load;
  std::uint64_t most = 0;
  for (const auto& [from, to] : messages) {
    const auto path = network.path(from, to, routing);
    for (std::size_t k = 1; k < path.size(); ++k) most = std::max(most, ++load[{path[k - 1], path[k]}]);
  }
  return most;
}

std::uint64_t consecutive_pins(const RcnFull& network, std::uint32_t size) {
  std::vector<std::uint32_t> chip(network.nodes());
  for (std::uint32_t node = 0; node < network.nodes(); ++node) chip[node] = node / size;
  return testing::most_leaving(network, chip);
}

}  // namespace

TEST_CASE("RCN-FULL: nodes, diameter, degree, links and mean distance as tabled") {
  struct Row {
    std::uint32_t atom, levels, nodes, diameter, degree;
    std::uint64_t links;
    double mean;
    double tolerance;
  };
  const Row rows[] = {{2, 1, 4, 3, 2, 3, 1.25, 5e-5},          {3, 1, 9, 3, 3, 12, 1.7778, 5e-5},
                      {4, 1, 16, 3, 4, 30, 2.0625, 5e-5},      {8, 1, 64, 3, 8, 252, 2.5156, 5e-5},
                      {16, 1, 256, 3, 16, 2040, 2.7539, 5e-5}, {32, 1, 1024, 3, 32, 16368, 2.8755, 1e-3},
                      {2, 2, 16, 7, 3, 18, 2.8125, 5e-5},      {3, 2, 81, 7, 4, 144, 4.0128, 5e-5},
                      {4, 2, 256, 7, 5, 600, 4.6791, 5e-5},    {5, 2, 625, 7, 6, 1800, 5.1029, 5e-3},
                      {2, 3, 256, 15, 4, 408, 5.8961, 5e-5}};
  for (const Row& row : rows) {
    CAPTURE(row.atom);
    CAPTURE(row.levels);
    const RcnFull network(row.atom, row.levels);
    const TopologyProperties properties = network.properties();
    CHECK(network.nodes() == row.nodes);
    CHECK(properties.diameter == row.diameter);
    CHECK(properties.largest_degree == row.degree);
    CHECK(properties.links == row.links);
    std::uint64_t sum = 0;
    std::uint64_t wrong = 0;
    std::uint32_t farthest = 0;
    for (std::uint32_t from = 0; from < network.nodes(); ++from) {
      const auto distance = testing::search(network, from);
      for (std::uint32_t to = 0; to < network.nodes(); ++to) {
        wrong += network.distance(from, to) != distance[to];
        sum += distance[to];
        farthest = std::max(farthest, distance[to]);
      }
    }
    CHECK(wrong == 0);
    CHECK(farthest == row.diameter);
    const double mean = static_cast<double>(sum) / row.nodes / row.nodes;
    CHECK(std::abs(mean - row.mean) <= row.tolerance);
    if (row.levels == 1) CHECK(properties.average_distance.value() == doctest::Approx(mean).epsilon(1e-12));
  }
}

TEST_CASE("RCN-FULL: how many nodes have each degree") {
  const auto degrees = [](std::uint32_t atom, std::uint32_t levels) {
    const RcnFull network(atom, levels);
    std::map<std::size_t, int> count;
    for (std::uint32_t node = 0; node < network.nodes(); ++node) ++count[testing::neighbours(network, node).size()];
    return count;
  };
  CHECK(degrees(4, 2) == std::map<std::size_t, int>{{3, 4}, {4, 72}, {5, 180}});
  CHECK(degrees(16, 1) == std::map<std::size_t, int>{{15, 16}, {16, 240}});
}

TEST_CASE("RCN-FULL: ports are the atom's and a transpose link a level") {
  const RcnFull network(4, 2);
  CHECK(network.ports() == 5);
  // Node 6 of row 2: row 1 and column 2 of the row's own network.
  const std::uint32_t node = 2 * 16 + 6;
  CHECK(testing::neighbours(network, node) ==
        std::vector<std::uint32_t>{2 * 16 + 7, 2 * 16 + 4, 2 * 16 + 5, 2 * 16 + 9, 6 * 16 + 2});
  CHECK(network.neighbour(2 * 16 + 5, 3) == no_node);
  CHECK(network.neighbour(7 * 16 + 7, 4) == no_node);
}

TEST_CASE("RCN-FULL: longest and mean routes") {
  struct Row {
    std::uint32_t atom, levels;
    std::uint64_t
        longest[3];  // in the order of routings; for atoms of two, less than the 2^(L+1) and 3 2^L - 2 of others
    double mean[2];  // of Algorithms 1 and 2
  };
  const Row rows[] = {{2, 1, {3, 3, 3}, {1.25, 0}},        {3, 1, {3, 4, 4}, {1.7778, 0}},
                      {4, 1, {3, 4, 4}, {2.0625, 0}},      {16, 1, {3, 4, 4}, {2.7539, 3.6328}},
                      {2, 2, {7, 7, 8}, {2.9375, 0}},      {3, 2, {7, 8, 10}, {0, 0}},
                      {4, 2, {7, 8, 10}, {4.934, 5.8828}}, {2, 3, {15, 15, 18}, {6.629, 7.6328}}};
  for (const Row& row : rows) {
    const RcnFull network(row.atom, row.levels);
    for (std::size_t k = 0; k < 3; ++k) {
      CAPTURE(row.atom);
      CAPTURE(row.levels);
      CAPTURE(k);
      const Lengths lengths = all_routes(network, routings[k]);
      CHECK(lengths.longest == row.longest[k]);
      if (k < 2 && row.mean[k] > 0) CHECK(std::abs(lengths.mean - row.mean[k]) < 5e-4);
    }
  }
}

TEST_CASE("RCN-FULL: next_leg walks Algorithm 1") {
  for (const auto& [atom, levels] : {std::pair(5u, 0u), std::pair(4u, 1u), std::pair(3u, 2u), std::pair(2u, 3u)}) {
    const RcnFull network(atom, levels);
    std::uint64_t astray = 0;
    for (std::uint32_t from = 0; from < network.nodes(); ++from) {
      for (std::uint32_t to = 0; to < network.nodes(); ++to) {
        const auto path = network.path(from, to, RcnRouting::algorithm_1);
        for (std::size_t k = 0; k + 1 < path.size(); ++k) {
          const Leg leg = network.next_leg(path[k], to);
          astray += leg.hops != 1 || network.neighbour(path[k], leg.port) != path[k + 1];
        }
      }
    }
    CHECK(astray == 0);
  }
}

TEST_CASE("RCN-FULL: Algorithm 2 spreads what one row sends to another") {
  std::mt19937_64 random(testing::seed());
  for (const auto& [atom, levels] : {std::pair(16u, 1u), std::pair(32u, 1u), std::pair(4u, 2u), std::pair(8u, 2u)}) {
    const RcnFull network(atom, levels);
    const std::uint32_t side = levels == 1 ? atom : atom * atom;
    std::vector<std::uint32_t> column(side);
    std::iota(column.begin(), column.end(), 0u);
    for (int run = 0; run < 20; ++run) {
      std::vector<std::pair<std::uint32_t, std::uint32_t>> messages;
      for (std::uint32_t j = 0; j < side; ++j) messages.emplace_back(2 * side + j, side + column[j]);
      CHECK(congestion(network, messages, RcnRouting::algorithm_1) == side);
      const std::uint64_t spread = congestion(network, messages, RcnRouting::algorithm_2);
      CAPTURE(atom);
      CAPTURE(levels);
      // The messages of columns 1 and 2 share a link always. With two levels, all messages from one atom of the last
      // row may go to one other, over the link between the two; columns in order have no such jam.
      CHECK(spread >= 2);
      CHECK(spread <= (levels == 1 || run == 0 ? 2 : atom + 1));
      std::ranges::shuffle(column, random);
    }
  }
}

TEST_CASE("RCN-FULL: pins as tabled and as counted") {
  const RcnFull square(16, 1);
  const RcnFull deep(4, 2);
  const std::uint64_t square_256[] = {64, 48, 28, 15, 72, 52, 30};  // for 2, 4, 8, … chips
  const std::uint64_t deep_256[] = {64, 48, 28, 15, 12, 7, 8};
  for (std::uint32_t k = 0; k < 7; ++k) {
    CHECK(square.pins(256u >> (k + 1)) == square_256[k]);
    CHECK(deep.pins(256u >> (k + 1)) == deep_256[k]);
  }
  const RcnFull square_large(256, 1);
  const RcnFull deep_large(16, 2);
  const std::uint64_t rows_65536[] = {16384, 12288, 7168, 3840, 1984, 1008, 508, 255};
  for (std::uint32_t k = 0; k < 8; ++k) {
    CHECK(square_large.pins(65536u >> (k + 1)) == rows_65536[k]);
    CHECK(deep_large.pins(65536u >> (k + 1)) == rows_65536[k]);
  }
  const std::uint64_t parts_65536[][3] = {{512, 16512, 192}, {1024, 12352, 112}, {4096, 3856, 31}};
  for (const auto& [chips, flat, levelled] : parts_65536) {
    CHECK(square_large.pins(static_cast<std::uint32_t>(65536 / chips)) == flat);
    CHECK(deep_large.pins(static_cast<std::uint32_t>(65536 / chips)) == levelled);
  }
  for (const auto& [atom, levels] :
       {std::pair(6u, 0u), std::pair(2u, 1u), std::pair(3u, 1u), std::pair(6u, 1u), std::pair(16u, 1u),
        std::pair(2u, 2u), std::pair(4u, 2u), std::pair(6u, 2u), std::pair(2u, 3u)}) {
    const RcnFull network(atom, levels);
    std::uint32_t unknown = 0;
    for (std::uint32_t size = 1; size <= network.nodes(); ++size) {
      if (network.nodes() % size != 0) {
        CHECK_THROWS_AS(static_cast<void>(network.pins(size)), ConfigError);
        continue;
      }
      const auto pins = network.pins(size);
      if (pins) CHECK(*pins == consecutive_pins(network, size));
      unknown += !pins;
    }
    if (atom != 6 || levels == 0) CHECK(unknown == 0);
  }
}

TEST_CASE("RCN-FULL: a million nodes") {
  const auto network = make_topology("rcn-full:32,2");
  CHECK(network->nodes() == 1u << 20);
  CHECK(network->ports() == 33);
  CHECK(network->properties().diameter == 7);
  const auto distance = testing::search(*network, 1 << 19 | 77);
  std::uint64_t wrong = 0;
  for (std::uint32_t to = 0; to < network->nodes(); ++to) wrong += network->distance(1 << 19 | 77, to) != distance[to];
  CHECK(wrong == 0);
  CHECK(make_topology("rcn-full:1024,1")->properties().links == 1024 * (1024ull * 1023 / 2) + 1024 * 1023 / 2);
  CHECK(make_topology("rcn-full:2,4")->properties().diameter == 31);
}

}  // namespace pram
