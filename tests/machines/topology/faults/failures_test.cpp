#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/machines/topology.hpp>

#include "../../../contains.hpp"
#include "../topology_search.hpp"
#include "failed_names.hpp"

namespace pram {

namespace {

using testing::contains;

/// All links as (node, port, neighbour), each direction by itself.
using Wires = std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

Wires wires_of(const Topology& topology) {
  Wires all;
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
    for (std::uint32_t port = 0; port < topology.ports(); ++port) {
      const std::uint32_t next = topology.neighbour(node, port);
      if (next != no_node) all.emplace_back(node, port, next);
    }
  }
  return all;
}

/// What wires are left if some nodes fail, with the others numbered anew.
Wires without(const Topology& whole, const std::vector<bool>& failed) {
  std::vector<std::uint32_t> number(whole.nodes(), no_node);
  std::uint32_t count = 0;
  for (std::uint32_t node = 0; node < whole.nodes(); ++node) {
    if (!failed[node]) number[node] = count++;
  }
  Wires left;
  for (const auto& [node, port, next] : wires_of(whole)) {
    if (!failed[node] && !failed[next]) left.emplace_back(number[node], port, number[next]);
  }
  return left;
}

std::string text_of_refusal(const std::string& name, std::uint32_t terminals = 0) {
  try {
    (void)make_topology(name, terminals);
  } catch (const ConfigError& error) {
    CHECK_FALSE(contains(error.what(), "\n"));
    return error.what();
  }
  return "";
}

/// The pairs of terminals that lie in different parts, by merging parts link by link.
std::uint64_t parted(const Topology& topology) {
  std::vector<std::uint32_t> part(topology.nodes());
  std::iota(part.begin(), part.end(), 0U);
  for (const auto& [node, port, next] : wires_of(topology)) {
    const std::uint32_t from = part[node];
    std::ranges::replace(part, from, std::uint32_t{part[next]});
  }
  std::uint64_t pairs = 0;
  for (std::uint32_t from = 0; from < topology.terminals(); ++from) {
    for (std::uint32_t to = 0; to < topology.terminals(); ++to) pairs += part[from] != part[to] ? 1 : 0;
  }
  return pairs;
}

}  // namespace

TEST_CASE("failures: as many links fail as asked, with both of their directions, and no others") {
  for (const std::string& name : testing::drawn(testing::whole_names(), 20)) {
    const auto whole = make_topology(name);
    const std::uint64_t links = whole->properties().links;
    for (const std::uint64_t failed : {std::uint64_t{1}, links / 3, links}) {
      if (failed == 0 || failed > links) continue;
      CAPTURE(name);
      CAPTURE(failed);
      const auto left = make_topology(name + ",failed-links=" + std::to_string(failed));
      const Wires before = wires_of(*whole);
      const Wires after = wires_of(*left);
      CHECK(after.size() == before.size() - failed * (whole->two_way() ? 2 : 1));
      CHECK(std::ranges::includes(before, after));
      CHECK(left->properties().links == links - failed);
      CHECK(left->nodes() == whole->nodes());
      CHECK(left->terminals() == whole->terminals());
      if (!whole->two_way()) continue;
      std::multiset<std::pair<std::uint32_t, std::uint32_t>> ends;
      for (const auto& [node, port, next] : after) ends.emplace(node, next);
      for (const auto& [node, next] : ends) CHECK(ends.count({node, next}) == ends.count({next, node}));
    }
  }
}

TEST_CASE("failures: nodes take their links along, and the others keep their order") {
  for (const char* const name : {"torus:3x4", "fat-tree:2,2", "omega:4", "dragonfly:2,1,2", "star:7", "de-bruijn:3"}) {
    const auto whole = make_topology(name);
    for (const std::uint32_t count : {1U, 3U}) {
      CAPTURE(name);
      CAPTURE(count);
      const auto left = make_topology(name + std::string(",failed-nodes=") + std::to_string(count) + ",failure-seed=5");
      REQUIRE(left->nodes() == whole->nodes() - count);
      // Some nodes there are without which all is as it is.
      std::vector<bool> failed(whole->nodes(), false);
      std::fill(failed.end() - count, failed.end(), true);
      bool found = false;
      do {
        const auto terminals = std::count(failed.begin(), failed.begin() + whole->terminals(), false);
        found = found || (terminals == left->terminals() && without(*whole, failed) == wires_of(*left));
      } while (!found && std::next_permutation(failed.begin(), failed.end()));
      CHECK(found);
    }
  }
}

TEST_CASE("failures: routes, distances and properties are those of a search over what is left") {
  for (const std::string& name : testing::failed_names(4)) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const std::uint32_t terminals = topology->terminals();
    std::uint64_t sum = 0;
    std::uint64_t pairs = 0;
    std::uint32_t farthest = 0;
    for (std::uint32_t from = 0; from < terminals; ++from) {
      const std::vector<std::uint32_t> found = testing::search(*topology, from);
      for (std::uint32_t to = 0; to < terminals; ++to) {
        REQUIRE(topology->reaches(from, to) == (found[to] != no_node));
        if (found[to] == no_node) {
          CHECK_THROWS_AS((void)topology->next_leg(from, to), UnreachableError);
          CHECK_THROWS_AS((void)topology->distance(from, to), UnreachableError);
          continue;
        }
        CHECK(topology->distance(from, to) == found[to]);
        std::uint32_t hops = 0;
        for (std::uint32_t node = from; node != to && hops <= found[to]; ++hops) {
          const Leg leg = topology->next_leg(node, to);
          REQUIRE(leg.hops == 1);
          node = topology->neighbour(node, leg.port);
          REQUIRE(node != no_node);
        }
        CHECK(hops == found[to]);
        sum += found[to];
        ++pairs;
        farthest = std::max(farthest, found[to]);
      }
    }
    const TopologyProperties said = topology->properties();
    CHECK(said.diameter == farthest);
    CHECK(*said.average_distance == doctest::Approx(static_cast<double>(sum) / static_cast<double>(pairs)));
    CHECK(said.unreachable_pairs == std::uint64_t{terminals} * terminals - pairs);
    if (topology->two_way() && topology->terminals_pass_on()) CHECK(said.unreachable_pairs == parted(*topology));
    check(*topology);
  }
}

