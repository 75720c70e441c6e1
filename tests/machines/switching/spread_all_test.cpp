#include <doctest/doctest.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/detail/named_switching.hpp>
#include <pram/machines/detail/open_loop.hpp>
#include <pram/pram.hpp>

#include "random_batch.hpp"
#include "support.hpp"
#include "topology/rcn_full.hpp"
#include "trace_check.hpp"

namespace pram {

namespace {

using Routing = SwitchingOptions::Routing;
using Nodes = std::vector<std::uint32_t>;

struct AtomAndLevels {
  std::uint32_t atom;
  std::uint32_t levels;

  std::string name() const { return "rcn-full:" + std::to_string(atom) + "," + std::to_string(levels); }
};

/// The nodes behind the source on the way that the paper's four steps take if its rows are crossed so, too; within the
/// row that is wanted the message stays.
Nodes spread_way(std::uint32_t atom, std::uint32_t level, std::uint32_t from, std::uint32_t to) {
  if (from == to) return {};
  if (level == 0) return {to};
  std::uint32_t n = atom;
  for (std::uint32_t below = 1; below < level; ++below) n *= n;
  const std::uint32_t i1 = from / n;
  const std::uint32_t j1 = from % n;
  const std::uint32_t i2 = to / n;
  const std::uint32_t j2 = to % n;
  Nodes way;
  const auto within = [&](std::uint32_t row, std::uint32_t first, std::uint32_t last) {
    for (const std::uint32_t column : spread_way(atom, level - 1, first, last)) way.push_back(row * n + column);
  };
  if (i1 == i2) {
    within(i1, j1, j2);
    return way;
  }
  if (i1 != j1) way.push_back(j1 * n + i1);
  if (j1 == i2) {
    within(i2, i1, j2);
    return way;
  }
  within(j1, i1, i2);
  way.push_back(i2 * n + j1);
  within(i2, j1, j2);
  return way;
}

Nodes nodes_of(const Topology& topology, const Nodes& links) {
  Nodes nodes;
  for (const std::uint32_t link : links)
    nodes.push_back(topology.neighbour(link / topology.ports(), link % topology.ports()));
  return nodes;
}

SwitchingOptions spreading(SwitchingOptions options = {}) {
  options.routing = Routing::spread_all;
  return options;
}

/// Whether each message of a batch crosses the links of its route in order, each flit by itself.
bool follow_routes(const Topology& topology, const Messages& batch, const Trace& trace) {
  std::vector<Nodes> crossed(batch.source.size());
  for (const Crossing& crossing : trace.crossings) {
    Nodes& its = crossed[crossing.message];
    const std::uint32_t link = crossing.node * topology.ports() + crossing.port;
    if (its.empty() || std::ranges::find(its, link) == its.end()) its.push_back(link);
  }
  for (std::uint32_t message = 0; message < crossed.size(); ++message) {
    if (crossed[message] != spread_route(topology, batch.source[message], batch.destination[message])) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("spread-all: routes are Algorithm 2 at every level, and no longer than 3 2^L - 2") {
  struct Row {
    AtomAndLevels of;
    std::size_t longest;
  };
  // Atoms of two nodes have shorter ones: a step of the paper that leads within a row leads nowhere in many.
  for (const auto& [of, longest] : std::vector<Row>{{{5, 0}, 1},
                                                    {{3, 1}, 4},
                                                    {{4, 1}, 4},
                                                    {{16, 1}, 4},
                                                    {{3, 2}, 10},
                                                    {{4, 2}, 10},
                                                    {{2, 1}, 3},
                                                    {{2, 2}, 7},
                                                    {{2, 3}, 16}}) {
    CAPTURE(of.name());
    const RcnFull network(of.atom, of.levels);
    std::size_t found = 0;
    std::uint64_t wrong = 0;
    std::uint64_t hops = 0;
    std::uint64_t printed = 0;
    for (std::uint32_t from = 0; from < network.nodes(); ++from) {
      for (std::uint32_t to = 0; to < network.nodes(); ++to) {
        const Nodes links = spread_route(network, from, to);
        wrong += nodes_of(network, links) != spread_way(of.atom, of.levels, from, to);
        hops += links.size();
        printed += network.path(from, to, RcnRouting::algorithm_2_recursive).size() - 1;
        found = std::max(found, links.size());
      }
    }
    CHECK(wrong == 0);
    // The steps as printed leave the row that is wanted, and come back.
    CHECK((hops < printed) == (of.levels > 0));
    CHECK(hops <= printed);
    // Means of 6.480 and 7.008.
    if (of.name() == "rcn-full:4,2")
      CHECK(std::pair(hops, printed) == std::pair<std::uint64_t, std::uint64_t>(424'704, 459'264));
    CHECK(found == longest);
    CHECK(found <= 3 * (std::size_t{1} << of.levels) - 2);
  }
}

TEST_CASE("spread-all: a million nodes need no table") {
  std::mt19937_64 random(testing::seed());
  for (const AtomAndLevels of :
       {AtomAndLevels{1024, 1}, AtomAndLevels{32, 2}, AtomAndLevels{5, 3}, AtomAndLevels{2, 4}}) {
    CAPTURE(of.name());
    const auto network = make_topology(of.name());
    for (int pair = 0; pair < 200; ++pair) {
      const auto from = static_cast<std::uint32_t>(random() % network->nodes());
      const auto to = static_cast<std::uint32_t>(random() % network->nodes());
      const Nodes links = spread_route(*network, from, to);
      CHECK(nodes_of(*network, links) == spread_way(of.atom, of.levels, from, to));
      CHECK(links.size() <= 3 * (std::size_t{1} << of.levels) - 2);
    }
  }
}

TEST_CASE("spread-all: what a row sends to another spreads over its links") {
  std::mt19937_64 random(testing::seed());
  for (const AtomAndLevels of :
       {AtomAndLevels{16, 1}, AtomAndLevels{32, 1}, AtomAndLevels{4, 2}, AtomAndLevels{8, 2}}) {
    CAPTURE(of.name());
    const std::shared_ptr<const Topology> network = make_topology(of.name());
    const std::uint32_t side = of.levels == 1 ? of.atom : of.atom * of.atom;
    Nodes column(side);
    std::iota(column.begin(), column.end(), 0u);
    for (int run = 0; run < 20; ++run) {
      Nodes source;
      Nodes destination;
      for (std::uint32_t j = 0; j < side; ++j) {
        source.push_back(2 * side + j);
        destination.push_back(side + column[j]);
      }
      const Messages batch{source, destination, {}, {}};
      CHECK(make_switching(network, {})->carry(batch).busiest_link == side);
      const DeliveryStatistics spread = make_switching(network, spreading())->carry(batch);
      // The messages of columns 1 and 2 share a link always. With two levels, all messages from one atom may go to one
      // other, and two transpose links lead there from each of its nodes.
      CHECK(spread.busiest_link >= 2);
      CHECK(spread.busiest_link <= (of.levels == 1 || run == 0 ? 2 : of.atom + 1));
      CHECK(spread.steps >= spread.busiest_link);
      std::ranges::shuffle(column, random);
    }
  }
}

TEST_CASE("spread-all: every engine takes its messages along the routes") {
  using Options = SwitchingOptions;
  for (const AtomAndLevels of : {AtomAndLevels{5, 0}, AtomAndLevels{4, 1}, AtomAndLevels{2, 2}, AtomAndLevels{3, 2}}) {
    CAPTURE(of.name());
    const std::shared_ptr<const Topology> network = make_topology(of.name());
    for (const bool worms : {false, true}) {
      for (int which = 0; which < 6; ++which) {
        CAPTURE(which);
        Options options = spreading();
        if (which == 1) options.ports = Options::Ports::one;
        if (which == 2) options.duplex = Options::Duplex::half, options.startup = 2;
        if (which == 3) options.bandwidth = 3;
        if (which == 4) options.buffers = worms ? 1 : 1000;
        if (which == 5) options.switching = Options::Technique::cut_through;
        if (worms) options.switching = Options::Technique::wormhole;
        const test::Batch batch = test::random_batch(network->nodes(), 5, which == 0 ? 1 : 7, testing::seed() + 1);
        const auto switching = make_switching(network, options);
        Trace trace;
        const DeliveryStatistics statistics = switching->carry(batch.messages(), &trace);
        CHECK(test::faults(*network, batch.messages(), options, statistics, trace) == "");
        CHECK(follow_routes(*network, batch.messages(), trace));
        // A second batch knows nothing of the first.
        CHECK(switching->carry(batch.messages()).arrival == statistics.arrival);
      }
    }
    const SteadyTraffic traffic{0.002,
                                [&](std::uint32_t, std::uint64_t draw) {
                                  return static_cast<std::uint32_t>((draw >> 32) * network->nodes() >> 32);
                                },
                                testing::seed()};
    double hops = 0;
    for (std::uint32_t from = 0; from < network->nodes(); ++from) {
      for (std::uint32_t to = 0; to < network->nodes(); ++to)
        hops += static_cast<double>(spread_way(of.atom, of.levels, from, to).size());
    }
    const SteadyState state = OpenLoop(network, spreading()).run(traffic, {100, 200'000, 1000});
    CHECK(state.latency == doctest::Approx(hops / network->nodes() / network->nodes()).epsilon(0.06));
  }
}

TEST_CASE("spread-all: switches that combine merge what meets, and replies go back over the same links") {
  const std::shared_ptr<const Topology> network = make_topology("rcn-full:3,2");
  const test::Batch batch = test::random_batch(network->nodes(), 4, 1, testing::seed());
  Nodes hot(batch.source.size(), 7);
  const std::vector<std::uint64_t> key(hot.size(), 1);
  SwitchingOptions options = spreading();
  options.combining = SwitchingOptions::Combining::unlimited;
  const auto switching = make_switching(network, options);
  Trace trace;
  const DeliveryStatistics merged = switching->carry({batch.source, hot, {}, key}, &trace);
  CHECK(merged.merged > hot.size() / 2);
  CHECK(merged.order.size() + merged.merged == hot.size());
  CHECK(merged.steps < make_switching(network, spreading())->carry({batch.source, hot, {}, {}}).steps);
  Trace back;
  const DeliveryStatistics replies = switching->carry_back({}, &back);
  CHECK(replies.hops == merged.hops);
}

TEST_CASE("spread-all: a batch takes the same on any number of threads") {
  const std::shared_ptr<const Topology> network = make_topology("rcn-full:8,2");
  const test::Batch batch = test::random_batch(network->nodes(), 8, 1, testing::seed());
  REQUIRE(batch.source.size() > 1u << 14);
  tbb::task_arena one(1);
  const auto on = [&](tbb::task_arena& arena) {
    return arena.execute([&] { return make_switching(network, spreading())->carry(batch.messages()); });
  };
  const DeliveryStatistics alone = on(one);
  for (const int threads : {2, 3, 8}) {
    tbb::task_arena arena(threads);
    const DeliveryStatistics several = on(arena);
    CHECK(several.arrival == alone.arrival);
    CHECK(several.order == alone.order);
    CHECK(several.hops == alone.hops);
    CHECK(several.largest_queue == alone.largest_queue);
    CHECK(several.busiest_link == alone.busiest_link);
  }
}

TEST_CASE("spread-all: heavy load of worms drains with the shortest buffers") {
  for (const char* name : {"rcn-full:3,1", "rcn-full:2,2", "rcn-full:3,2"}) {
    CAPTURE(name);
    const std::shared_ptr<const Topology> network = make_topology(name);
    const test::Batch batch = test::random_batch(network->nodes(), 60, 12, testing::seed());
    SwitchingOptions options = spreading();
    options.switching = SwitchingOptions::Technique::wormhole;
    options.buffers = 1;
    CHECK(make_switching(network, options)->carry(batch.messages()).order.size() == batch.source.size());
  }
}

TEST_CASE("spread-all: other topologies refuse it in a line") {
  for (const char* name :
       {"torus:8x8", "hypercube:4", "complete:5", "omega:8", "dragonfly:4,2", "rcn-full:4,1,failed-links=1"}) {
    CAPTURE(name);
    const std::shared_ptr<const Topology> topology = make_topology(name);
    for (const auto technique : {SwitchingOptions::Technique::store_and_forward,
                                 SwitchingOptions::Technique::cut_through, SwitchingOptions::Technique::wormhole}) {
      SwitchingOptions options = spreading();
      options.switching = technique;
      try {
        static_cast<void>(make_switching(topology, options));
        FAIL("it was taken");
      } catch (const ConfigError& error) {
        CHECK(error.option == "network");
        CHECK(error.value == topology->name() + ",routing=spread-all");
        CHECK(error.allowed == "routing=spread-all on rcn-full:A,L alone, of which nothing has failed");
      }
    }
    CHECK_THROWS_AS(OpenLoop(topology, spreading()), ConfigError);
    CHECK_THROWS_AS(static_cast<void>(spread_route(*topology, 0, 1)), ConfigError);
  }
}

}  // namespace pram
