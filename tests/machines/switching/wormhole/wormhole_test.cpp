#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <pram/machines/detail/lower_bounds.hpp>
#include <pram/pram.hpp>

#include "../random_batch.hpp"
#include "../trace_check.hpp"
#include "../worm_check.hpp"
#include "machines/topology/small_topologies.hpp"
#include "support.hpp"

namespace pram {

namespace {

using test::Batch;
using test::random_batch;

SwitchingOptions worms() {
  SwitchingOptions options;
  options.switching = SwitchingOptions::Technique::wormhole;
  return options;
}

void check_run(const std::string& name, const Batch& batch, const SwitchingOptions& options) {
  CAPTURE(name);
  const std::shared_ptr<const Topology> topology = make_topology(name);
  const std::unique_ptr<Switching> switching = make_switching(topology, options);
  Trace trace;
  const DeliveryStatistics statistics = switching->carry(batch.messages(), &trace);
  CHECK(test::faults(*topology, batch.messages(), options, statistics, trace) == "");
  CHECK(statistics.steps >= LowerBoundFinder(*topology, options)(batch.messages()).best());
  CHECK(statistics.steps >= statistics.busiest_link);
  // A switching technique's second batch knows nothing of its first.
  const DeliveryStatistics again = switching->carry(batch.messages());
  CHECK(again.steps == statistics.steps);
  CHECK(again.arrival == statistics.arrival);
  CHECK(again.order == statistics.order);
}

const std::vector<std::string> shapes = {
    "torus:8x8", "torus:5x3x4",  "hypercube:6",  "grid:6x7",     "ring:9",
    "ring:3",    "ring:4",       "star:7",       "complete:9",   "omega:32",
    "path:8",    "rcn-full:4,1", "rcn-full:2,2", "butterfly:16", "product:ring:5,star:4,complete:3"};

}  // namespace

TEST_CASE("wormhole: one worm takes its distance and its length") {
  for (const char* name : {"torus:8x8", "hypercube:6", "path:20", "ring:9", "star:5", "rcn-full:4,1", "omega:16"}) {
    CAPTURE(name);
    const std::shared_ptr<const Topology> topology = make_topology(name);
    for (const std::uint32_t startup : {0U, 3U}) {
      SwitchingOptions options = worms();
      options.startup = startup;
      options.bandwidth = 2;
      const std::unique_ptr<Switching> switching = make_switching(topology, options);
      for (std::uint32_t to = 1; to < topology->terminals(); ++to) {
        for (const std::uint32_t flits : {1U, 2U, 3U, 8U, 40U}) {
          Batch batch;
          batch.add(0, to, 2 * flits - 1);
          const DeliveryStatistics statistics = switching->carry(batch.messages());
          const std::uint32_t distance = topology->distance(0, to);
          REQUIRE(statistics.steps == distance * (1 + startup) + flits - 1);
          REQUIRE(statistics.hops == distance);
          REQUIRE(statistics.busy == std::uint64_t{distance} * flits);
          REQUIRE(statistics.busiest_link == flits);
          REQUIRE(statistics.largest_queue == 1);
        }
      }
    }
  }
}

TEST_CASE("wormhole: with one place a channel a worm moves every other step") {
  SwitchingOptions options = worms();
  options.buffers = 1;
  Batch batch;
  batch.add(0, 5, 10);
  CHECK(make_switching(make_topology("path:6"), options)->carry(batch.messages()).steps == 5 + 2 * 9);
}

TEST_CASE("wormhole: random batches pass the checker") {
  for (const std::string& name : shapes) {
    const std::uint32_t terminals = make_topology(name)->terminals();
    for (const std::uint32_t longest : {1U, 3U, 20U}) {
      CAPTURE(longest);
      const Batch batch = random_batch(terminals, 6, longest, testing::seed() + longest);
      check_run(name, batch, worms());
      for (int which = 0; which < 9; ++which) {
        CAPTURE(which);
        SwitchingOptions options = worms();
        if (which == 0) options.ports = SwitchingOptions::Ports::one;
        if (which == 1) options.routing = SwitchingOptions::Routing::valiant;
        if (which == 2) options.channels = 2 * make_topology(name)->channel_classes() + 1;
        if (which == 3) options.buffers = 1;
        if (which == 4) options.startup = 4, options.bandwidth = 3, options.buffers = 5;
        if (which == 5) options.duplex = SwitchingOptions::Duplex::half;
        if (which == 6) {
          options.ports = SwitchingOptions::Ports::one;
          options.duplex = SwitchingOptions::Duplex::half;
          options.routing = SwitchingOptions::Routing::valiant;
        }
        if (which == 7) options.routing = SwitchingOptions::Routing::ugal_l;
        if (which == 8) options.routing = SwitchingOptions::Routing::ugal_g;
        check_run(name, batch, options);
      }
    }
  }
}

TEST_CASE("wormhole: heavy load on tori drains") {
  for (const char* name : {"torus:8x8", "torus:5x3x4", "ring:9", "rcn-full:3,1"}) {
    CAPTURE(name);
    const std::shared_ptr<const Topology> topology = make_topology(name);
    const Batch batch = random_batch(topology->terminals(), 60, 12, testing::seed());
    for (const auto routing :
         {SwitchingOptions::Routing::own, SwitchingOptions::Routing::valiant, SwitchingOptions::Routing::spread,
          SwitchingOptions::Routing::ugal_l, SwitchingOptions::Routing::ugal_g}) {
      SwitchingOptions options = worms();
      options.routing = routing;
      options.buffers = 1;
      CHECK(make_switching(topology, options)->carry(batch.messages()).order.size() == batch.source.size());
    }
  }
}

namespace {

using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // node, port, class

/// Replays a trace that ended in a deadlock: is each channel of the circle held, full or with its worm's head in it,
/// and does that worm want the next one, which it or another holds?
void check_circle(const Topology& topology, const Batch& batch, const SwitchingOptions& options, const Trace& trace,
                  const DeadlockError& error) {
  std::map<Place, std::map<std::uint32_t, std::uint32_t>> crossed;  // per channel and message: flits
  std::map<Place, std::uint32_t> last;                              // per channel: the message that came last
  for (const Crossing& crossing : trace.crossings) {
    const Place place{crossing.node, crossing.port, crossing.channel};
    ++crossed[place][crossing.message];
    last[place] = crossing.message;
  }
  REQUIRE(error.cycle.size() >= 2);
  std::set<Place> named;
  for (std::size_t k = 0; k < error.cycle.size(); ++k) {
    const auto [node, port, channel] = error.cycle[k];
    const auto [next_node, next_port, next_channel] = error.cycle[(k + 1) % error.cycle.size()];
    const Place place{node, port, channel};
    const Place next{next_node, next_port, next_channel};
    CHECK(named.insert(place).second);
    CHECK(topology.neighbour(node, port) == next_node);
    REQUIRE(last.contains(place));
    const std::uint32_t message = last[place];
    CHECK(topology.next_leg(next_node, batch.destination[message]).port == next_port);
    const std::uint32_t flits = test::flits_of(batch.messages(), options, message);
    const std::uint32_t inside = crossed[place][message] - crossed[next][message];
    CHECK(inside > 0);
    if (crossed[next][message] > 0) {
      // The worm's own next channel: there is no place for its next flit.
      CHECK(last[next] == message);
      CHECK(crossed[next][message] < flits);
    } else {
      CHECK(last[next] != message);
    }
  }
}

}  // namespace

TEST_CASE("wormhole: too few channels deadlock and the circle is real") {
  for (const auto& [name, channels] :
       std::vector<std::pair<std::string, std::uint32_t>>{{"torus:4x4", 1}, {"ring:4", 1}, {"ring:9", 1}}) {
    CAPTURE(name);
    const std::shared_ptr<const Topology> topology = make_topology(name);
    SwitchingOptions options = worms();
    options.channels = channels;
    const std::uint32_t side = name == "ring:9" ? 9 : 4;
    Batch batch;
    for (std::uint32_t node = 0; node < topology->nodes(); ++node) {
      const std::uint32_t first = node / side * side;
      batch.add(node, first + (node - first + side / 2) % side, 30);
    }
    const std::unique_ptr<Switching> switching = make_switching(topology, options);
    for (int time = 0; time < 2; ++time) {
      Trace trace;
      try {
        switching->carry(batch.messages(), &trace);
        FAIL("no deadlock");
      } catch (const DeadlockError& error) {
        CHECK(error.cycle.size() == side);
        check_circle(*topology, batch, options, trace, error);
      }
    }
    // The same switching technique still carries what cannot deadlock.
    Batch one;
    one.add(0, 1, 5);
    CHECK(switching->carry(one.messages()).steps == 5);
    options.channels = 0;
    check_run(name, batch, options);
  }
}

TEST_CASE("wormhole: RCN-FULL deadlocks with one channel") {
  const std::shared_ptr<const Topology> topology = make_topology("rcn-full:3,1");
  Batch batch;
  batch.add(0 * 3 + 2, 1 * 3 + 2, 30);
  batch.add(1 * 3 + 0, 2 * 3 + 0, 30);
  batch.add(2 * 3 + 1, 0 * 3 + 1, 30);
  SwitchingOptions options = worms();
  options.channels = 1;
  Trace trace;
  try {
    make_switching(topology, options)->carry(batch.messages(), &trace);
    FAIL("no deadlock");
  } catch (const DeadlockError& error) {
    check_circle(*topology, batch, options, trace, error);
  }
  check_run("rcn-full:3,1", batch, worms());
}

TEST_CASE("wormhole: a topology of the user's own has one class and is watched") {
  const auto topology = std::make_shared<const testing::Circle>(8);
  Batch batch;
  for (std::uint32_t node = 0; node < 8; ++node) batch.add(node, (node + 3) % 8, 20);
  Trace trace;
  try {
    make_switching(topology, worms())->carry(batch.messages(), &trace);
    FAIL("no deadlock");
  } catch (const DeadlockError& error) {
    CHECK(error.cycle.size() == 8);
    check_circle(*topology, batch, worms(), trace, error);
  }
  // Short worms get round one after the other.
  Batch few;
  for (std::uint32_t node = 0; node < 8; node += 4) few.add(node, (node + 3) % 8, 20);
  const DeliveryStatistics statistics = make_switching(topology, worms())->carry(few.messages(), &(trace = {}));
  CHECK(test::faults(*topology, few.messages(), worms(), statistics, trace) == "");
}

TEST_CASE("wormhole: channels let a worm pass one that is held up") {
  // The worm to node 2 waits behind the long one that holds link 1 to 2; the one to 1's side goes on.
  SwitchingOptions options = worms();
  options.channels = 2;
  Batch batch;
  batch.add(1, 5, 100);
  batch.add(0, 3, 10);
  const std::shared_ptr<const Topology> topology = make_topology("path:6");
  const DeliveryStatistics shared = make_switching(topology, options)->carry(batch.messages());
  CHECK(shared.arrival[1] < 40);
  options.channels = 1;
  const DeliveryStatistics alone = make_switching(topology, options)->carry(batch.messages());
  CHECK(alone.arrival[0] == 103);
  CHECK(alone.arrival[1] > 100);
}

TEST_CASE("wormhole: options that do not fit are refused") {
  CHECK(make_switching("torus:4x4,switching=wormhole,channels=4,buffers=3")->topology().name() == "torus:4x4");
  CHECK_THROWS_AS(make_switching("torus:4x4,switching=wormhole,combining=pairwise"), ConfigError);
  SwitchingOptions options = worms();
  options.channels = 65;
  CHECK_THROWS_AS(make_switching(make_topology("ring:4"), options), ConfigError);
  CHECK_THROWS_AS(make_switching("torus:4x4,switching=wormhole")->carry_back({}), ConfigError);
}

}  // namespace pram
