#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pram/detail/exact_text.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/forced.hpp"
#include "../../support/thread_ranks.hpp"

/// What programs leave behind under access by combining trees, beside direct access.
namespace pram::tree_outcomes {

namespace {

/// Steps on hot arrays and another, each by all processors: what they leave, and what multiprefix and sums reply.
struct TreeOutcome {
  std::vector<std::int64_t> memory;
  std::vector<std::int64_t> replies;  ///< those that no order of requests changes
  std::string ledger;
};

struct Program {
  MachineOptions options;
  std::uint64_t processors = 1;
  std::uint64_t cells = 1;
  std::uint64_t seed = 0;
};

TreeOutcome run(const Program& program, const std::string& access, unsigned threads, bool declared = true) {
  MachineOptions options = program.options;
  options.access = access;
  options.threads = threads;
  const testing::ForcedWorkers forced(threads > 1);
  Machine machine(options);
  auto sums = machine.array<std::int64_t>(program.cells, 5, "sums");
  auto written = machine.array<std::int32_t>(program.cells, -1, "written");
  const auto other = machine.array<std::int64_t>(program.cells, 0, "other");
  if (declared) sums.hot();
  if (declared) written.hot();
  const std::uint64_t n = program.processors;
  TreeOutcome outcome;
  std::vector<std::int64_t> seen(6 * n);
  std::vector<std::int64_t> tickets(n);
  const auto cell_of = [&program](std::uint64_t id, std::uint64_t step) {
    return seeded_hash(id, program.seed + step) % program.cells;
  };
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::uint64_t id = self.id();
    const auto value = static_cast<std::int64_t>(seeded_hash(id, program.seed) % 1000);
    co_await sums[cell_of(id, 0)].add(value);
    seen[6 * id] = co_await sums[cell_of(id, 1)];
    if (id % 3 == 0) {
      seen[6 * id + 1] = co_await sums[cell_of(id, 2)].multiprefix_add(value);
    } else {
      seen[6 * id + 1] = co_await other[cell_of(id, 2)].multiprefix_max(value);
    }
    // Whoever writes one cell writes the same.
    co_await (written[cell_of(id, 3)] = static_cast<std::int32_t>(cell_of(id, 3)));
    seen[6 * id + 2] = co_await written[cell_of(id, 4)];
    if (id % 2 == 0) {
      co_await written[cell_of(id, 5)].max(static_cast<std::int32_t>(value));
    } else {
      seen[6 * id + 3] = co_await other[cell_of(id, 5)];
    }
    tickets[id] = co_await sums[0].fetch_add(1);
    seen[6 * id + 4] = co_await sums[0];
    seen[6 * id + 5] = co_await sums[cell_of(id, 6)].multiprefix_min(value);
  });
  const auto all = machine.processors(n);
  all.combine(
      sums, [&](std::uint64_t i) { return cell_of(i, 7); }, Sum{}, 2);
  all.multiprefix_combine(
      sums, [&](std::uint64_t i) { return cell_of(i, 8); }, Sum{}, std::int64_t{3},
      [&](std::uint64_t i, std::int64_t before) { seen[6 * i] += before; });
  machine.spmd([&](bsp::Process self) -> Task<> {
    self.update(sums[cell_of(self.id(), 9)], Sum{}, std::int64_t{1});
    co_await self.sync();
    const auto late = self.read(sums[cell_of(self.id(), 10)]);
    co_await self.sync();
    self.update(other[cell_of(self.id(), 10)], Sum{}, late.value());
    co_await self.sync();
  });
  outcome.memory = sums.host();
  for (const std::int32_t value : written.host()) outcome.memory.push_back(value);
  for (const std::int64_t value : other.host()) outcome.memory.push_back(value);
  std::ranges::sort(tickets);
  outcome.replies = seen;
  outcome.replies.insert(outcome.replies.end(), tickets.begin(), tickets.end());
  outcome.ledger = detail::exact_text(machine.ledger());
  return outcome;
}

