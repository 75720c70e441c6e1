#include <doctest/doctest.h>

#include <functional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

namespace pram {

namespace {

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
