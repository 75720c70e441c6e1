#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/verify.hpp>
#include "../input/files.hpp"
#include "support.hpp"

// Every choice of winners is tried once, and a program that relies on one is found.
namespace pram::testing {

namespace {

using programs::Program;
using programs::VerifiedInput;
using programs::WinnerList;
using Winners = std::vector<std::int64_t>;

/// What the runs of a planted program have found.
std::multiset<Winners> seen;

programs::Description<programs::Numbers, Winners> planted(const char* name, bool (*right)(const Winners&)) {
  return {.name = name,
          .model = Rule::arbitrary,
          .time = "O(1)",
          .work = "O(n)",
          .size = {.usual = 4, .least = 1},
          .oracle =
              [right](const Winners&, const Winners& found) {
                seen.insert(found);
                return right(found);
              },
          .against = "what is planted"};
}

VerifiedInput verified(const Program& program, std::uint64_t n, programs::VerifyOptions options = {},
                       Rule rule = Rule::arbitrary, unsigned threads = 1) {
  seen.clear();
  const auto job = program.prepare({.size = n, .file = "", .seed = 1});
  return programs::verify_winners(*job, {.components = 4, .rule = rule, .threads = threads, .max_steps = 100}, options);
}

bool anything(const Winners&) { return true; }

/// The number of the processor that wins cell 0.
Winners winner_of_all(Machine& machine, std::span<const std::int64_t> values) {
  const auto cell = machine.array<std::int64_t>(1, -1, "cell");
  machine.pardo(values.size(),
                [&](Processor self) -> Task<> { co_await (cell[0] = static_cast<std::int64_t>(self.id())); });
  return cell.host();
}

/// n processors write to one cell, twice n to another, in one step; data-parallel.
Winners two_cells(Machine& machine, std::span<const std::int64_t> values) {
  const auto cells = machine.array<std::int64_t>(2, -1, "cells");
  const std::uint64_t n = values.size();
  auto all = machine.processors(3 * n);
  all.write(
      cells, [n](std::uint64_t i) { return i < n ? 0 : 1; },
      [](std::uint64_t i) { return static_cast<std::int64_t>(i); });
  return cells.host();
}

/// The winner w of cell 0 decides that w + 1 processors write to cell 1, and the winner of that the same for cell 2.
Winners one_after_another(Machine& machine, std::span<const std::int64_t> values) {
  const auto cells = machine.array<std::int64_t>(3, 0, "cells");
  auto writers = static_cast<std::int64_t>(values.size());
  for (std::uint64_t k = 0; k < 3; ++k) {
    machine.pardo(static_cast<std::uint64_t>(writers),
                  [&](Processor self) -> Task<> { co_await (cells[k] = static_cast<std::int64_t>(self.id())); });
    writers = cells.get(k) + 1;
  }
  return cells.host();
}

/// Goes on for ever unless the lowest of two processors wins.
Winners waits_for_the_lowest(Machine& machine, std::span<const std::int64_t>) {
  const auto cell = machine.array<std::int64_t>(1, -1, "cell");
  machine.pardo(2, [&](Processor self) -> Task<> {
    co_await (cell[0] = static_cast<std::int64_t>(self.id()));
    while (co_await cell[0] != 0) {
    }
  });
  return cell.host();
}

/// Throws unless the lowest processor wins.
Winners insists_on_the_lowest(Machine& machine, std::span<const std::int64_t> values) {
  if (winner_of_all(machine, values).front() != 0) throw std::runtime_error("somebody else has won");
  return {0};
}

std::int64_t host_state = 0;

/// Does something else in each run.
Winners never_the_same(Machine& machine, std::span<const std::int64_t>) {
  const auto cells = machine.array<std::int64_t>(8, -1, "cells");
  const std::uint64_t at = static_cast<std::uint64_t>(host_state++) % 8;
  machine.pardo(2, [&](Processor self) -> Task<> { co_await (cells[at] = static_cast<std::int64_t>(self.id())); });
  return cells.host();
}

/// All that one_after_another() may find, with how likely each is to be drawn, by counting.
std::vector<std::pair<Winners, double>> all_chains(std::int64_t n) {
  std::vector<std::pair<Winners, double>> all;
  for (std::int64_t a = 0; a < n; ++a) {
    for (std::int64_t b = 0; b <= a; ++b) {
      for (std::int64_t c = 0; c <= b; ++c) {
        all.push_back({{a, b, c}, 1.0 / static_cast<double>(n * (a + 1) * (b + 1))});
      }
    }
  }
  return all;
}

std::multiset<Winners> keys_of(const std::vector<std::pair<Winners, double>>& all) {
  std::multiset<Winners> keys;
  for (const auto& [winners, share] : all) keys.insert(winners);
  return keys;
}

/// Graphs of at most six edges in which vertices are reached, and roots hooked, from several sides.
constexpr const char* few_edges[] = {"0 1\n0 2\n0 3\n1 2\n1 3\n2 3\n", "0 1\n1 2\n2 3\n3 4\n4 0\n",
                                     "0 1\n0 2\n1 3\n2 3\n3 4\n3 5\n", "0 1\n1 2\n2 0\n3 4\n4 5\n5 3\n",
                                     "5 0\n5 1\n5 2\n5 3\n5 4\n",      "0 1\n0 2\n0 3\n1 4\n2 4\n3 4\n"};

/// What a program is verified on: all at size large, else some.
std::vector<programs::InputRequest> small_inputs(const Program& program, const TemporaryFolder& folder) {
  const std::uint64_t largest = size() >= Size::medium ? 6 : 4;
  std::vector<programs::InputRequest> inputs;
  for (const programs::ShapeName& shape : program.shapes) {
    for (std::uint64_t n = std::max<std::uint64_t>(2, program.least_size); n <= largest; ++n)
      inputs.push_back({.size = n, .file = "", .seed = seed(), .shape = shape.name});
  }
  if (program.input != "graph") return inputs;
  for (std::size_t k = 0; k < std::size(few_edges); ++k) {
    if (size() < Size::medium && k % 3 != seed() % 3) continue;
    inputs.push_back({.size = {}, .file = folder.file(few_edges[k], fmt::format("graph-{}.txt", k)), .seed = seed()});
  }
  return inputs;
}

VerifiedInput all_choices(const Program& program, const programs::InputRequest& request) {
  const std::uint64_t most_runs = size() == Size::large ? 100'000 : size() == Size::medium ? 2'000 : 100;
  return programs::verify_winners(*program.prepare(request),
                                  {.components = 4,
                                   .network = "ideal",
                                   .access = "direct",
                                   .rule = Rule::arbitrary,
                                   .placement = program.placement,
                                   .threads = 1,
                                   .seed = seed(),
                                   .max_steps = 100'000,
                                   .ledger = LedgerDetail::totals},
                                  {.most_runs = most_runs});
}

}  // namespace

TEST_CASE("each writer of a cell wins in one run") {
  const Program program = programs::program<programs::Numbers>(winner_of_all, planted("one-cell", anything));
  for (const std::uint64_t n : {1U, 2U, 3U, 7U}) {
    const VerifiedInput found = verified(program, n);
    CHECK(found.runs == n);
    CHECK(found.choice_points == (n > 1 ? 1 : 0));
    CHECK(found.widest == n);
    CHECK(found.complete);
    CHECK(found.share == 1);
    std::multiset<Winners> right;
    for (std::uint64_t k = 0; k < n; ++k) right.insert({static_cast<std::int64_t>(k)});
    CHECK(seen == right);
  }
  for (const Rule rule : {Rule::tolerant, Rule::collision, Rule::priority}) {
    const VerifiedInput found = verified(program, 5, {}, rule);
    CHECK(found.runs == 1);
    CHECK(found.choice_points == 0);
    CHECK(found.complete);
  }
}

TEST_CASE("choices of two cells multiply") {
  const Program program = programs::program<programs::Numbers>(two_cells, planted("two-cells", anything));
  for (const std::int64_t n : {1, 2, 3}) {
    const VerifiedInput found = verified(program, static_cast<std::uint64_t>(n));
    std::multiset<Winners> right;
    for (std::int64_t a = 0; a < n; ++a) {
      for (std::int64_t b = n; b < 3 * n; ++b) right.insert({a, b});
    }
    CHECK(found.runs == right.size());
    CHECK(found.widest == static_cast<std::uint64_t>(2 * n));
    CHECK(seen == right);
  }
}

TEST_CASE("choices that depend on earlier ones are counted path by path, and so is the share of some") {
  const Program program = programs::program<programs::Numbers>(one_after_another, planted("chain", anything));
  for (const std::int64_t n : {1, 2, 4, 5}) {
    const std::vector<std::pair<Winners, double>> all = all_chains(n);
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      const VerifiedInput found = verified(program, static_cast<std::uint64_t>(n), {}, Rule::arbitrary, threads);
      CHECK(found.runs == all.size());
      CHECK(seen == keys_of(all));
      CHECK(found.choice_points == (n > 1 ? 3 : 0));
    }
    for (std::size_t runs = 1; runs < all.size(); runs += 3) {
      std::uint64_t told = 0;
      const VerifiedInput some =
          verified(program, static_cast<std::uint64_t>(n),
                   {.most_runs = runs, .progress = [&told](std::uint64_t done) { CHECK(done == ++told); }});
      CHECK(told == runs);
      CHECK(some.runs == runs);
      CHECK_FALSE(some.complete);
      // Runs come in the order of their lists: the last choice changes first.
      double share = 0;
      for (std::size_t k = 0; k < runs; ++k) share += all[k].second;
      CHECK(std::abs(some.share - share) < 1e-12);
      CHECK(seen == keys_of({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(runs)}));
    }
  }
}

