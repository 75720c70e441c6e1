#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <pram/detail/routing/asynchronous.hpp>
#include <pram/pram.hpp>

#include "../../support.hpp"

namespace pram {

namespace {

std::uint64_t sum(const std::vector<AsynchronousPhase>& phases, std::uint64_t AsynchronousPhase::*member) {
  return std::accumulate(phases.begin(), phases.end(), std::uint64_t{0},
                         [&](std::uint64_t all, const AsynchronousPhase& phase) { return all + phase.*member; });
}

/// Messages of one phase, each for itself.
MessageTree single_phase(std::uint32_t components, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& ends) {
  MessageTree tree;
  tree.clear(components, 1);
  for (const auto& [from, to] : ends) {
    tree.phases[0].source.push_back(from);
    tree.phases[0].destination.push_back(to);
    tree.phases[0].merged_into.push_back(tree.delivered++);
  }
  return tree;
}

/// Every component of a block of `fan` sends to the first of the block, and these to component 0, where all is one.
MessageTree two_phases(std::uint32_t blocks, std::uint32_t fan) {
  MessageTree tree;
  tree.clear(blocks * fan, 2);
  for (std::uint32_t k = 0; k < blocks * fan; ++k) {
    tree.phases[0].source.push_back(k);
    tree.phases[0].destination.push_back(k / fan * fan);
    tree.phases[0].merged_into.push_back(k / fan);
  }
  for (std::uint32_t k = 0; k < blocks; ++k) {
    tree.phases[1].source.push_back(k * fan);
    tree.phases[1].destination.push_back(0);
    tree.phases[1].merged_into.push_back(0);
  }
  tree.delivered = 1;
  return tree;
}

/// Gives every message of the first phase a value by which it follows.
void follow(MessageTree& tree, Follow how, const std::vector<std::uint64_t>& values) {
  tree.follow.assign(values.size(), how);
  tree.value = values;
  tree.replies.assign(values.size(), 0);
}

struct Seen {
  std::vector<std::uint64_t> values;  ///< what processors read, and the cells in the end
  std::vector<StepRecord> steps;
  std::string access;
};

using Cells = Array<std::uint64_t>;
using Request = std::function<Task<>(const Cells&, std::uint64_t at, std::mt19937_64&)>;

/// Random requests of n processors, half of them for few cells: a read, and `step` after it.
Seen run(const std::string& access, Rule rule, std::uint32_t components, std::uint64_t n, unsigned threads,
         const Request& step, const std::string& network = "router") {
  MachineOptions options;
  options.components = components;
  options.network = network;
  options.access = access;
  options.rule = rule;
  options.threads = threads;
  options.ledger_steps = 100;
  Machine machine(options);
  const auto cells = machine.array<std::uint64_t>(n, 7, "cells");
  std::vector<std::uint64_t> read(n);
  machine.pardo(n, [&](Processor self) -> Task<> {
    std::mt19937_64 random(self.id());
    const std::uint64_t at = random() % (self.id() % 2 == 0 ? 5 : n);
    read[self.id()] = co_await cells[at];
    co_await step(cells, at, random);
  });
  Seen seen{cells.host(), machine.ledger().step_records(), machine.options().access};
  seen.values.insert(seen.values.end(), read.begin(), read.end());
  return seen;
}

Seen run_reads(const std::string& access, std::uint32_t components, std::uint64_t n, unsigned threads = 2,
               const std::string& network = "router") {
  return run(
      access, Rule::arbitrary, components, n, threads,
      [](const Cells& cells, std::uint64_t at, std::mt19937_64&) -> Task<> { co_await cells[at]; }, network);
}

auto numbers(const PhaseRecord& phase) {
  return std::tuple(phase.messages, phase.combined, phase.largest_sent, phase.largest_received);
}
auto all_numbers(const PhaseRecord& phase) { return std::tuple(numbers(phase), phase.charge, phase.charge_back); }

}  // namespace

TEST_CASE("asynchronous messages take a unit at each port, and a gap and a latency where there are some") {
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}))[0].charge == 1);
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {{2, 2}}))[0].charge == 1);
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {{0, 1}, {0, 2}, {0, 3}}))[0].charge == 3);
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {{0, 1}, {2, 1}, {3, 1}}))[0].charge == 3);
  // 1 must take from 0 in the first unit, and gets what 2 sends to it behind.
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {{0, 1}, {2, 1}, {2, 3}}))[0].charge == 2);
  CHECK(AsynchronousTiming(Port{3, 10}).run(single_phase(4, {{0, 1}, {2, 1}, {3, 1}}))[0].charge == 3 * 3 + 10);
  CHECK(AsynchronousTiming(Port{3, 1}).run(single_phase(4, {{0, 1}, {0, 2}}))[0].charge == 2 * 3 + 1);
  CHECK(AsynchronousTiming(Port{0, 5}).run(single_phase(4, {{0, 1}, {2, 1}, {3, 1}}))[0].charge == 5);
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {}))[0].charge == 0);
}

