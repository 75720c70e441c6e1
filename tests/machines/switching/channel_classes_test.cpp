#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <pram/machines/topology.hpp>

namespace pram {

namespace {

using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // node, port, class

/// Do the routes of a topology climb an order of links and classes? Sought by sorting all that follow each other.
bool climbs(const Topology& topology, bool one_class) {
  std::map<Place, std::set<Place>> follows;
  for (std::uint32_t from = 0; from < topology.terminals(); ++from) {
    for (std::uint32_t to = 0; to < topology.terminals(); ++to) {
      const Place* before = nullptr;
      for (std::uint32_t node = from; node != to;) {
        const std::uint32_t port = topology.next_leg(node, to).port;
        const std::uint32_t its = one_class ? 0 : topology.channel_class(node, port, to);
        if (its >= topology.channel_classes()) return false;
        const auto place = follows.try_emplace({node, port, its}).first;
        if (before != nullptr) follows[*before].insert(place->first);
        before = &place->first;
        node = topology.neighbour(node, port);
      }
    }
  }
  std::map<Place, std::size_t> behind;
  for (const auto& [place, next] : follows) {
    for (const Place& one : next) ++behind[one];
  }
  std::vector<Place> first;
  for (const auto& [place, next] : follows) {
    if (behind[place] == 0) first.push_back(place);
  }
  std::size_t sorted = 0;
  for (; !first.empty(); ++sorted) {
    const Place place = first.back();
    first.pop_back();
    for (const Place& one : follows[place]) {
      if (--behind[one] == 0) first.push_back(one);
    }
  }
  return sorted == follows.size();
}

}  // namespace

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
  for (const char* name : {"ring:4", "ring:9", "torus:4x4", "rcn-full:3,1", "rcn-full:2,2", "de-bruijn:5"}) {
    CAPTURE(name);
    CHECK_FALSE(climbs(*make_topology(name), true));
  }
  CHECK(make_topology("torus:2x3")->channel_classes() == 1);
  CHECK(make_topology("torus:2x4")->channel_classes() == 2);
  CHECK(make_topology("rcn-full:2,3")->channel_classes() == 8);
}

}  // namespace pram