TEST_CASE("a program that relies on the lowest winning is found in its second run") {
  const Program program = programs::program<programs::Numbers>(
      winner_of_all, planted("lowest", [](const Winners& found) { return found.front() == 0; }));
  CHECK(verified(program, 1).counter_example == std::nullopt);
  const VerifiedInput found = verified(program, 2);
  CHECK(found.runs == 2);
  REQUIRE(found.counter_example);
  CHECK(found.counter_example->winners == WinnerList{1});
  CHECK(found.counter_example->error == "the result is wrong, checked against what is planted");
  CHECK_FALSE(found.counter_example->unending);

  const Program thrower = programs::program<programs::Numbers>(insists_on_the_lowest, planted("insists", anything));
  const VerifiedInput thrown = verified(thrower, 3);
  CHECK(thrown.runs == 2);
  REQUIRE(thrown.counter_example);
  CHECK(thrown.counter_example->error.find("somebody else has won") != std::string::npos);

  const Program waiter = programs::program<programs::Numbers>(waits_for_the_lowest, planted("waits", anything));
  const VerifiedInput endless = verified(waiter, 2);
  CHECK(endless.runs == 2);
  REQUIRE(endless.counter_example);
  CHECK(endless.counter_example->unending);
}

TEST_CASE("what cannot be verified is refused") {
  const Program program = programs::program<programs::Numbers>(never_the_same, planted("never", anything));
  CHECK_THROWS_WITH_AS(verified(program, 2),
                       "the program does not repeat itself: after the same choices it has met another one", Error);
  auto unchecked = planted("unchecked", anything);
  unchecked.oracle = {};
  const Program without = programs::program<programs::Numbers>(winner_of_all, unchecked);
  CHECK_THROWS_WITH_AS(verified(without, 2), "the program has no oracle, by which its runs could be checked", Error);
}

TEST_CASE("every choice of a bundled program's winners is right, on inputs of every shape and on graphs") {
  const TemporaryFolder folder;
  std::uint64_t choices = 0;
  for (const Program& program : programs::programs().entries()) {
    if (program.model.is_bsp() || program.model != Rule::arbitrary) continue;
    for (const programs::InputRequest& request : small_inputs(program, folder)) {
      const VerifiedInput found = all_choices(program, request);
      choices += found.choice_points;
      if (!found.counter_example) continue;
      FAIL_CHECK(fmt::format("{}, {} {}{}, seed {}, choices {}: {}", program.name, request.shape,
                             request.size.value_or(0), request.file, seed(),
                             programs::to_text(found.counter_example->winners), found.counter_example->error));
    }
  }
  CHECK(choices > 0);
}

}  // namespace pram::testing
