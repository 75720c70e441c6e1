#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>

#include "support.hpp"

/// The load of links in a profile: against routes that are walked by hand, and against what a delivery says of itself.
namespace pram::link_loads {

namespace {

void walk(const Topology& topology, std::uint32_t from, std::uint32_t to, std::vector<std::uint64_t>& busy) {
  while (from != to) {
    const Leg leg = topology.next_leg(from, to);
    for (std::uint32_t hop = 0; hop < leg.hops; ++hop) {
      ++busy[from * topology.ports() + leg.port];
      from = topology.neighbour(from, leg.port);
    }
  }
}

/// What a trace shows of each link: the steps in which it was busy, and the most messages that were there in a step. A
/// message is at its first link from step 0, and at the next from when it has crossed the one before.
LinkLoad load_of(const Trace& trace, std::size_t messages, std::size_t links, std::uint32_t ports) {
  LinkLoad load{std::vector<std::uint64_t>(links), std::vector<std::uint32_t>(links)};
  std::vector<std::uint32_t> ready(messages);
  std::vector<std::map<std::uint32_t, std::int64_t>> changes(links);  // by step: those that come, less those that leave
  for (const Crossing& one : trace.crossings) {
    const std::size_t link = std::size_t{one.node} * ports + one.port;
    load.busy[link] += one.duration;
    ++changes[link][ready[one.message]];
    ready[one.message] = one.begin + one.duration;
    --changes[link][ready[one.message]];
  }
  for (std::size_t link = 0; link < links; ++link) {
    std::int64_t there = 0;
    for (const auto& [step, change] : changes[link]) {
      there += change;
      load.largest_queue[link] = std::max(load.largest_queue[link], static_cast<std::uint32_t>(there));
    }
  }
  return load;
}

std::uint64_t sum(const std::vector<std::uint64_t>& of) {
  return std::accumulate(of.begin(), of.end(), std::uint64_t{0});
}

}  // namespace

TEST_CASE("a profile's busy links are those on the routes of the messages, and on the replies' way back") {
  std::mt19937_64 draw(testing::seed());
  CAPTURE(testing::seed());
  constexpr std::uint32_t p = 16;
  constexpr std::uint64_t cells = 64;
  for (const char* const name : {"torus:4x4", "hypercube:4", "omega:16", "rcn-full:4,1", "ring:16"}) {
    CAPTURE(name);
    const std::unique_ptr<Topology> topology = make_topology(Spec(name), p);
    const std::size_t links = std::size_t{topology->nodes()} * topology->ports();
    std::vector<std::vector<std::uint32_t>> steps(4);  // those that are even read, the others write
    for (auto& step : steps) {
      for (std::uint32_t i = 0; i < 3 * p; ++i) step.push_back(static_cast<std::uint32_t>(draw() % cells));
    }
    std::vector<std::uint64_t> forward(links);
    std::vector<std::uint64_t> back(links);
    for (std::size_t s = 0; s < steps.size(); ++s) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> messages;  // component and cell
      for (std::uint32_t i = 0; i < 3 * p; ++i) messages.emplace(i / 3, steps[s][i]);
      for (const auto& [component, cell] : messages) {
        const auto home = static_cast<std::uint32_t>(cell * p / cells);
        walk(*topology, component, home, forward);
        if (s % 2 == 0) walk(*topology, home, component, back);
      }
    }
    for (const unsigned threads : {1U, 3U}) {
      Machine machine({.components = p,
                       .network = name,
                       .access = "direct",
                       .placement = Placement::direct,
                       .threads = threads,
                       .ledger = LedgerDetail::profile});
      const auto asked = machine.array<int>(cells, 0, "asked");
      machine.pardo(3 * p, [&](Processor self) -> Task<> {
        for (std::size_t s = 0; s < steps.size(); ++s) {
          const std::uint32_t cell = steps[s][self.id()];
          if (s % 2 == 0) {
            co_await asked[cell];
          } else {
            co_await (asked[cell] = 1);
          }
        }
      });
      REQUIRE(machine.ledger().network_load().has_value());
      const NetworkLoad& load = *machine.ledger().network_load();
      CHECK(load.topology == topology->name());
      CHECK(load.forward.busy == forward);
      CHECK(load.back.busy == back);
      CHECK((*std::ranges::max_element(load.forward.largest_queue) > 0) == (sum(forward) > 0));
      const Ledger none = machine.ledger() - machine.ledger();
      CHECK(sum(none.network_load()->forward.busy) == 0);
    }
  }
}

