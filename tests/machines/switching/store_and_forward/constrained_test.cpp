#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../random_batch.hpp"
#include "../trace_check.hpp"
#include "support.hpp"
#include "switching/store_and_forward/constrained.hpp"

namespace pram {

namespace {

using Options = SwitchingOptions;
using test::Batch;
using test::random_batch;

const std::vector<std::string> shapes = {"torus:6x5", "hypercube:5",  "grid:6x4",   "ring:9",         "star:7",
                                         "omega:32",  "rcn-full:4,1", "complete:6", "inverse-omega:8"};

/// Every single restriction, and some together.
std::vector<Options> all_restrictions() {
  std::vector<Options> all;
  for (int which = 0; which < 64; ++which) {
    Options options;
    if (which & 1) options.ports = Options::Ports::one;
    if (which & 2) options.duplex = Options::Duplex::half;
    if (which & 4) options.switching = Options::Technique::cut_through;
    if (which & 8) options.buffers = 3;
    if (which & 16) options.startup = 2, options.bandwidth = 3;
    if (which & 32) options.routing = which & 1 ? Options::Routing::ugal_g : Options::Routing::valiant;
    all.push_back(options);
  }
  return all;
}

std::string describe(const Options& options) {
  return "ports " + std::to_string(static_cast<int>(options.ports)) + " duplex " +
         std::to_string(static_cast<int>(options.duplex)) + " switching " +
         std::to_string(static_cast<int>(options.switching)) + " buffers " + std::to_string(options.buffers) +
         " startup " + std::to_string(options.startup) + " routing " +
         std::to_string(static_cast<int>(options.routing));
}

/// Replays a trace that ended in a deadlock: are there, at each link of the circle, as many messages as its queue has
/// places, and does one of them go on by the next link?
void check_circle(const Topology& topology, const Batch& batch, std::uint32_t buffers, const Trace& trace,
                  const DeadlockError& error) {
  using Place = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<std::uint32_t> stands = batch.source;
  for (const Crossing& crossing : trace.crossings) {
    REQUIRE(stands[crossing.message] == crossing.node);
    stands[crossing.message] = topology.neighbour(crossing.node, crossing.port);
  }
  std::map<Place, std::vector<std::uint32_t>> waiting;
  for (std::uint32_t k = 0; k < batch.source.size(); ++k) {
    if (stands[k] != batch.destination[k])
      waiting[{stands[k], topology.next_leg(stands[k], batch.destination[k]).port}].push_back(k);
  }
  REQUIRE(error.cycle.size() >= 2);
  for (std::size_t k = 0; k < error.cycle.size(); ++k) {
    const DeadlockError::Wait& here = error.cycle[k];
    const DeadlockError::Wait& next = error.cycle[(k + 1) % error.cycle.size()];
    const std::vector<std::uint32_t>& queue = waiting[{here.node, here.port}];
    CHECK(queue.size() >= buffers);
    CHECK(topology.neighbour(here.node, here.port) == next.node);
    CHECK(std::ranges::any_of(queue, [&](std::uint32_t message) {
      const std::uint32_t to = batch.destination[message];
      return to != next.node && topology.next_leg(next.node, to).port == next.port;
    }));
  }
}

}  // namespace

TEST_CASE("constrained: without restrictions the statistics are those of the fast engine") {
  for (const std::string& name : shapes) {
    CAPTURE(name);
    const std::shared_ptr<const Topology> topology = make_topology(name);
    const Batch batch = random_batch(topology->terminals(), 8, 1, testing::seed());
    for (const auto routing :
         {Options::Routing::own, Options::Routing::valiant, Options::Routing::spread, Options::Routing::spread_all}) {
      if (routing == Options::Routing::spread_all && !name.starts_with("rcn-full")) continue;
      Options options;
      options.routing = routing;
      Trace trace;
      const DeliveryStatistics fast = make_switching(topology, options)->carry(batch.messages());
      const DeliveryStatistics slow = detail::make_constrained(topology, options)->carry(batch.messages(), &trace);
      CHECK(test::faults(*topology, batch.messages(), options, slow, trace) == "");
      CHECK(slow.steps == fast.steps);
      CHECK(slow.hops == fast.hops);
      CHECK(slow.busy == fast.busy);
      CHECK(slow.arrival == fast.arrival);
      CHECK(slow.order == fast.order);
      CHECK(slow.busiest_link == fast.busiest_link);
      CHECK(slow.largest_queue == fast.largest_queue);
    }
  }
}

TEST_CASE("constrained: messages of several lengths need no option and do not combine") {
  Batch batch;
  batch.add(0, 2, 5);
  batch.add(0, 2, 1);
  CHECK(make_switching("path:3")->carry(batch.messages()).arrival == std::vector<std::uint64_t>{10, 11});
  CHECK(make_switching("omega:4")->carry(batch.messages()).arrival == std::vector<std::uint64_t>{15, 16});
  // Combining switches carry them as others do, and refuse to merge them.
  const auto combining = make_switching("omega:4,combining=pairwise,wait=1");
  CHECK(combining->carry(batch.messages()).arrival == std::vector<std::uint64_t>{15, 16});
  CHECK_THROWS_AS(combining->carry_back({}), ConfigError);
  const std::uint64_t keys[] = {7, 7};
  Messages keyed = batch.messages();
  keyed.key = keys;
  CHECK_THROWS_AS(combining->carry(keyed), ConfigError);
}

TEST_CASE("constrained: every combination of restrictions passes the checker or truly deadlocks") {
  for (const std::string& name : shapes) {
    CAPTURE(name);
    const std::shared_ptr<const Topology> topology = make_topology(name);
    const Batch batch = random_batch(topology->terminals(), 5, 7, testing::seed());
    for (const Options& options : all_restrictions()) {
      CAPTURE(describe(options));
      const bool climbs = topology->channel_classes() == 1 && options.routing == Options::Routing::own;
      const std::unique_ptr<Switching> switching = make_switching(topology, options);
      Trace trace;
      try {
        const DeliveryStatistics statistics = switching->carry(batch.messages(), &trace);
        CHECK(test::faults(*topology, batch.messages(), options, statistics, trace) == "");
        const DeliveryStatistics again = switching->carry(batch.messages());
        CHECK(again.arrival == statistics.arrival);
        CHECK(again.order == statistics.order);
      } catch (const DeadlockError& error) {
        CHECK(options.buffers != 0);
        CHECK_FALSE(climbs);
        if (options.routing == Options::Routing::own) check_circle(*topology, batch, options.buffers, trace, error);
      }
    }
  }
}

TEST_CASE("constrained: a full ring deadlocks and the circle is real") {
  for (const std::uint32_t buffers : {1U, 2U, 3U}) {
    CAPTURE(buffers);
    const std::shared_ptr<const Topology> topology = make_topology("ring:4");
    Batch batch;
    for (std::uint32_t node = 0; node < 4; ++node) {
      for (std::uint32_t k = 0; k < buffers; ++k) batch.add(node, (node + 2) % 4);
    }
    Options options;
    options.buffers = buffers;
    const std::unique_ptr<Switching> switching = make_switching(topology, options);
    for (int time = 0; time < 2; ++time) {
      Trace trace;
      try {
        switching->carry(batch.messages(), &trace);
        FAIL("no deadlock");
      } catch (const DeadlockError& error) {
        CHECK(error.cycle.size() == 4);
        check_circle(*topology, batch, buffers, trace, error);
      }
    }
    // The switching technique is as new.
    Batch one;
    one.add(0, 2);
    CHECK(switching->carry(one.messages()).steps == 2);
    options.buffers = buffers + 1;
    CHECK(make_switching(topology, options)->carry(batch.messages()).order.size() == batch.source.size());
  }
}

TEST_CASE("constrained: a single message takes its hops or its distance and its length") {
  for (const char* name : {"torus:6x5", "hypercube:5", "path:12", "omega:16"}) {
    CAPTURE(name);
    const std::shared_ptr<const Topology> topology = make_topology(name);
    for (const std::uint32_t startup : {0U, 1U, 5U}) {
      for (const std::uint32_t bandwidth : {1U, 3U}) {
        for (const auto technique : {Options::Technique::store_and_forward, Options::Technique::cut_through}) {
          Options options;
          options.ports = Options::Ports::one;
          options.switching = technique;
          options.startup = startup;
          options.bandwidth = bandwidth;
          const std::unique_ptr<Switching> switching = make_switching(topology, options);
          for (const std::uint32_t words : {1U, 2U, 3U, 4U, 30U}) {
            const std::uint32_t to = topology->terminals() - 1;
            const std::uint32_t distance = topology->distance(0, to);
            const std::uint32_t flits = (words + bandwidth - 1) / bandwidth;
            Batch batch;
            batch.add(0, to, words);
            const DeliveryStatistics statistics = switching->carry(batch.messages());
            CHECK(statistics.steps == (technique == Options::Technique::cut_through
                                           ? distance * (startup + 1) + flits - 1
                                           : distance * (startup + flits)));
            CHECK(statistics.busy == distance * (startup + flits));
          }
        }
      }
    }
  }
}

TEST_CASE("constrained: the two directions of a half-duplex wire take turns") {
  Batch batch;
  for (int k = 0; k < 6; ++k) {
    batch.add(0, 1);
    batch.add(1, 0);
  }
  Options options;
  options.duplex = Options::Duplex::half;
  const DeliveryStatistics statistics = make_switching(make_topology("path:2"), options)->carry(batch.messages());
  CHECK(statistics.steps == 12);
  for (std::uint32_t k = 0; k < 12; ++k) CHECK(statistics.arrival[k] == k + 1);
}

TEST_CASE("constrained: senders to a node of one port take turns") {
  Batch batch;
  for (int k = 0; k < 4; ++k) {
    for (std::uint32_t leaf = 1; leaf < 6; ++leaf) batch.add(leaf, 0);
  }
  Options options;
  options.ports = Options::Ports::one;
  const DeliveryStatistics statistics = make_switching(make_topology("star:6"), options)->carry(batch.messages());
  CHECK(statistics.steps == 20);
  for (std::uint32_t k = 0; k < 20; ++k) CHECK(statistics.arrival[k] == k + 1);
}

TEST_CASE("networks of too many links are refused before memory is") {
  for (const char* const name : {"complete:65536,ports=one", "complete:65536,switching=wormhole", "complete:65536"}) {
    CAPTURE(name);
    CHECK_THROWS_WITH_AS(make_switching(name), doctest::Contains("a network of at most"), ConfigError);
  }
}

}  // namespace pram