TEST_CASE("asynchronous phases of a hot spot overlap, forward and back") {
  AsynchronousTiming timing(Port{1, 0});
  for (int again = 0; again < 2; ++again) {
    const auto phases = timing.run(two_phases(5, 3));
    // The first of each block to come leaves in unit 2; the last of the first phase comes in unit 3.
    CHECK(phases[0].charge == 3);
    CHECK(phases[1].charge == 5);  // component 0 takes five more after its own block's
    CHECK(phases[0].messages == 15);
    CHECK(phases[1].messages == 5);
    CHECK(phases[0].largest_received == 3);
    CHECK(phases[1].largest_sent == 1);
    // Five replies leave component 0 in units 1 to 5; the last is spread over its block in units 6 to 8.
    CHECK(phases[1].charge_back == 5);
    CHECK(phases[0].charge_back == 3);
  }
  const auto slow = AsynchronousTiming(Port{2, 7}).run(two_phases(5, 3));
  CHECK(slow[0].charge + slow[1].charge == (2 + 7) + (5 * 2 + 7));
  const auto ideal = AsynchronousTiming(Port{0, 1}).run(two_phases(5, 3));
  CHECK(ideal[0].charge == 1);
  CHECK(ideal[1].charge == 1);
  CHECK(ideal[0].charge_back == 1);
}

TEST_CASE("corrections bring the right values home, and only what is news is sent again") {
  constexpr std::uint32_t blocks = 8;
  constexpr std::uint32_t fan = 16;
  std::mt19937_64 random(testing::seed());
  for (const Port port : {Port{1, 0}, Port{2, 5}, Port{0, 1}}) {
    AsynchronousTiming timing(port);
    CAPTURE(port.gap);
    for (int round = 0; round < 20; ++round) {
      std::vector<std::uint64_t> values(blocks * fan);
      for (std::uint64_t& value : values) value = random() >> 20;
      MessageTree tree = two_phases(blocks, fan);
      follow(tree, Follow::least, values);
      const auto least = timing.run(tree);
      CHECK(timing.delivered() == std::vector{*std::ranges::min_element(values)});
      // Each block's lowest so far changes some ln 16 times, if nothing waits.
      CHECK(sum(least, &AsynchronousPhase::corrections) <= blocks * (fan - 1));
      CHECK(sum(least, &AsynchronousPhase::messages) ==
            blocks * fan + blocks + sum(least, &AsynchronousPhase::corrections));
      CHECK(sum(least, &AsynchronousPhase::charge_back) == 0);

      follow(tree, Follow::unite, values);
      timing.run(tree);
      CHECK(timing.delivered() ==
            std::vector{std::accumulate(values.begin(), values.end(), std::uint64_t{0}, std::bit_or<>())});

      follow(tree, Follow::second, std::vector<std::uint64_t>(blocks * fan, 0));
      const auto second = timing.run(tree);
      CHECK(timing.delivered() == std::vector<std::uint64_t>{1});
      CHECK(second[1].corrections <= blocks);
    }
    MessageTree tree = two_phases(blocks, fan);
    std::vector<std::uint64_t> rising(blocks * fan);
    std::iota(rising.begin(), rising.end(), 0U);
    follow(tree, Follow::least, rising);
    CHECK(sum(timing.run(tree), &AsynchronousPhase::corrections) == 0);
    if (port.gap == 0) continue;
    std::ranges::reverse(rising);
    follow(tree, Follow::least, rising);
    const auto falling = timing.run(tree);
    CHECK(falling[1].corrections == blocks * (fan - 1));  // all are news: why sums wait
    CHECK(falling[1].largest_sent == fan);
    CHECK(falling[1].largest_received == blocks * fan);
    MessageTree alone = two_phases(1, 1);
    follow(alone, Follow::second, {0});
    timing.run(alone);
    CHECK(timing.delivered() == std::vector<std::uint64_t>{0});
  }
}

