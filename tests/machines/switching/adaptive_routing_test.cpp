#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/machines/detail/open_loop.hpp>
#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/spec.hpp>

#include "machines/topology/small_names.hpp"
#include "random_batch.hpp"
#include "support.hpp"
#include "switching/messages/adaptive_stop.hpp"

namespace pram {

namespace {

using Routing = SwitchingOptions::Routing;
using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // node, port, channel

/// The links of a route, one by one.
std::vector<std::uint32_t> links_of(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> links;
  while (from != to) {
    const std::uint32_t port = topology.next_leg(from, to).port;
    links.push_back(from * topology.ports() + port);
    from = topology.neighbour(from, port);
  }
  return links;
}

/// Whether the channels that follow each other on the ways of messages have an order: those that nothing precedes are
/// taken away until none is left.
bool ordered(std::map<Place, std::set<Place>> follow) {
  while (!follow.empty()) {
    std::set<Place> behind;
    for (const auto& [place, next] : follow) behind.insert(next.begin(), next.end());
    const std::size_t before = follow.size();
    std::erase_if(follow, [&](const auto& entry) { return !behind.contains(entry.first); });
    if (follow.size() == before) return false;
  }
  return true;
}

/// What a network accepts, of each terminal in a step, if terminal k sends to k + shift; without a shift, to any.
double accepted(const char* network, Routing routing, double rate, std::uint32_t shift) {
  const std::shared_ptr<const Topology> topology = make_topology(Spec(network));
  const std::uint32_t terminals = topology->terminals();
  const auto to = [=](std::uint32_t source, std::uint64_t draw) {
    return shift > 0 ? (source + shift) % terminals : static_cast<std::uint32_t>((draw >> 32) * terminals >> 32);
  };
  return OpenLoop(topology, {.routing = routing}).run({rate, to, testing::seed()}, {4000, 2000, 0}).accepted;
}

}  // namespace

TEST_CASE("adaptive routing: the way is chosen that has fewer messages times hops in front of it") {
  CAPTURE(testing::seed());
  std::mt19937_64 random(testing::seed());
  for (const std::string& name : testing::small_names) {
    const auto topology = make_topology(name);
    CAPTURE(name);
    std::vector<std::uint64_t> waiting(std::size_t{topology->nodes()} * topology->ports());
    const detail::QueueView queues = [&](std::uint32_t link) { return waiting[link]; };
    for (int time = 0; time < 200; ++time) {
      for (std::uint64_t& one : waiting) one = random() % 4;
      const auto draw = [&] { return static_cast<std::uint32_t>(random() % topology->terminals()); };
      const std::uint32_t source = draw();
      const std::uint32_t stop = draw();
      const std::uint32_t destination = draw();
      for (const Routing routing : {Routing::ugal_l, Routing::ugal_g}) {
        const std::uint32_t chosen = detail::adaptive_stop(*topology, routing, source, stop, destination, queues);
        if (source == stop || source == destination || stop == destination) {
          CHECK(chosen == destination);
          continue;
        }
        const std::vector<std::uint32_t> own = links_of(*topology, source, destination);
        std::vector<std::uint32_t> by_stop = links_of(*topology, source, stop);
        for (const std::uint32_t link : links_of(*topology, stop, destination)) by_stop.push_back(link);
        std::uint64_t own_queue = 0;
        std::uint64_t stop_queue = 0;
        if (routing == Routing::ugal_g) {
          for (const std::uint32_t link : own) own_queue += waiting[link];
          for (const std::uint32_t link : by_stop) stop_queue += waiting[link];
        } else if (own[0] != by_stop[0] || own.size() == 1) {
          own_queue = waiting[own[0]];
          stop_queue = waiting[own[0] == by_stop[0] ? by_stop[1] : by_stop[0]];
        } else {
          own_queue = waiting[own[1]];
          stop_queue = waiting[by_stop[1]];
        }
        const bool straight = own_queue * own.size() <= stop_queue * by_stop.size();
        CHECK(chosen == (straight ? destination : stop));
      }
    }
  }
}

TEST_CASE("adaptive routing: channels that worms hold one behind the other have an order, by every routing") {
  CAPTURE(testing::seed());
  for (const std::string& name : testing::drawn(testing::small_names, 12)) {
    for (const char* const routing : {"own", "valiant", "spread", "ugal-l", "ugal-g"}) {
      CAPTURE(name);
      CAPTURE(routing);
      const auto switching = make_switching(name + ",switching=wormhole,routing=" + routing);
      const test::Batch batch = test::random_batch(switching->topology().terminals(), 8, 3, testing::seed());
      Trace trace;
      switching->carry(batch.messages(), &trace);
      std::map<Place, std::set<Place>> follow;
      std::map<std::uint32_t, Place> last;  // where a message's head has crossed
      std::set<std::pair<std::uint32_t, Place>> crossed;
      for (const Crossing& crossing : trace.crossings) {
        const Place place{crossing.node, crossing.port, crossing.channel};
        if (!crossed.insert({crossing.message, place}).second) continue;
        follow.try_emplace(place);
        const auto [before, first] = last.try_emplace(crossing.message, place);
        if (!first) follow[before->second].insert(place);
        before->second = place;
      }
      CHECK(ordered(follow));
    }
  }
}

TEST_CASE("adaptive routing: on a dragonfly, from each group to the next and to any terminal") {
  CAPTURE(testing::seed());
  // Eight terminals a group share one global link to the next group.
  const char* const network = "dragonfly:4,2,2";
  CHECK(accepted(network, Routing::own, 0.4, 8) < 1.0 / 8 + 0.01);
  CHECK(accepted(network, Routing::own, 0.12, 8) > 0.115);
  // By way of others a message takes two global links in place of one, and two links of terminals: half of all.
  CHECK(accepted(network, Routing::valiant, 0.4, 8) > 0.37);
  CHECK(accepted(network, Routing::ugal_g, 0.4, 8) > 0.36);
  // What is full behind the first link is hidden from this one.
  CHECK(accepted(network, Routing::ugal_l, 0.2, 8) > 0.18);
  CHECK(accepted(network, Routing::ugal_l, 0.4, 8) < 0.37);
  CHECK(accepted(network, Routing::own, 0.9, 0) > 0.87);
  CHECK(accepted(network, Routing::ugal_g, 0.9, 0) > 0.8);
  CHECK(accepted(network, Routing::valiant, 0.9, 0) < 0.5);
}

TEST_CASE("adaptive routing: on a HyperX, from each router to the next and to any terminal") {
  CAPTURE(testing::seed());
  // Four terminals at each router share the link to the next router.
  const char* const network = "flattened-butterfly:4,2";
  CHECK(accepted(network, Routing::own, 0.4, 4) < 0.26);
  for (const Routing routing : {Routing::ugal_l, Routing::ugal_g}) {
    CHECK(accepted(network, routing, 0.4, 4) > 0.36);
    CHECK(accepted(network, routing, 0.9, 0) > 0.8);
  }
}

}  // namespace pram
