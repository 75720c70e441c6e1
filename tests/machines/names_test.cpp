#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/machines/topology.hpp>
#include <pram/network.hpp>

#include "collectives/algorithm_families.hpp"
#include "network/network_entries.hpp"
#include "topology/topology_families.hpp"

// The names that stand in .def files, which a tool has that is linked without the parts, beside those of the parts.

namespace pram {

namespace {

template <class Entries>
std::vector<std::string> names_of(const Entries& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

}  // namespace

TEST_CASE("each family of topologies has those that its line names") {
#define TOPOLOGIES(family, ...) CHECK(names_of(family##_topologies()) == std::vector<std::string>{__VA_ARGS__});
#include "topology/topologies.def"
}

TEST_CASE("each family of algorithms of collectives has those that its line names") {
#define ALGORITHMS(family, ...) CHECK(names_of(family##_algorithms()) == std::vector<std::string>{__VA_ARGS__});
#include "collectives/algorithms.def"
}

TEST_CASE("networks are named as their lines are, with dashes") {
  std::vector<std::string> lines;
#define NETWORK(line) lines.emplace_back(#line);
#include "network/networks.def"
  for (std::string& line : lines) std::ranges::replace(line, '_', '-');
  std::vector<std::string> names;
#define NETWORK(line) names.push_back(line##_network().name);
#include "network/networks.def"
  CHECK(names == lines);
}

TEST_CASE("the table of networks begins with these, and topologies follow in the order of their lines") {
  std::vector<std::string> expected;
#define NETWORK(line) expected.push_back(line##_network().name);
#include "network/networks.def"
#define TOPOLOGIES(family, ...) \
  for (const char* const name : {__VA_ARGS__}) expected.emplace_back(name);
#include "topology/topologies.def"
  std::vector<std::string> names = names_of(networks().entries());
  REQUIRE(names.size() >= expected.size());  // other tests may have added some
  names.resize(expected.size());
  CHECK(names == expected);
}

}  // namespace pram
