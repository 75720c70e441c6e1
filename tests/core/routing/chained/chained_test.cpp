#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../../support.hpp"
#include "../../thrown.hpp"
#include "hash.hpp"

// Which steps are carried by chains, and what is left of one that fails. tests/conformance/deliveries_test.cpp shows
// that both deliveries give the same.
namespace pram {

namespace {

constexpr std::uint32_t p = 16;

/// Records meet in blocks of 4 that hold their homes, as combining:4,4,spread=modular has it. A machine that moves
/// records knows how many requests each stands for; another machine does not.
class Blocks : public PlannedProtocol {
 public:
  enum class Last { home, elsewhere, outside };

  explicit Blocks(Last last = Last::home) : last_(last) {}
  std::string name() const override { return "blocks"; }
  std::uint32_t phases() const override { return 2; }
  bool routes_alone() const override { return true; }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    (moves.weight.empty() ? chained : moved) += destination.size();
    for (std::size_t k = 0; k < destination.size(); ++k) {
      destination[k] = moves.phase == 0 ? moves.home[k] / 4 * 4 + moves.source[k] % 4 : moves.home[k];
      if (last_ == Last::elsewhere && moves.phase == 1) destination[k] ^= 1;
      if (last_ == Last::outside && moves.phase == 0) destination[k] += p;
    }
  }

  mutable std::atomic<std::uint64_t> chained = 0;
  mutable std::atomic<std::uint64_t> moved = 0;

 private:
  Last last_;
};

struct Run {
  std::shared_ptr<Blocks> blocks = std::make_shared<Blocks>();
  Machine machine;

  explicit Run(const std::string& network = "router", Rule rule = Rule::arbitrary)
      : machine({.components = p, .network = network, .access = blocks, .rule = rule, .threads = 1}) {}

  /// Did the step move, or was it carried by chains?
  std::string way(std::uint64_t processors, const std::function<Task<>(Processor)>& body) {
    blocks->chained = blocks->moved = 0;
    machine.pardo(processors, body);
    if (blocks->chained > 0 && blocks->moved > 0) return "both";
    return blocks->chained > 0 ? "chained" : blocks->moved > 0 ? "moved" : "neither";
  }
};

}  // namespace

TEST_CASE("chains carry the steps of one line whose requests come to the same in any order") {
  Run run;
  const auto cells = run.machine.array<std::int64_t>(100, 3, "cells");
  const auto real = run.machine.array<double>(100, 3, "real");
  CHECK(run.way(100, [&](Processor self) -> Task<> { co_await cells[self.id() / 3]; }) == "chained");
  CHECK(run.way(100, [&](Processor self) -> Task<> { co_await (cells[self.id() / 3] = 4); }) == "chained");
  CHECK(run.way(100, [&](Processor self) -> Task<> { co_await cells[self.id() / 3].add(1); }) == "chained");
  CHECK(run.way(100, [&](Processor self) -> Task<> { co_await real[self.id() / 3].add(1); }) == "moved");
  const auto two_lines = [&](Processor self) -> Task<> {
    if (self.id() % 2 == 0) {
      co_await cells[self.id()];
    } else {
      co_await cells[self.id()];
    }
  };
  CHECK(run.way(100, two_lines) == "moved");
  CHECK(run.way(1, [&](Processor) -> Task<> { co_await cells[0]; }) == "chained");
  CHECK(cells.get(0) == 4 + 3);
}

TEST_CASE("a network that asks for messages has them moved") {
  Run run("torus:4x4");
  const auto cells = run.machine.array<std::int64_t>(100, 3, "cells");
  CHECK(run.way(100, [&](Processor self) -> Task<> { co_await cells[self.id() / 3]; }) == "moved");
}

TEST_CASE(
    "a protocol that leaves records away from their homes, or sends them out of the machine: nothing is written") {
  for (const Blocks::Last last : {Blocks::Last::elsewhere, Blocks::Last::outside}) {
    for (const std::uint64_t distinct : {200U, 5U}) {
      Machine machine({.components = p, .access = std::make_shared<Blocks>(last), .threads = 1});
      const auto cells = machine.array<std::int64_t>(200, 3, "cells");
      const auto error = testing::thrown<Error>(
          [&] { machine.pardo(200, [&](Processor self) -> Task<> { co_await (cells[self.id() % distinct] = 4); }); });
      CHECK(testing::contains(error.what(), "access blocks sends records out of the machine, or leaves them away"));
      CHECK(cells.host() == std::vector<std::int64_t>(200, 3));
      CHECK(machine.ledger().steps() == 0);
    }
  }
}

TEST_CASE("a chained step that breaks its rule, or in which a processor throws, leaves memory as it was") {
  for (const Rule rule : {Rule::crew, Rule::common}) {
    Run run("router", rule);
    const auto cells = run.machine.array<std::int64_t>(200, 3, "cells");
    const auto breach = testing::thrown<ConflictError>([&] {
      run.machine.pardo(200, [&](Processor self) -> Task<> {
        co_await (cells[std::min<std::uint64_t>(self.id(), 150)] = static_cast<std::int64_t>(self.id()));
      });
    });
    CHECK(breach.facts.index == 150);
    CHECK(cells.host() == std::vector<std::int64_t>(200, 3));
    testing::thrown<ProgramError>([&] {
      run.machine.pardo(200, [&](Processor self) -> Task<> {
        if (self.id() == 170) throw std::runtime_error("no");
        co_await cells[self.id()].add(1);
      });
    });
    CHECK(cells.host() == std::vector<std::int64_t>(200, 3));
    // The same machine goes on.
    CHECK(run.way(200, [&](Processor self) -> Task<> { co_await cells[self.id()].add(1); }) == "chained");
    CHECK(cells.host() == std::vector<std::int64_t>(200, 4));
  }
}

TEST_CASE("requests that meet where memory is at its limit leave no trace") {
  // In both steps each processor adds to a cell of its own, but for the last of `meeting`. Only requests that meet need
  // to be chained.
  constexpr std::uint64_t n = 300'000;
  const auto add = [](Machine& machine, const Array<std::int64_t>& cells, bool meeting) {
    machine.pardo(n, [&, meeting](Processor self) -> Task<> {
      co_await cells[meeting && self.id() == n - 1 ? 0 : self.id()].add(5);
    });
  };
  for (const unsigned threads : {1U, 2U, 3U}) {
    CAPTURE(threads);
    const MachineOptions options{.components = p, .access = "combining:4,4", .threads = threads};
    std::uint64_t enough = 0;
    {
      Machine machine(options);
      add(machine, machine.array<std::int64_t>(n, 3, "cells"), false);
      enough = machine.memory_use().most;
    }
    MachineOptions limited = options;
    limited.memory_limit = enough + 4096;
    Machine machine(limited);
    const auto cells = machine.array<std::int64_t>(n, 3, "cells");
    CHECK(testing::thrown<LimitError>([&] { add(machine, cells, true); }).limit == "memory");
    CHECK(cells.host() == std::vector<std::int64_t>(n, 3));
    CHECK(machine.ledger().steps() == 0);
    add(machine, cells, false);
    CHECK(cells.host() == std::vector<std::int64_t>(n, 8));
  }
}

TEST_CASE("the hash of many values is XXH3 of each") {
  std::mt19937_64 draw(testing::seed());
  for (int k = 0; k < 1000; ++k) {
    const std::uint64_t seed = k == 0 ? 0 : draw();
    const std::uint64_t value = k == 1 ? 0 : draw();
    CHECK(detail::SeededHash(seed)(value) == detail::hash64(value, seed));
  }
}

}  // namespace pram
