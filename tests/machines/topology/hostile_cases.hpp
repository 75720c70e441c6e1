#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>

#include <pram/machines/topology.hpp>

#include "hostile_topologies.hpp"

namespace pram::testing {

using MakeHostile = void (*)(Hostile&);

inline constexpr std::uint32_t hostile_nodes = 16;

inline std::shared_ptr<Hostile> hostile(MakeHostile make) {
  auto topology = std::make_shared<Hostile>(hostile_nodes);
  make(*topology);
  return topology;
}

/// What a call throws as a TopologyError; "" if it throws none.
template <class Call>
std::string breach_of(const Call& call) {
  try {
    call();
  } catch (const TopologyError& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    CHECK(error.facts.topology == "hostile:16");
    return error.what();
  }
  return "";
}

struct HostileCase {
  MakeHostile make;
  const char* sentence;
};

/// One route of many is wrong: that between these two. A sample of pairs need not see it.
inline constexpr std::uint32_t lost_from = 5;
inline constexpr std::uint32_t lost_to = 9;

inline const HostileCase wrong_routes[] = {
    {[](Hostile& one) {
       one.legs = [&one](std::uint32_t node, std::uint32_t to) {
         return to == lost_to && node == lost_from ? Leg{7, 1} : one.right_leg(node, to);
       };
     },
     "next_leg(5, 9) names port 7, and a node has the ports 0 to 1"},
    {[](Hostile& one) {
       one.legs = [&one](std::uint32_t node, std::uint32_t to) {
         return to == lost_to && node == lost_from ? Leg{0, 0} : one.right_leg(node, to);
       };
     },
     "next_leg(5, 9) has 0 hops"},
    {[](Hostile& one) {
       one.legs = [&one](std::uint32_t node, std::uint32_t to) {
         return to == lost_to && node == lost_from + 1 ? Leg{1, 1} : one.right_leg(node, to);  // back and forth
       };
     },
     "has crossed 16 links, as many as there are nodes, and is at node"},
    {[](Hostile& one) {
       one.legs = [&one](std::uint32_t node, std::uint32_t to) {
         return to == lost_to && node == lost_from ? Leg{0, 15} : one.right_leg(node, to);
       };
     },
     "next_leg(5, 9) has 15 hops through port 0, and 4 of them lead there"},
};

}  // namespace pram::testing