TEST_CASE("puts and gets of BSP processes go forward, and what gets bring goes back") {
  constexpr std::uint32_t p = 16;
  constexpr std::uint32_t gets = 3;
  for (const char* const name : {"torus:4x4", "hypercube:4", "omega:16", "ring:16"}) {
    CAPTURE(name);
    const std::unique_ptr<Topology> topology = make_topology(Spec(name), p);
    const std::size_t links = std::size_t{topology->nodes()} * topology->ports();
    std::vector<std::uint64_t> forward(links);
    std::vector<std::uint64_t> back(links);
    const auto target = [](std::uint64_t process, std::uint64_t k) { return (5 * process + 3 * k) % p; };
    for (std::uint32_t process = 0; process < p; ++process) {
      walk(*topology, process, (process + 1) % p, forward);
      for (std::uint32_t k = 0; k < gets; ++k) {
        const auto other = static_cast<std::uint32_t>(target(process, k));
        walk(*topology, process, other, forward);
        walk(*topology, other, process, back);
      }
    }
    for (const unsigned threads : {1U, 3U}) {
      Machine machine({.components = p, .network = name, .threads = threads, .ledger = LedgerDetail::profile});
      machine.spmd([&](bsp::Process self) -> Task<> {
        auto words = self.coarray<std::uint64_t>(gets + 1, self.id());
        co_await self.sync();
        words((self.id() + 1) % p)[gets] = self.id();
        std::vector<decltype(words(0)[0].get())> later;
        for (std::uint64_t k = 0; k < gets; ++k) later.push_back(words(target(self.id(), k))[k].get());
        co_await self.sync();
        for (std::uint64_t k = 0; k < gets; ++k) CHECK(later[k].value() == target(self.id(), k));
      });
      const NetworkLoad& load = *machine.ledger().network_load();
      CHECK(load.forward.busy == forward);
      CHECK(load.back.busy == back);
      const LoadsOverTime& frames = machine.ledger().loads_over_time();
      CHECK(sum(frames.busy.loads) == sum(forward));
      CHECK(sum(frames.busy_back.loads) == sum(back));
    }
  }
}

TEST_CASE("the load of each link is what a trace of all crossings tells, batch after batch") {
  std::mt19937_64 draw(testing::seed());
  CAPTURE(testing::seed());
  for (const char* const name :
       {"torus:8x8", "torus:8x8,routing=valiant", "torus:8x8,ports=one", "torus:8x8,duplex=half", "hypercube:6",
        "omega:64", "omega:64,startup=2", "rcn-full:8,1", "rcn-full:8,1,routing=spread-all",
        "ring:64,switching=wormhole", "omega:64,combining=unlimited", "hypercube:6,combining=pairwise",
        "torus:8x8,startup=3,bandwidth=2"}) {
    CAPTURE(name);
    const auto noting = make_switching(Spec(name), 64);
    const auto telling = make_switching(Spec(name), 64);
    const Topology& topology = noting->topology();
    const std::uint32_t terminals = topology.terminals();
    const std::size_t links = std::size_t{topology.nodes()} * topology.ports();
    const bool worms = std::string_view(name).ends_with("wormhole");
    const bool combines = std::string_view(name).find("combining") != std::string_view::npos;
    LinkLoad all{std::vector<std::uint64_t>(links), std::vector<std::uint32_t>(links)};
    LinkLoad back = all;
    LinkLoad expected = all;
    LinkLoad expected_back = all;
    const auto add = [](LinkLoad& to, const LinkLoad& more) {
      for (std::size_t link = 0; link < more.busy.size(); ++link) {
        to.busy[link] += more.busy[link];
        to.largest_queue[link] = std::max(to.largest_queue[link], more.largest_queue[link]);
      }
    };
    for (const std::uint32_t each : {3U, 0U, 300U, 2U}) {  // so that threads share the third
      std::vector<std::uint32_t> source;
      std::vector<std::uint32_t> destination;
      std::vector<std::uint64_t> key;
      for (std::uint32_t k = 0; k < each * terminals; ++k) {
        source.push_back(k % terminals);
        destination.push_back(static_cast<std::uint32_t>(draw() % 3 == 0 ? 5 : draw() % terminals));
        key.push_back(destination.back());
      }
      if (!combines) key.clear();
      const Messages batch{source, destination, {}, key};
      Trace trace;
      const DeliveryStatistics told = telling->carry(batch, &trace);
      const DeliveryStatistics noted = noting->carry(batch, all);
      CHECK(noted.steps == told.steps);
      CHECK(noted.order == told.order);
      CHECK(noted.largest_queue == told.largest_queue);
      CHECK(noted.busiest_link == told.busiest_link);
      add(expected, load_of(trace, source.size(), links, topology.ports()));
      if (!combines) continue;
      Trace replies;
      CHECK(noting->carry_back({}, back).steps == telling->carry_back({}, &replies).steps);
      for (const Crossing& one : replies.crossings)
        expected_back.busy[std::size_t{one.node} * topology.ports() + one.port] += one.duration;
    }
    CHECK(all.busy == expected.busy);
    CHECK(back.busy == expected_back.busy);
    CHECK(all.largest_queue == (worms ? std::vector<std::uint32_t>(links) : expected.largest_queue));
  }
}