TEST_CASE("asynchronous time is between the bound of each port and that of phases one after the other") {
  std::mt19937_64 random(testing::seed());
  AsynchronousTiming timing(Port{1, 0});
  for (int round = 0; round < 60; ++round) {
    const auto components = static_cast<std::uint32_t>(1 + random() % 40);
    const std::size_t phases = 1 + random() % 4;
    MessageTree tree;
    tree.clear(components, phases);
    // Records of random addresses move at random, and merge where they meet.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> held;  // component, address: number
    for (std::uint32_t k = 0; k < 4 * components; ++k)
      held.try_emplace({static_cast<std::uint32_t>(random() % components), static_cast<std::uint32_t>(random() % 9)},
                       0);
    std::uint64_t slowest = 0;
    std::vector<std::uint64_t> passed(2 * std::size_t{components});
    for (MessageTree::Phase& phase : tree.phases) {
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> made;
      std::vector<std::uint64_t> one(2 * std::size_t{components});
      for (const auto& [record, number] : held) {
        const auto to = static_cast<std::uint32_t>(random() % components);
        phase.source.push_back(record.first);
        phase.destination.push_back(to);
        phase.merged_into.push_back(
            made.try_emplace({to, record.second}, static_cast<std::uint32_t>(made.size())).first->second);
        ++one[record.first];
        ++one[components + to];
      }
      for (std::size_t c = 0; c < components; ++c) {
        passed[c] += one[c];
        passed[components + c] += one[components + c];
      }
      slowest += 2 * *std::ranges::max_element(one);  // first come first served: q + r at most where both are full
      // The next phase's messages leave in the order of their numbers.
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> next;
      std::vector<std::pair<std::uint32_t, std::uint32_t>> by_number(made.size());
      for (const auto& [record, number] : made) by_number[number] = record;
      held.clear();
      std::vector<std::uint32_t> renumber(made.size());
      for (const auto& record : by_number) held.emplace(record, 0);
      std::uint32_t number = 0;
      for (auto& [record, place] : held) {
        place = number++;
        renumber[made[record]] = place;
      }
      for (std::uint32_t& part : phase.merged_into) part = renumber[part];
    }
    tree.delivered = static_cast<std::uint32_t>(held.size());
    const auto times = timing.run(tree);
    const std::uint64_t bound = *std::ranges::max_element(passed);
    CHECK(sum(times, &AsynchronousPhase::charge) >= bound);
    CHECK(sum(times, &AsynchronousPhase::charge_back) >= bound);
    CHECK(sum(times, &AsynchronousPhase::charge) <= slowest + 60);
    for (std::size_t i = 0; i < phases; ++i) CHECK(times[i].messages == tree.phases[i].source.size());
  }
}

