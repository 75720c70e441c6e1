#include <pram/machines/detail/open_loop.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <memory>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/machines/switching.hpp>
#include <pram/spec.hpp>

#include "../../../support.hpp"

using namespace pram;

namespace {

std::shared_ptr<const Topology> topology_of(const char* name) { return make_topology(Spec(name)); }

auto to_any_of(std::uint32_t terminals) {
  return [terminals](std::uint32_t, std::uint64_t draw) {
    return static_cast<std::uint32_t>((draw >> 32) * terminals >> 32);
  };
}

SteadyState uniform_on(const char* name, double rate, std::uint64_t seed = 1, const MeasuredWindow& window = {}) {
  const auto topology = topology_of(name);
  return OpenLoop(topology, {}).run({rate, to_any_of(topology->terminals()), seed}, window);
}

double walked_hops(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  double hops = 0;
  while (from != to) {
    const Leg leg = topology.next_leg(from, to);
    hops += leg.hops;
    for (std::uint32_t k = 0; k < leg.hops; ++k) from = topology.neighbour(from, leg.port);
  }
  return hops;
}

/// Messages that are made in each step by each terminal, as one may write it: a deque a link, all of them moved by
/// hand.
SteadyState by_hand(const Topology& topology, const std::vector<std::vector<std::uint32_t>>& destinations,
                    const MeasuredWindow& window) {
  struct Message {
    std::uint32_t to;
    std::uint64_t made;
  };
  const std::uint64_t first = window.warm_up;
  const std::uint64_t last = first + window.length;
  std::vector<std::deque<Message>> queues(std::size_t{topology.nodes()} * topology.ports());
  std::vector<std::uint64_t> latencies;
  SteadyState state;
  const auto wait = [&](std::uint32_t node, const Message& message) {
    auto& queue = queues[std::size_t{node} * topology.ports() + topology.next_leg(node, message.to).port];
    queue.push_back(message);
    state.largest_queue = std::max<std::uint64_t>(state.largest_queue, queue.size());
  };
  for (std::uint64_t step = 0; step < last + window.drain; ++step) {
    const bool inside = step >= first && step < last;
    if (step >= last && (latencies.size() == state.made ||
                         static_cast<double>(state.arrived_in_time) < 0.95 * static_cast<double>(state.made)))
      break;
    const auto arrive = [&](std::uint64_t made, std::uint64_t at) {
      if (inside) ++state.arrived_in_time;
      if (made >= first && made < last) latencies.push_back(at - made);
    };
    for (std::uint32_t source = 0; source < topology.terminals(); ++source) {
      if (inside) ++state.made;
      const std::uint32_t to = destinations[step][source];
      to == source ? arrive(step, step) : wait(source, {to, step});
    }
    std::vector<std::pair<std::uint32_t, Message>> moved;
    for (std::size_t at = 0; at < queues.size(); ++at) {
      if (queues[at].empty()) continue;
      const auto node = static_cast<std::uint32_t>(at / topology.ports());
      moved.emplace_back(topology.neighbour(node, static_cast<std::uint32_t>(at % topology.ports())),
                         queues[at].front());
      queues[at].pop_front();
    }
    for (const auto& [node, message] : moved) node == message.to ? arrive(message.made, step + 1) : wait(node, message);
    state.hops += moved.size();
  }
  state.arrived = latencies.size();
  std::ranges::sort(latencies);
  if (!state.all_arrived()) return state;
  for (const std::uint64_t latency : latencies)
    state.latency += static_cast<double>(latency) / static_cast<double>(latencies.size());
  state.latency_99 = latencies[(latencies.size() * 99 + 99) / 100 - 1];
  state.largest_latency = latencies.back();
  return state;
}

}  // namespace

TEST_CASE("steady traffic: what is measured is what a page of code measures that moves each message by hand") {
  CAPTURE(pram::testing::seed());
  std::mt19937_64 random(pram::testing::seed());
  for (const char* const name : {"ring:7", "torus:4x4", "omega:8", "fat-tree:2,3", "hypercube:4", "rcn-full:3,1",
                                 "dragonfly:2,1,2", "tree:3", "star:5"}) {
    const auto topology = topology_of(name);
    OpenLoop network(topology, {});
    for (const double rate : {0.02, 0.1, 0.3, 0.9}) {
      CAPTURE(name);
      CAPTURE(rate);
      const MeasuredWindow window{random() % 40, 1 + random() % 200, random() % 800};
      // A message to its own source is one that is not made: it never meets another.
      std::vector<std::vector<std::uint32_t>> destinations(window.warm_up + window.length + window.drain);
      for (auto& of_step : destinations) {
        for (std::uint32_t source = 0; source < topology->terminals(); ++source) {
          const bool made = std::bernoulli_distribution(rate)(random);
          of_step.push_back(made ? static_cast<std::uint32_t>(random() % topology->terminals()) : source);
        }
      }
      std::uint64_t number = 0;
      const auto destination = [&](std::uint32_t source, std::uint64_t) {
        const std::uint64_t step = number++ / topology->terminals();
        return destinations[step][source];
      };
      const SteadyState state = network.run({1, destination, 1}, window);
      const SteadyState wanted = by_hand(*topology, destinations, window);
      CHECK(state.made == wanted.made);
      CHECK(state.arrived == wanted.arrived);
      CHECK(state.arrived_in_time == wanted.arrived_in_time);
      CHECK(state.latency == doctest::Approx(wanted.latency));
      CHECK(state.latency_99 == wanted.latency_99);
      CHECK(state.largest_latency == wanted.largest_latency);
      CHECK(state.largest_queue == wanted.largest_queue);
      CHECK(state.hops == wanted.hops);
    }
  }
}