TEST_CASE("the load of links is what the delivery says of all of them: steps, the busiest and the longest queue") {
  std::mt19937_64 draw(testing::seed());
  CAPTURE(testing::seed());
  constexpr std::uint32_t p = 16;
  for (const char* const name :
       {"torus:4x4", "torus:4x4,routing=valiant", "torus:4x4,ports=one", "torus:4x4,duplex=half", "hypercube:4",
        "omega:16", "rcn-full:4,1", "torus:4x4,switching=wormhole", "hypercube:4,combining=unlimited",
        "omega:16,combining=pairwise", "torus:4x4,startup=3,bandwidth=2"}) {
    CAPTURE(name);
    const std::string text = name;
    const auto network = networks().make(Spec(text), p);
    const auto switching = make_switching(Spec(text), p);
    network->note_load();
    std::uint64_t busy = 0;
    std::uint64_t busy_back = 0;
    std::uint64_t queue = 0;
    for (int batch = 0; batch < 3; ++batch) {
      std::vector<std::uint32_t> source;
      std::vector<std::uint32_t> destination;
      std::vector<std::uint64_t> key;
      std::vector<Awaits> awaits;
      for (std::uint32_t k = 0; k < 4 * p; ++k) {
        source.push_back(k / 4);
        destination.push_back(static_cast<std::uint32_t>(draw() % 3 == 0 ? draw() % p : 5));
        key.push_back(destination.back());
        awaits.push_back(Awaits::shared_reply);
      }
      const bool combines = network->combines();
      network->carry(
          {p, source.size(), 4, 4, source, destination, combines ? key : std::vector<std::uint64_t>(), awaits});
      const DeliveryStatistics there =
          switching->carry({source, destination, {}, combines ? key : std::vector<std::uint64_t>()});
      busy += there.busy;
      queue = std::max(queue, there.largest_queue);
      if (!combines) continue;
      network->carry_back({p, source.size(), 4, 4, destination, source, {}, {}});
      busy_back += switching->carry_back(std::vector<std::uint8_t>(source.size(), 1)).busy;
    }
    NetworkLoad load;
    REQUIRE(network->take_load(load));
    CHECK(sum(load.forward.busy) == busy);
    CHECK(sum(load.back.busy) == busy_back);
    const std::uint32_t longest = *std::ranges::max_element(load.forward.largest_queue);
    CHECK(longest == (text.ends_with("wormhole") ? 0 : queue));
  }
  CHECK_FALSE([] {
    NetworkLoad load;
    return networks().make(Spec("router"), 16U)->take_load(load);
  }());
}

}  // namespace pram::link_loads