TEST_CASE("asynchronous reads bring the same by the same messages as synchronous ones, phase by phase") {
  for (const char* const basis : {"combining:64", "combining:8,8", "combining:4,4,4", "combining:2,2,2,2,2,2"}) {
    for (const char* const spread : {"", ",spread=modular", ",spread=ordered"}) {
      for (const char* const network : {"router", "ideal", "router:g=3,l=5"}) {
        CAPTURE(basis);
        CAPTURE(spread);
        CAPTURE(network);
        const std::string access = std::string(basis) + spread;
        const Seen synchronous = run_reads(access, 64, 1000, 2, network);
        const Seen asynchronous = run_reads(access + ",timing=asynchronous", 64, 1000, 2, network);
        CHECK(asynchronous.access == access + ",timing=asynchronous");
        CHECK(asynchronous.values == synchronous.values);
        REQUIRE(asynchronous.steps.size() == synchronous.steps.size());
        for (std::size_t step = 0; step < synchronous.steps.size(); ++step) {
          const auto& expected = synchronous.steps[step].phases;
          const auto& seen = asynchronous.steps[step].phases;
          REQUIRE(seen.size() == expected.size());
          for (std::size_t k = 0; k < seen.size(); ++k) CHECK((numbers(seen[k]) == numbers(expected[k])));
        }
        if (std::string(network) == "ideal") {
          for (std::size_t step = 0; step < synchronous.steps.size(); ++step) {
            CHECK(asynchronous.steps[step].charge == synchronous.steps[step].charge);
            CHECK(asynchronous.steps[step].charge_back == synchronous.steps[step].charge_back);
          }
        }
      }
    }
  }
}

TEST_CASE("a read hot spot reaches its cell without barriers as soon as with them, or sooner") {
  const auto hot = [](const std::string& access, std::uint32_t components) {
    Machine machine({.components = components, .network = "router", .access = access});
    const auto cell = machine.array<std::uint64_t>(1, 5, "cell");
    machine.pardo(components, [&](Processor) -> Task<> { co_await cell[0]; });
    return std::pair(machine.ledger().charge(), machine.ledger().charge_back());
  };
  // Modular: the sum of the basis (spec, I6). Asynchronous too, for the cell's own component gets that many messages.
  for (const char* const basis : {"combining:32,16,8", "combining:16,16,16", "combining:8,8,8,8", "combining:64,64"}) {
    CAPTURE(basis);
    const auto synchronous = hot(std::string(basis) + ",spread=modular", 4096);
    CHECK(hot(std::string(basis) + ",spread=modular,timing=asynchronous", 4096).first == synchronous.first);
  }
  CHECK(hot("combining:32,16,8,spread=modular,timing=asynchronous", 4096).first == 56);
  CHECK(hot("combining:8,8,8,8,spread=modular,timing=asynchronous", 4096).first == 32);
  for (const char* const basis : {"combining:32,16,8", "combining:64,64", "combining:8,8,8,8", "combining:4096"}) {
    for (const char* const spread : {"", ",spread=modular"}) {
      CAPTURE(basis);
      CAPTURE(spread);
      const auto synchronous = hot(std::string(basis) + spread, 4096);
      const auto asynchronous = hot(std::string(basis) + spread + ",timing=asynchronous", 4096);
      CHECK(asynchronous.first <= synchronous.first);
      // Replies that are urgent stand behind others that came first: no bound but the chain of all phases holds.
      CHECK(asynchronous.second <= 2 * synchronous.second);
    }
  }
}

