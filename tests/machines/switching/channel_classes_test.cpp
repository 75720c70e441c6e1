#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <pram/machines/topology.hpp>

#include "../topology/faults/failed_names.hpp"
#include "../topology/small_names.hpp"
#include "topology/rcn_full.hpp"

namespace pram {

namespace {

constexpr std::uint32_t most_for_any_stop = 24;

using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // node, port, class

/// The links and classes that follow each other on routes.
class Dependencies {
 public:
  explicit Dependencies(const Topology& topology) : topology_(topology) {}

  /// Follows a route, by its own classes or by one for all; routes by a stop have other classes behind it.
  /// @returns whether all classes are below those that the topology has
  bool follow(std::uint32_t from, std::uint32_t to, bool one_class, bool behind_stop = false) {
    bool in_range = true;
    if (!behind_stop) set_out();
    for (std::uint32_t node = from; node != to;) {
      const std::uint32_t port = topology_.next_leg(node, to).port;
      const std::uint32_t its = one_class ? 0 : topology_.channel_class(node, port, to);
      in_range = in_range && its < topology_.channel_classes();
      cross({node, port, its + (behind_stop ? topology_.channel_classes() : 0)});
      node = topology_.neighbour(node, port);
    }
    return in_range;
  }

  /// A route sets out, and then crosses one link after the other.
  void set_out() { before_ = nullptr; }
  void cross(const Place& link) {
    const auto place = follows_.try_emplace(link).first;
    if (before_ != nullptr) before_->insert(place->first);
    before_ = &place->second;
  }

  /// Whether there is an order in which all ascend. Sought by sorting all that follow each other.
  bool ordered() const {
    std::map<Place, std::size_t> behind;
    for (const auto& [place, next] : follows_) {
      for (const Place& one : next) ++behind[one];
    }
    std::vector<Place> first;
    for (const auto& [place, next] : follows_) {
      if (behind[place] == 0) first.push_back(place);
    }
    std::size_t sorted = 0;
    for (; !first.empty(); ++sorted) {
      const Place place = first.back();
      first.pop_back();
      for (const Place& one : follows_.at(place)) {
        if (--behind[one] == 0) first.push_back(one);
      }
    }
    return sorted == follows_.size();
  }

