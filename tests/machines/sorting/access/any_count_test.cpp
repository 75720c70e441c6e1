#include <doctest/doctest.h>

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <pram/machines/detail/routines.hpp>
#include <pram/pram.hpp>

#include "sorting/access/fold.hpp"
#include "sorting/access/move_records.hpp"
#include "sorting/machines/rcn_machine.hpp"
#include "support.hpp"

namespace pram {

namespace {

/// Networks of atoms that are no power of two.
struct AnyCount {
  std::uint32_t atom, levels;
  PortModel model = {.ports = SwitchingOptions::Ports::all};

  std::string name() const {
    return fmt::format("rcn-full:{},{}{}{}", atom, levels,
                       model.ports == SwitchingOptions::Ports::one ? ",ports=one" : "",
                       model.duplex == SwitchingOptions::Duplex::half ? ",duplex=half" : "");
  }
  std::uint64_t directions() const { return model.duplex == SwitchingOptions::Duplex::half ? 2 : 1; }
  /// Two transpositions a level, and so many steps in each atom that is visited.
  std::uint64_t with_transpositions(std::uint64_t in_atoms) const {
    return (in_atoms << levels) + directions() * ((2U << levels) - 2);
  }
  /// AS: blocks are halved until single nodes are left; where a half is larger, one port needs a step more.
  std::uint64_t fold() const {
    std::uint64_t steps = 0;
    std::set<std::uint32_t> sizes = {atom};
    while (*sizes.rbegin() > 1) {
      std::set<std::uint32_t> halves;
      bool uneven = false;
      for (const std::uint32_t size : sizes) {
        halves.insert(size / 2);
        halves.insert(size - size / 2);
        uneven = uneven || (size % 2 == 1 && size > 1);
      }
      halves.erase(0);
      sizes = halves;
      steps += directions() + (uneven && model.ports == SwitchingOptions::Ports::one ? 1 : 0);
    }
    return with_transpositions(steps);
  }
  /// MS
  std::uint64_t move() const { return with_transpositions(directions()); }
};

const std::vector<AnyCount> any_counts = [] {
  std::vector<AnyCount> all;
  for (const auto& [atom, levels] :
       {std::pair(3U, 0U), std::pair(11U, 0U), std::pair(3U, 1U), std::pair(5U, 1U), std::pair(6U, 1U),
        std::pair(10U, 1U), std::pair(3U, 2U), std::pair(5U, 2U), std::pair(3U, 3U)}) {
    all.push_back({atom, levels});
    if (levels == 3) continue;
    all.push_back({atom, levels, {.ports = SwitchingOptions::Ports::one}});
    all.push_back({atom, levels, {.ports = SwitchingOptions::Ports::all, .duplex = SwitchingOptions::Duplex::half}});
    all.push_back({atom, levels, {.ports = SwitchingOptions::Ports::one, .duplex = SwitchingOptions::Duplex::half}});
  }
  return all;
}();

std::vector<std::uint32_t> some_places(std::uint32_t count, std::mt19937_64& random) {
  std::vector<std::uint32_t> chosen;
  const std::uint64_t density = random() % 9;
  for (std::uint32_t x = 0; x < count; ++x)
    if (random() % 8 < density) chosen.push_back(x);
  return chosen;
}

}  // namespace

TEST_CASE("any number of nodes: prefix sums and ranks and concentration and distribution and generalisation") {
  std::mt19937_64 random(testing::seed());
  for (const AnyCount& network : any_counts) {
    CAPTURE(network.name());
    if (network.levels == 3 && testing::size() <= testing::Size::small) continue;
    const auto routines = make_routines(network.name());
    const int runs = routines->nodes() > 200 ? 4 : 30;
    for (int run = 0; run < runs; ++run) {
      const std::uint32_t share = run % 4 == 3 ? 4 : 1;
      const std::uint32_t count = share * routines->nodes();
      const std::vector<std::uint32_t> chosen = some_places(count, random);
      const auto m = static_cast<std::uint32_t>(chosen.size());
      routines->ledger().clear();
      std::uint32_t wrong = 0;

      std::vector<std::uint64_t> numbers(count);
      for (std::uint64_t& number : numbers) number = random();
      std::vector<std::uint64_t> sums(count);
      std::partial_sum(numbers.begin(), numbers.end(), sums.begin());
      routines->prefix_sums(numbers);
      CHECK(numbers == sums);

      std::vector<std::uint8_t> flags(count, 0);
      for (const std::uint32_t x : chosen) flags[x] = 1;
      const auto ranks = routines->rank(flags);
      for (std::uint32_t x = 0, before = 0; x < count; before += flags[x++]) wrong += ranks[x] != before;

      std::vector<Packet<std::uint64_t>> packets(count);
      for (std::uint32_t r = 0; r < m; ++r) packets[chosen[r]] = {r, chosen[r], chosen[r] * 10ULL};
      routines->concentrate(packets);
      for (std::uint32_t x = 0; x < count; ++x) {
        wrong += packets[x].full() != (x < m);
        if (x < m) wrong += packets[x].origin != chosen[x] || packets[x].payload != chosen[x] * 10ULL;
      }

      const auto ranked = [&] {
        std::vector<Packet<std::uint64_t>> all(count);
        for (std::uint32_t r = 0; r < m; ++r) all[r] = {chosen[r], r, r * 10ULL};
        return all;
      };
      packets = ranked();
      routines->distribute(packets);
      for (std::uint32_t x = 0, r = 0; x < count; ++x) {
        wrong += packets[x].full() != (flags[x] != 0);
        if (flags[x] != 0) wrong += packets[x].origin != r || packets[x].payload != r * 10ULL, ++r;
      }

      packets = ranked();
      routines->generalise(packets);
      for (std::uint32_t x = 0, r = 0; x < count; ++x) {
        wrong += packets[x].full() != (r < m);
        if (r < m) wrong += packets[x].payload != r * 10ULL;
        if (r < m && chosen[r] == x) ++r;
      }
      CHECK(wrong == 0);
      CHECK(routines->ledger().steps_of("prefix sums") == share * network.fold());
      CHECK(routines->ledger().steps_of("rank") == share * network.fold());
      CHECK(routines->ledger().steps_of("concentrate") == share * network.move());
      CHECK(routines->ledger().steps_of("distribute") == share * network.move());
      CHECK(routines->ledger().steps_of("generalise") == share * (network.move() + network.fold()));
    }
  }
}

TEST_CASE("any number of nodes: all ports fold in the ascend's steps, log2 N_A rounded up") {
  int with_all_ports = 0;
  for (const AnyCount& network : any_counts) {
    if (network.model.ports == SwitchingOptions::Ports::one || network.directions() == 2) continue;
    const auto depth = static_cast<std::uint64_t>(std::bit_width(network.atom - 1));
    CHECK(network.fold() == ((depth + 2) << network.levels) - 2);
    CHECK(network.move() == (3ULL << network.levels) - 2);
    ++with_all_ports;
  }
  CHECK(with_all_ports == 9);
}

TEST_CASE("any number of nodes: a fold joins blocks in their order, each place once with each") {
  // Words are joined: no other order of the blocks would give the whole text to every place.
  for (const AnyCount& network : any_counts) {
    if (network.levels == 3) continue;
    CAPTURE(network.name());
    detail::RcnMachine machine(network.atom, network.levels, network.model);
    for (const std::uint32_t share : {1U, 2U}) {
      struct Text {
        std::string before;
        std::string all;
      };
      std::vector<Text> texts;
      std::string whole;
      for (std::uint32_t x = 0; x < share * machine.nodes(); ++x) {
        texts.push_back({"", fmt::format("{} ", x)});
        whole += texts.back().all;
      }
      std::uint64_t wrong = 0;
      detail::fold(machine, std::span(texts),
                   [&](std::uint32_t middle, std::uint32_t x, std::uint32_t partner, Text& low, Text& high) {
                     wrong += x >= middle || partner < middle;
                     wrong += !high.all.starts_with(fmt::format("{} ", middle));
                     high.before = low.all + high.before;
                     low.all = high.all = low.all + high.all;
                   });
      std::string before;
      for (std::uint32_t x = 0; x < texts.size(); ++x) {
        wrong += texts[x].all != whole || texts[x].before != before;
        before += fmt::format("{} ", x);
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("any number of nodes: records that go digit by digit in the wrong order collide") {
  std::mt19937_64 random(testing::seed());
  detail::RcnMachine machine(6, 1, {.ports = SwitchingOptions::Ports::all});
  int collisions = 0;
  for (int run = 0; run < 200; ++run) {
    const std::vector<std::uint32_t> chosen = some_places(36, random);
    for (const bool concentrated : {true, false}) {
      std::vector<Packet<std::uint64_t>> packets(36);
      for (std::uint32_t r = 0; r < chosen.size(); ++r) {
        const std::uint32_t place = concentrated ? chosen[r] : r;
        packets[place] = {concentrated ? r : chosen[r], place, 7};
      }
      const auto given = packets;
      try {
        detail::move_records(machine, std::span(packets),
                             concentrated ? detail::BitOrder::descending : detail::BitOrder::ascending);
      } catch (const ScheduleError& error) {
        ++collisions;
        CHECK(error.facts.breach == ScheduleError::Breach::collision);
        CHECK(error.facts.origins[0] != error.facts.origins[1]);
        CHECK(given.at(error.facts.origins[0]).full());
        CHECK(given.at(error.facts.origins[1]).full());
      }
    }
  }
  CHECK(collisions > 100);
}

TEST_CASE("any number of nodes: programs by sorting compute what they do by single requests") {
  struct Machines {
    const char* network;
    std::uint32_t components;
  };
  for (const auto& [network, components] :
       {Machines{"rcn-full:3,0", 3}, Machines{"rcn-full:3,1", 9}, Machines{"rcn-full:6,1", 36},
        Machines{"rcn-full:5,1,ports=one", 25}, Machines{"rcn-full:3,2,duplex=half", 81}, Machines{"rcn-full", 100}}) {
    CAPTURE(network);
    for (const Rule rule : {Rule::arbitrary, Rule::priority, Rule::sum, Rule::maximum}) {
      for (const std::uint32_t processors : {components - 1, components, 3 * components + 1}) {
        std::vector<std::vector<std::uint64_t>> outcomes;
        for (const bool sorted : {false, true}) {
          Machine machine({.components = components,
                           .network = sorted ? network : "ideal",
                           .access = sorted ? "sorting" : "direct",
                           .rule = rule,
                           .seed = testing::seed()});
          const auto cells = machine.array<std::uint64_t>(components, 3, "cells");
          std::vector<std::uint64_t> outcome(std::size_t{processors} * 3, 0);
          machine.pardo(processors, [&](Processor self) -> Task<> {
            const std::uint64_t i = self.id();
            std::uint64_t* const mine = &outcome[i * 3];
            // Hot cells, cells of a few processors, one for each.
            co_await (cells[i * i % components] = i + 5);
            mine[0] = co_await cells[i % 7 % components];
            mine[1] = co_await cells[i % components].multiprefix_add(i);
            co_await cells[(3 * i + 1) % components].add(i);
            mine[2] = co_await cells[(i * 5 + 2) % components];
          });
          const auto after = cells.host();
          outcome.insert(outcome.end(), after.begin(), after.end());
          outcomes.push_back(outcome);
        }
        CHECK(outcomes[0] == outcomes[1]);
      }
    }
  }
}

TEST_CASE("any number of nodes: other networks and sorters refuse it in a line") {
  struct Refused {
    const char* network;
    const char* access;
    std::uint32_t components;
  };
  for (const Refused& one :
       {Refused{"torus:3x3", "sorting", 9}, Refused{"router", "sorting", 12}, Refused{"ideal", "sorting", 5},
        Refused{"grid:3x4", "sorting:shear", 12}, Refused{"rcn-full:3,1", "sorting:bitonic", 9},
        Refused{"rcn-full:3,1", "sorting:odd-even-merge", 9}, Refused{"rcn-full:3,1,routing=spread-all", "sorting", 9},
        Refused{"rcn-full:3,1,buffers=2", "sorting", 9}}) {
    CAPTURE(one.network);
    CAPTURE(one.access);
    try {
      Machine machine({.components = one.components, .network = one.network, .access = std::string(one.access)});
      FAIL("it was taken");
    } catch (const ConfigError& error) {
      CHECK(error.option == "access");
      CHECK(error.allowed == fmt::format("direct or combining for {} components: sorting needs a power of two, or "
                                         "RCN-FULL with its own sorters and routing",
                                         one.components));
    }
  }
}

}  // namespace pram