TEST_CASE("failures: the seed alone draws what fails, and more failures hold the fewer") {
  for (const char* const name : {"torus:6x6", "fat-tree:4,2", "omega:16", "slim-fly:5"}) {
    CAPTURE(name);
    const std::string all = name + std::string(",failed-links=9,failed-nodes=2,failure-seed=7");
    CHECK(make_topology(all)->name() == all);
    CHECK(wires_of(*make_topology(all)) == wires_of(*make_topology(all)));
    const std::string other = name + std::string(",failed-links=9,failed-nodes=2,failure-seed=8");
    CHECK(wires_of(*make_topology(all)) != wires_of(*make_topology(other)));
    const std::string fewer = name + std::string(",failure-seed=7,failed-nodes=2,failed-links=4");
    CHECK(std::ranges::includes(wires_of(*make_topology(fewer)), wires_of(*make_topology(all))));
    CHECK(make_topology(name + std::string(",failed-links=0,failed-nodes=0,failure-seed=7"))->name() == name);
    const auto made = with_failures(make_topology(name), {9, 2, 7});
    CHECK(made->name() == all);
    CHECK(wires_of(*made) == wires_of(*make_topology(all)));
  }
}

TEST_CASE("failures: sizes come with the name, and the components that are left are counted") {
  CHECK(make_topology("torus,failed-links=3", 64)->name() == "torus:8x8,failed-links=3");
  CHECK(make_topology("torus:8x8,failed-nodes=3")->terminals() == 61);
  CHECK(make_topology("torus:8x8,failed-nodes=3", 61)->terminals() == 61);
  CHECK(contains(text_of_refusal("torus:8x8,failed-nodes=3", 64), "connects 61 components, and 64 are wanted"));
  CHECK(contains(text_of_refusal("torus,failed-nodes=3", 61), "sizes beside failed-nodes="));
  CHECK(make_topology("torus:3d,failed-links=3", 27)->name() == "torus:3x3x3,failed-links=3");
  CHECK(contains(text_of_refusal("torus:3d,failed-nodes=3", 24), "the number of components is not known"));
  CHECK(contains(text_of_refusal("torus:8x8,failed-links=129", 4096), "failed-links= of at most 128"));
  CHECK(contains(text_of_refusal("torus:8x8,failed-links=12", 4096), "connects 64 components, and 4096 are wanted"));
  CHECK(make_topology("ring:2,failed-nodes=1")->nodes() == 1);
  CHECK(make_topology("ring:2,failed-nodes=1")->properties().diameter == 0);
}

TEST_CASE("failures: what cannot fail is refused in a line") {
  for (const auto& [name, words] : std::vector<std::pair<std::string, std::string>>{
           {"torus:4x4,failed-links=33", "failed-links= of at most 32, as many as there are"},
           {"torus:4x4,failed-nodes=15,failed-links=1", "at most 0, as many as nodes leave"},
           {"torus:4x4,failed-nodes=16", "failed-nodes= of at most 15, for there are 16 nodes"},
           {"torus:4x4,failed-nodes=4294967295", "failed-nodes= of at most 15"},
           {"torus:4x4,failed-nodes=4294967296", "a whole number from 0 to 4294967295"},
           {"torus:4x4,failed-links=-1", "failed-links= with a whole number"},
           {"torus:4x4,failure-seed=x", "failure-seed= with a whole number"},
           {"torus:4x4,failed-links=1,failed-links=1", "failed-links= only once"},
           {"torus:4x4,FAILED-links=1,failed-links=1", "failed-links= only once"},
           {"torus:failed-links=1,4x4", "sizes first"},
           {"torus:4x4,failed-link=1", "no options but failed-links, failed-nodes, failure-seed"},
           {"product:torus:4x4,failed-links=1,ring:3", "sizes first"},
           {"torus:256x256,failed-links=1", "nodes times components up to 2^28"},
           {"star:16384,failed-links=1", "nodes times ports up to 2^25"},
           {"complete:2048,failed-nodes=1", "components up to 2^31"}}) {
    CAPTURE(name);
    CHECK(contains(text_of_refusal(name), words));
  }
  // Where all that hold components fail, none is left: one of two under some seed.
  bool refused = false;
  for (int seed = 0; seed < 40 && !refused; ++seed) {
    const std::string name = "fat-tree:2,1,failed-nodes=2,failure-seed=" + std::to_string(seed);
    refused = contains(text_of_refusal(name), "failures that leave a component");
  }
  CHECK(refused);
}

TEST_CASE("failures: a topology of the table under another name fails once, too") {
  TopologyEntry entry = topologies().find("torus");
  entry.name = "torus-again";
  topologies().add(entry);
  CHECK(make_topology("torus-again:4x4,failed-links=3")->name() == "torus:4x4,failed-links=3");
}

TEST_CASE("failures: an error names the nodes between which no path leads") {
  const auto topology = make_topology("path:5,failed-links=4");
  try {
    (void)topology->next_leg(1, 3);
    FAIL("there is no link");
  } catch (const UnreachableError& error) {
    CHECK(error.from == 1);
    CHECK(error.to == 3);
    CHECK(std::string(error.what()) == "path:5,failed-links=4: no path leads from node 1 to node 3");
  }
}

}  // namespace pram