 private:
  const Topology& topology_;
  std::map<Place, std::set<Place>> follows_;
  std::set<Place>* before_ = nullptr;
};

/// Do the routes of a topology climb an order of links and classes?
bool climbs(const Topology& topology, bool one_class) {
  Dependencies dependencies(topology);
  for (std::uint32_t from = 0; from < topology.terminals(); ++from) {
    for (std::uint32_t to = 0; to < topology.terminals(); ++to) {
      if (topology.reaches(from, to) && !dependencies.follow(from, to, one_class)) return false;
    }
  }
  return dependencies.ordered();
}

/// The same for routes by way of a stop: any terminal, as for Valiant's routing and the adaptive ones, whose messages
/// may go straight, too (the stop is then the source), or the one that spreads traffic.
bool climbs_by_stops(const Topology& topology, bool any_stop) {
  Dependencies dependencies(topology);
  for (std::uint32_t from = 0; from < topology.terminals(); ++from) {
    for (std::uint32_t to = 0; to < topology.terminals(); ++to) {
      if (!topology.reaches(from, to)) continue;
      if (!any_stop) {
        const std::uint32_t stop = topology.spreading_stop(from, to);
        if (!dependencies.follow(from, stop, false) || !dependencies.follow(stop, to, false, true)) return false;
        continue;
      }
      for (std::uint32_t stop = 0; stop < topology.terminals(); ++stop) {
        if (!topology.reaches(from, stop) || !topology.reaches(stop, to)) continue;
        if (!dependencies.follow(from, stop, false) || !dependencies.follow(stop, to, false, true)) return false;
      }
    }
  }
  return dependencies.ordered();
}

/// The same for routes that spread at every level.
/// @param merged  for each class, the one that stands for it
bool climbs_spreading(const RcnFull& network, const std::vector<std::uint32_t>& merged) {
  Dependencies dependencies(network);
  for (std::uint32_t from = 0; from < network.nodes(); ++from) {
    for (std::uint32_t to = 0; to < network.nodes(); ++to) {
      dependencies.set_out();
      std::uint32_t crossed = 0;
      for (std::uint32_t node = from; node != to;) {
        const RcnFull::SpreadHop hop = network.spread_hop(node, to, crossed);
        dependencies.cross({node, hop.port, merged.at(hop.channel_class)});
        node = network.neighbour(node, hop.port);
        crossed = hop.crossed;
      }
    }
  }
  return dependencies.ordered();
}

}  // namespace

TEST_CASE("topology: routes that spread at every level climb their classes of channels") {
  struct Row {
    std::uint32_t atom, levels, classes;
  };
  for (const auto& [atom, levels, classes] :
       {Row{5, 0, 1}, Row{2, 1, 3}, Row{3, 1, 3}, Row{4, 1, 3}, Row{2, 2, 5}, Row{3, 2, 5}, Row{2, 3, 9}}) {
    CAPTURE(atom);
    CAPTURE(levels);
    const RcnFull network(atom, levels);
    CHECK(network.spread_classes() == classes);
    std::vector<std::uint32_t> merged(classes);
    std::iota(merged.begin(), merged.end(), 0U);
    CHECK(climbs_spreading(network, merged));
    // Fewer would not do where a class is joined to the one above it: links would wait for each other in a circle.
    for (std::uint32_t k = 0; k + 1 < classes && atom > 2; ++k) {
      CAPTURE(k);
      std::vector<std::uint32_t> fewer = merged;
      fewer[k + 1] = k;
      CHECK_FALSE(climbs_spreading(network, fewer));
    }
  }
}

TEST_CASE("topology: the routes climb their classes of channels") {
  for (const char* name :
       {"ring:1",       "ring:2",          "ring:3",       "ring:4",       "ring:5",
        "ring:9",       "torus:5x5",       "torus:4x4",    "torus:5x3x4",  "torus:2x6",
        "grid:3x4",     "hypercube:4",     "star:6",       "complete:5",   "product:ring:5,star:4,path:3",
        "rcn-full:4,1", "rcn-full:3,1",    "rcn-full:2,2", "rcn-full:3,2", "rcn-full:5,0",
        "omega:16",     "inverse-omega:8", "butterfly:16", "de-bruijn:5",  "de-bruijn:3,3",
        "de-bruijn:0"}) {
    CAPTURE(name);
    CHECK(climbs(*make_topology(name), false));
  }
  for (const std::string& name : testing::small_names) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    CHECK(climbs(*topology, false));
    CHECK(climbs_by_stops(*topology, false));
    if (topology->terminals() <= most_for_any_stop) CHECK(climbs_by_stops(*topology, true));
  }
  for (const char* name :
       {"ring:4", "ring:9", "torus:4x4", "rcn-full:3,1", "rcn-full:2,2", "de-bruijn:5", "dragonfly:4,2", "slim-fly:5",
        "hamming-mesh:4,4,2,2", "star-graph:4", "pancake:4", "ccc:3", "mesh-of-trees:4"}) {
    CAPTURE(name);
    CHECK_FALSE(climbs(*make_topology(name), true));
  }
  CHECK(make_topology("torus:2x3")->channel_classes() == 1);
  CHECK(make_topology("torus:2x4")->channel_classes() == 2);
  CHECK(make_topology("rcn-full:2,3")->channel_classes() == 8);
}

TEST_CASE("topology: routes around failures climb their classes of channels") {
  int several = 0;
  int one_is_few = 0;
  for (const std::string& name : testing::failed_names(4)) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    CHECK(climbs(*topology, false));
    CHECK(climbs_by_stops(*topology, false));
    if (topology->terminals() <= most_for_any_stop) CHECK(climbs_by_stops(*topology, true));
    several += topology->channel_classes() > 1 ? 1 : 0;
    one_is_few += climbs(*topology, true) ? 0 : 1;
  }
  CHECK(several > 20);
  CHECK(one_is_few > 5);
}

}  // namespace pram