TEST_CASE("asynchronous updates leave what synchronous ones leave: sums and fetches are charged phase by phase") {
  const auto write = [](const Cells& cells, std::uint64_t at, std::mt19937_64& random) -> Task<> {
    co_await (cells[at] = random() >> 30);
  };
  const auto agree = [](const Cells& cells, std::uint64_t at, std::mt19937_64&) -> Task<> {
    co_await (cells[at] = 11);
  };
  const auto smallest = [](const Cells& cells, std::uint64_t at, std::mt19937_64& random) -> Task<> {
    co_await cells[at].min(random() >> 30);
  };
  const auto largest = [](const Cells& cells, std::uint64_t at, std::mt19937_64& random) -> Task<> {
    co_await cells[at].max(random() >> 30);
  };
  const auto bits = [](const Cells& cells, std::uint64_t at, std::mt19937_64& random) -> Task<> {
    co_await cells[at].bit_and(random());
  };
  const auto add = [](const Cells& cells, std::uint64_t at, std::mt19937_64&) -> Task<> {
    co_await cells[at].add((at + 1));
  };
  const std::string access = "combining:8,4,2";
  const auto compare = [&](Rule rule, const Request& step, bool waits) {
    CAPTURE(to_string(rule));
    const Seen synchronous = run(access, rule, 64, 3000, 2, step);
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      const Seen asynchronous = run(access + ",timing=asynchronous", rule, 64, 3000, threads, step);
      CHECK(asynchronous.values == synchronous.values);
      const auto& expected = synchronous.steps[1].phases;
      const auto& seen = asynchronous.steps[1].phases;
      for (std::size_t k = 0; k < seen.size(); ++k) {
        CHECK(seen[k].combined == expected[k].combined);
        CHECK(seen[k].messages >= expected[k].messages);  // the rest are corrections
        if (waits) CHECK((all_numbers(seen[k]) == all_numbers(expected[k])));
      }
      CHECK(seen[0].messages == expected[0].messages);
    }
  };
  compare(Rule::arbitrary, write, false);
  compare(Rule::priority, write, false);
  compare(Rule::tolerant, write, false);
  compare(Rule::collision, write, false);
  compare(Rule::minimum, write, false);
  compare(Rule::bit_or, write, false);
  compare(Rule::common, agree, false);
  compare(Rule::arbitrary, smallest, false);
  compare(Rule::arbitrary, largest, false);
  compare(Rule::arbitrary, bits, false);
  compare(Rule::sum, write, true);
  compare(Rule::product, write, true);
  compare(Rule::bit_xor, write, true);
  compare(Rule::arbitrary, add, true);
  compare(
      Rule::arbitrary,
      [](const Cells& cells, std::uint64_t at, std::mt19937_64&) -> Task<> { co_await cells[at].fetch_min(3); }, true);
  compare(
      Rule::arbitrary,
      [](const Cells& cells, std::uint64_t at, std::mt19937_64&) -> Task<> { co_await cells[at].multiprefix_add(1); },
      true);
}

TEST_CASE("asynchronous common writes that differ are found wherever they meet") {
  MachineOptions options;
  options.components = 64;
  options.access = "combining:8,8,timing=asynchronous";
  options.rule = Rule::common;
  Machine machine(options);
  const auto cell = machine.array<int>(1, 0, "cell");
  CHECK_THROWS_AS(machine.pardo(64, [&](Processor self) -> Task<> { co_await (cell[0] = self.id() == 63 ? 1 : 2); }),
                  ConflictError);
  CHECK(cell.get(0) == 0);
  machine.pardo(64, [&](Processor) -> Task<> { co_await (cell[0] = 3); });
  CHECK(cell.get(0) == 3);
}

TEST_CASE("asynchronous charges are the same with any number of threads") {
  const auto write = [](const Cells& cells, std::uint64_t at, std::mt19937_64& random) -> Task<> {
    co_await (cells[at] = random());
  };
  std::vector<StepRecord> first;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const Seen seen = run("combining:10,8,4,timing=asynchronous", Rule::priority, 320, 9000, threads, write);
    if (first.empty()) first = seen.steps;
    REQUIRE(seen.steps.size() == first.size());
    for (std::size_t step = 0; step < first.size(); ++step) {
      for (std::size_t k = 0; k < 3; ++k) {
        CAPTURE(threads);
        CHECK((all_numbers(seen.steps[step].phases[k]) == all_numbers(first[step].phases[k])));
      }
    }
  }
}

TEST_CASE("asynchronous combining is refused where more than the components' ports limits the network") {
  for (const char* const network : {"bus", "torus", "omega", "ocpc", "shared-memory"}) {
    CAPTURE(network);
    try {
      Machine machine({.components = 64, .network = network, .access = "combining:8,8,timing=asynchronous"});
      CHECK(false);
    } catch (const ConfigError& error) {
      CHECK(error.option == "access");
      CHECK(error.value == "combining:8,8,timing=asynchronous");
      CHECK(error.allowed.find("timing=synchronous") != std::string::npos);
    }
  }
  for (const char* const access :
       {"combining:8,8,timing=", "combining:8,8,timing=soon", "combining:8,8,sweeps=separate,timing=asynchronous"}) {
    CAPTURE(access);
    CHECK_THROWS_AS(Machine({.components = 64, .access = access}), ConfigError);
  }
  const Machine machine({.components = 64, .access = "combining:8,8,timing=synchronous"});
  CHECK(machine.options().access == "combining:8,8");
}

}  // namespace pram