TEST_CASE("steady traffic: each terminal makes a message with the probability asked for, whatever came before") {
  CAPTURE(pram::testing::seed());
  constexpr std::uint32_t terminals = 8;
  constexpr std::uint64_t steps = 50'000;
  const auto topology = topology_of("complete:8");
  for (const double rate : {0.001, 0.2, 0.5, 0.97}) {
    CAPTURE(rate);
    std::vector<std::uint64_t> of_source(terminals);
    const auto itself = [&](std::uint32_t source, std::uint64_t) {
      ++of_source[source];
      return source;
    };
    const SteadyState state = OpenLoop(topology, {}).run({rate, itself, pram::testing::seed()}, {0, steps, 0});
    CHECK(state.made == std::accumulate(of_source.begin(), of_source.end(), std::uint64_t{0}));
    CHECK(state.offered == static_cast<double>(state.made) / (terminals * steps));
    CHECK(state.accepted == state.offered);
    const double deviation = std::sqrt(steps * rate * (1 - rate));
    for (const std::uint64_t made : of_source)
      CHECK(std::abs(static_cast<double>(made) - steps * rate) <= 6 * deviation);
  }
}

TEST_CASE("steady traffic: messages by way of stops take the ways to them, and the same in each run") {
  for (const auto routing : {SwitchingOptions::Routing::valiant, SwitchingOptions::Routing::spread}) {
    const auto topology = topology_of("dragonfly:4,2");
    OpenLoop network(topology, {.routing = routing});
    double hops = 0;
    const double terminals = topology->terminals();
    for (std::uint32_t from = 0; from < topology->terminals(); ++from) {
      for (std::uint32_t to = 0; to < topology->terminals(); ++to) {
        if (from == to) continue;
        if (routing == SwitchingOptions::Routing::spread) {
          const std::uint32_t stop = topology->spreading_stop(from, to);
          hops += (from == stop ? 0 : walked_hops(*topology, from, stop)) + walked_hops(*topology, stop, to);
          continue;
        }
        for (std::uint32_t stop = 0; stop < topology->terminals(); ++stop)
          hops += (walked_hops(*topology, from, stop) + walked_hops(*topology, stop, to)) / terminals;
      }
    }
    const SteadyTraffic traffic{0.01, to_any_of(topology->terminals()), pram::testing::seed()};
    const SteadyState state = network.run(traffic, {100, 40'000, 1000});
    CHECK(state.latency == doctest::Approx(hops / (terminals * terminals)).epsilon(0.06));
    const SteadyState again = network.run(traffic, {100, 40'000, 1000});
    CHECK(again.latency == state.latency);
    CHECK(again.hops == state.hops);
  }
}

TEST_CASE("steady traffic: few messages take their hops") {
  for (const char* const name : {"torus:16x16", "hypercube:6", "fat-tree:4,2", "omega:64"}) {
    CAPTURE(name);
    const auto topology = topology_of(name);
    double hops = 0;
    for (std::uint32_t from = 0; from < topology->terminals(); ++from) {
      for (std::uint32_t to = 0; to < topology->terminals(); ++to)
        hops += from == to ? 0 : topology->distance(from, to);
    }
    hops /= static_cast<double>(topology->terminals()) * topology->terminals();
    const SteadyState state = uniform_on(name, 0.001, pram::testing::seed(), {100, 40'000, 1000});
    CHECK(state.keeps_up());
    CHECK(state.latency == doctest::Approx(hops).epsilon(0.05));
  }
}

TEST_CASE(
    "steady traffic: what is offered is what was asked for, and what is accepted is that until the links are full") {
  // Tornado on a ring of 16: each message crosses 7 links one way, each link has 7 messages of a step at rate 1.
  const auto ring = topology_of("ring:16");
  const auto tornado = [](std::uint32_t source, std::uint64_t) { return (source + 7) % 16; };
  OpenLoop network(ring, {});
  const MeasuredWindow window{2000, 20'000, 200'000};
  for (const double share : {0.5, 0.9, 1.2, 2.0}) {
    CAPTURE(share);
    const double rate = share / 7;
    const SteadyState state = network.run({rate, tornado, pram::testing::seed()}, window);
    CHECK(state.offered == doctest::Approx(rate).epsilon(0.03));
    CHECK(state.keeps_up() == (share < 1));
    CHECK(state.accepted <= 1.0 / 7 + 0.01);
    if (share < 1) CHECK(state.accepted == doctest::Approx(rate).epsilon(0.03));
  }
}

TEST_CASE("steady traffic: nothing, everything, and what is refused") {
  CHECK(uniform_on("ring:8", 0).made == 0);
  CHECK(uniform_on("ring:8", 0).keeps_up());
  const SteadyState all = uniform_on("complete:4", 1);
  CHECK(all.made == 4 * 1000);
  CHECK(all.offered == 1);
  CHECK_THROWS_AS(uniform_on("ring:8", 1.5), ConfigError);
  CHECK_THROWS_AS(uniform_on("ring:8", -0.1), ConfigError);
  CHECK_THROWS_AS(uniform_on("ring:8", std::nan("")), ConfigError);
  for (const SwitchingOptions& options :
       {SwitchingOptions{.ports = SwitchingOptions::Ports::one}, SwitchingOptions{.startup = 3},
        SwitchingOptions{.switching = SwitchingOptions::Technique::wormhole}, SwitchingOptions{.buffers = 2}})
    CHECK_THROWS_AS(OpenLoop(topology_of("ring:8"), options), ConfigError);
}