Program random_program(std::mt19937_64& random) {
  static constexpr Rule rules[] = {Rule::common, Rule::arbitrary, Rule::priority, Rule::tolerant, Rule::minimum};
  static constexpr const char* networks[] = {"router", "ideal", "router:g=2,l=3", "ring", "complete"};
  static constexpr Placement placements[] = {Placement::hashed, Placement::balanced, Placement::direct};
  Program program;
  program.options = {.components = static_cast<std::uint32_t>(1 + random() % 70),
                     .network = networks[random() % std::size(networks)],
                     .rule = rules[random() % std::size(rules)],
                     .placement = placements[random() % std::size(placements)],
                     .seed = random()};
  program.processors = 1 + random() % 300;
  program.cells = 1 + random() % (random() % 2 == 0 ? 3 : 50);
  program.seed = random();
  return program;
}

}  // namespace

TEST_CASE("trees deliver what direct access does, the same on any number of threads") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  for (int trial = 0; trial < 30; ++trial) {
    const Program program = random_program(random);
    const std::string access = fmt::format("tree:{}", 2 + random() % 6);
    CAPTURE(program.options.components);
    CAPTURE(program.options.network.text());
    CAPTURE(to_string(program.options.rule));
    CAPTURE(program.processors);
    CAPTURE(program.cells);
    CAPTURE(access);
    const TreeOutcome straight = run(program, "direct", 1);
    const TreeOutcome alone = run(program, access, 1);
    CHECK(alone.memory == straight.memory);
    CHECK(alone.replies == straight.replies);
    for (const unsigned threads : {2U, 3U, 8U}) {
      const TreeOutcome several = run(program, access, threads);
      CHECK(several.memory == alone.memory);
      CHECK(several.replies == alone.replies);
      CHECK(several.ledger == alone.ledger);
    }
  }
}

TEST_CASE("an array declared hot changes nothing but under tree, and tree nothing but for such arrays") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  for (int trial = 0; trial < 10; ++trial) {
    Program program = random_program(random);
    program.options.network = "router";
    for (const char* const access : {"direct", "combining", "adaptive", "integer-sort"}) {
      CAPTURE(access);
      const TreeOutcome declared = run(program, access, 1, true);
      const TreeOutcome plain = run(program, access, 1, false);
      CHECK(declared.memory == plain.memory);
      CHECK(declared.replies == plain.replies);
      CHECK(declared.ledger == plain.ledger);
    }
    CHECK(run(program, "tree", 1, false).ledger == run(program, "direct", 1, false).ledger);
  }
}

TEST_CASE("trees on several ranks do what they do in one process") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  for (int trial = 0; trial < 12; ++trial) {
    const std::uint64_t seed = random();
    const auto p = static_cast<std::uint32_t>(1 + random() % 40);
    const std::uint64_t n = 1 + random() % 200;
    const std::string access = fmt::format("tree:{}", 2 + random() % 4);
    const char* const network = random() % 2 == 0 ? "router" : "ring";
    const auto program = [&] {
      Machine machine({.components = p, .network = network, .access = access, .seed = seed});
      auto cells = machine.array<std::int64_t>(5, 1, "cells");
      const auto others = machine.array<std::int64_t>(5, 1, "others");
      const auto seen = machine.array<std::int64_t>(n, 0, "seen");
      cells.hot();
      machine.pardo(n, [&](Processor self) -> Task<> {
        const std::uint64_t at = seeded_hash(self.id(), seed) % 5;
        const std::int64_t first = co_await cells[at].fetch_add(1);
        const std::int64_t before = co_await cells[0].multiprefix_add(2);
        if (at < 2) co_await others[at].add(first);
        if (at > 2) co_await cells[at].max(before);
        co_await (seen[self.id()] = first + before + co_await cells[at]);
      });
      std::string all = detail::exact_text(machine.ledger());
      for (const Array<std::int64_t>* const array : {&std::as_const(cells), &others, &seen}) {
        for (const std::int64_t value : array->host()) all += fmt::format(" {}", value);
      }
      return all;
    };
    CAPTURE(p);
    CAPTURE(n);
    CAPTURE(access);
    CAPTURE(network);
    const std::string alone = program();
    for (const unsigned ranks : {2U, 3U, 5U}) {
      for (const std::string& one : testing::on_ranks(ranks, program)) CHECK(one == alone);
    }
  }
}

}  // namespace pram::tree_outcomes
