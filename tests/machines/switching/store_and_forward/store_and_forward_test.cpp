#include <doctest/doctest.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/switching.hpp>

#include "../trace_check.hpp"
#include "support.hpp"
#include "switching/store_and_forward/store_and_forward.hpp"

namespace pram {

namespace {

struct Batch {
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;

  Messages messages() const { return {source, destination, {}, {}}; }
};

Batch random_batch(std::uint32_t terminals, std::size_t count, std::uint64_t seed) {
  Batch batch;
  for (std::size_t k = 0; k < count; ++k) {
    batch.source.push_back(seeded_choice(k, seed, terminals));
    batch.destination.push_back(seeded_choice(k, seed + 1, terminals));
  }
  return batch;
}

std::vector<std::string> shapes() {
  return {"ring:2",
          "ring:9",
          "path:7",
          "grid:5x4",
          "torus:4x6",
          "torus:3x4x5",
          "hypercube:6",
          "complete:12",
          "star:9",
          "rcn-full:4,1",
          "rcn-full:2,2",
          "rcn-full:3,2",
          "omega:16",
          "butterfly:32",
          "inverse-omega:8",
          "product:ring:4,complete:3,path:3",
          "product:star:4,ring:5"};
}

/// Carries and checks the trace. @returns the statistics
DeliveryStatistics checked(Switching& switching, const Messages& batch, const SwitchingOptions& options = {}) {
  Trace trace;
  const DeliveryStatistics statistics = switching.carry(batch, &trace);
  CHECK(test::faults(switching.topology(), batch, options, statistics, trace) == "");
  return statistics;
}

}  // namespace

TEST_CASE("every message arrives once and no link carries two at a time on any topology") {
  for (const std::string& name : shapes()) {
    for (const SwitchingOptions::Routing routing :
         {SwitchingOptions::Routing::own, SwitchingOptions::Routing::valiant, SwitchingOptions::Routing::ugal_l,
          SwitchingOptions::Routing::ugal_g}) {
      CAPTURE(name);
      SwitchingOptions options;
      options.routing = routing;
      const auto switching = make_switching(make_topology(name), options);
      const std::uint32_t terminals = switching->topology().terminals();
      for (const std::size_t load : {1U, 4U}) {
        const Batch batch = random_batch(terminals, load * terminals, testing::seed() + load);
        const DeliveryStatistics statistics = checked(*switching, batch.messages(), options);
        CHECK(statistics.merged == 0);
        CHECK(statistics.steps >= statistics.busiest_link);
        CHECK((statistics.largest_queue >= 1) == (statistics.hops > 0));
      }
    }
  }
}

TEST_CASE("a message alone takes its distance where routes are shortest") {
  for (const std::string& name : shapes()) {
    CAPTURE(name);
    const auto switching = make_switching(name);
    const Topology& topology = switching->topology();
    if (name == "rcn-full:2,2" || name == "rcn-full:3,2") continue;  // Algorithm 1 is not always shortest there
    for (std::uint32_t to = 0; to < topology.terminals(); ++to) {
      const std::uint32_t from = topology.terminals() / 2;
      const DeliveryStatistics statistics = switching->carry({{&from, 1}, {&to, 1}, {}, {}});
      CHECK(statistics.steps == (from == to ? 0 : topology.distance(from, to)));
      CHECK(statistics.hops == statistics.steps);
    }
  }
}

TEST_CASE("conflict-free traffic takes the pipeline's time") {
  // Every node of a ring sends h messages to its neighbour: one a step.
  const auto ring = make_switching("ring:8");
  // The identity shifted passes Omega without a conflict: log2 k + 1 wires, then one more step a message.
  const auto omega = make_switching("omega:64");
  for (std::uint32_t load = 1; load <= 5; ++load) {
    Batch round;
    Batch shift;
    for (std::uint32_t k = 0; k < load; ++k) {
      for (std::uint32_t node = 0; node < 8; ++node) {
        round.source.push_back(node);
        round.destination.push_back((node + 1) % 8);
      }
      for (std::uint32_t node = 0; node < 64; ++node) {
        shift.source.push_back(node);
        shift.destination.push_back((node + 5) % 64);
      }
    }
    CHECK(checked(*ring, round.messages()).steps == load);
    const DeliveryStatistics statistics = checked(*omega, shift.messages());
    CHECK(statistics.steps == 7 + load - 1);
    CHECK(statistics.largest_queue == std::max(load, 1U));  // at the terminals alone
  }
}

TEST_CASE("all to one takes as long as the one's links need") {
  Batch batch;
  for (std::uint32_t node = 1; node < 64; ++node) {
    batch.source.push_back(node);
    batch.destination.push_back(0);
  }
  const auto omega = make_switching("omega:64");
  CHECK(checked(*omega, batch.messages()).steps == 63 + 6);  // one a step, the first after seven wires
  const auto star = make_switching("star:64");
  CHECK(checked(*star, batch.messages()).steps == 1);
  const auto ring = make_switching("ring:64");
  CHECK(checked(*ring, batch.messages()).steps == 32);
}

TEST_CASE("messages of one length take as many times longer") {
  const Batch batch = random_batch(36, 200, testing::seed());
  const DeliveryStatistics unit = make_switching("torus:6x6")->carry(batch.messages());
  SwitchingOptions options;
  options.startup = 3;
  options.bandwidth = 4;
  const auto switching = make_switching(make_topology("torus:6x6"), options);
  const std::vector<std::uint32_t> words(200, 7);  // 3 + 2 steps a hop
  const DeliveryStatistics statistics = checked(*switching, {batch.source, batch.destination, words, {}}, options);
  CHECK(statistics.steps == 5 * unit.steps);
  CHECK(statistics.busy == 5 * unit.hops);
  CHECK(statistics.order == unit.order);
}

TEST_CASE("stage by stage or step by step: the same statistics to the last queue") {
  for (const char* const name : {"omega:2", "omega:64", "inverse-omega:32", "butterfly:128"}) {
    const std::shared_ptr<const Topology> topology = make_topology(name);
    const auto staged = make_switching(topology, {});
    const auto stepped = detail::make_store_and_forward(topology, {});
    // The largest is spread over several threads.
    for (const std::size_t count : {0U, 1U, 10U, 1000U, 40000U}) {
      CAPTURE(name);
      CAPTURE(count);
      const Batch batch = random_batch(topology->terminals(), count, testing::seed());
      const DeliveryStatistics a = staged->carry(batch.messages());
      const DeliveryStatistics b = stepped->carry(batch.messages(), nullptr);
      CHECK(a.steps == b.steps);
      CHECK(a.hops == b.hops);
      CHECK(a.busy == b.busy);
      CHECK(a.largest_queue == b.largest_queue);
      CHECK(a.busiest_link == b.busiest_link);
      CHECK(a.arrival == b.arrival);
      CHECK(a.order == b.order);
    }
  }
}

TEST_CASE("a batch that is shared out to several host threads goes as on one") {
  for (const char* const name :
       {"torus:16x16", "hypercube:8", "rcn-full:16,1", "torus:9x9,routing=valiant", "star:33", "ring:2"}) {
    const auto alone = make_switching(name);
    const Batch large = random_batch(alone->topology().terminals(), 20'000, testing::seed());
    const Batch small = random_batch(alone->topology().terminals(), 500, testing::seed());
    tbb::task_arena one(1);
    DeliveryStatistics expected;
    DeliveryStatistics expected_small;
    one.execute([&] {
      expected = alone->carry(large.messages());
      expected_small = alone->carry(small.messages());
    });
    for (const int threads : {2, 3, 8}) {
      CAPTURE(name);
      CAPTURE(threads);
      const auto shared = make_switching(name);
      tbb::task_arena arena(threads);
      for (const auto& [batch, known] :
           {std::pair(&large, &expected), {&small, &expected_small}, {&large, &expected}}) {
        DeliveryStatistics found;
        arena.execute([&, given = batch] { found = shared->carry(given->messages()); });
        CHECK(found.steps == known->steps);
        CHECK(found.hops == known->hops);
        CHECK(found.busy == known->busy);
        CHECK(found.largest_queue == known->largest_queue);
        CHECK(found.busiest_link == known->busiest_link);
        CHECK(found.arrival == known->arrival);
        CHECK(found.order == known->order);
      }
    }
  }
}

TEST_CASE("a switching technique forgets its last batch") {
  const auto switching = make_switching("hypercube:5");
  const Batch batch = random_batch(32, 300, testing::seed());
  const Batch other = random_batch(32, 100, testing::seed() + 9);
  const DeliveryStatistics first = switching->carry(batch.messages());
  switching->carry(other.messages());
  const DeliveryStatistics again = switching->carry(batch.messages());
  CHECK(first.steps == again.steps);
  CHECK(first.order == again.order);
  CHECK(first.arrival == again.arrival);
  CHECK(first.busiest_link == again.busiest_link);
}

TEST_CASE("batches that cannot be carried are refused") {
  const auto switching = make_switching("ring:8");
  const std::vector<std::uint32_t> two{1, 2};
  const std::vector<std::uint32_t> one{1};
  const std::vector<std::uint32_t> beyond{8, 1};
  CHECK_THROWS_AS(switching->carry({two, one, {}, {}}), ConfigError);
  CHECK_THROWS_AS(switching->carry({two, two, one, {}}), ConfigError);
  CHECK_THROWS_AS(switching->carry({beyond, two, {}, {}}), ConfigError);
  CHECK_THROWS_WITH(switching->carry({two, beyond, {}, {}}), doctest::Contains("nodes from 0 to 7 on ring:8"));
  CHECK(switching->carry({}).steps == 0);
  CHECK(switching->carry({two, two, {}, {}}).steps == 0);
}

TEST_CASE("names of networks with options") {
  for (const char* name :
       {"torus:4x4,routing=valiant", "torus:4x4,ports=one,duplex=half", "omega:8,combining=pairwise,wait=3",
        "ring:5,switching=cut-through,startup=2,bandwidth=3,buffers=4"}) {
    CHECK_NOTHROW(make_switching(name));
  }
  CHECK(make_switching("torus:ports=one", 16)->topology().name() == "torus:4x4");
  CHECK(make_switching("torus,ports=one", 16)->topology().name() == "torus:4x4");
  for (const char* name : {"torus:4x4,", "torus:4x4,ports", "torus:4x4,ports=two", "torus:4x4,prots=one",
                           "torus:4x4,wait=3", "torus:4x4,ports=one,ports=all", "torus:4x4,bandwidth=0",
                           "torus:4x4,startup=-1", "torus:4x4,startup=", "torus:4x4,ports=one,combining=pairwise",
                           "torus:ports=one,4x4", "", "torsu:4x4", "torus:4x4,startup=99999999999999999999"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(make_switching(name), ConfigError);
  }
  CHECK_THROWS_WITH(make_switching("torus:4x4,prots=one"), doctest::Contains("did you mean ports"));
  CHECK_THROWS_WITH(make_switching("torsu:4x4"), doctest::Contains("did you mean torus"));
}

}  // namespace pram
