#include "legal_choices.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "support.hpp"

// What an entry of the table promises holds whatever a machine decides where the model leaves it open.
namespace pram::testing {

namespace {

using programs::Program;

/// What is not as promised in one run, "" if all is.
std::string what_is_broken(const programs::Job& job, const MachineOptions& options) {
  Machine machine(options);
  programs::Outcome outcome;
  try {
    outcome = job.run(machine);
  } catch (const Error& error) {
    return is_no_choice(error) ? "" : error.what();
  }
  if (!outcome.verified) return "a wrong result";
  const Ledger& ledger = machine.ledger();
  const programs::Bounds& promised = outcome.promised;
  if (promised.steps && ledger.steps() != *promised.steps)
    return fmt::format("{} steps, {} are promised", ledger.steps(), *promised.steps);
  if (promised.steps_at_most && ledger.steps() > *promised.steps_at_most)
    return fmt::format("{} steps, at most {} are promised", ledger.steps(), *promised.steps_at_most);
  if (promised.work_at_most && ledger.work() > *promised.work_at_most)
    return fmt::format("work {}, at most {} is promised", ledger.work(), *promised.work_at_most);
  return "";
}

std::vector<std::uint64_t> tried_sizes(const Program& program) {
  std::vector<std::uint64_t> sizes = {1, 2, 5, 16};
  if (size() != Size::tiny) sizes.push_back(33);
  if (size() >= Size::medium) sizes.push_back(128);
  if (size() == Size::large) sizes.insert(sizes.end(), {511, 2048});
  std::erase_if(sizes, [&](std::uint64_t n) {
    return n < program.least_size || n > std::max(program.tested_size, program.least_size + 1) ||
           (program.power_of_two && !std::has_single_bit(n));
  });
  return sizes;
}

/// What an entry breaks under what a machine may decide: each legal rule, and several seeds, of which random winners,
/// coins and places of cells come.
std::vector<std::string> broken_by_choices(const Program& program) {
  std::vector<std::string> broken;
  const std::uint64_t seeds = size() == Size::tiny ? 1 : 3;
  for (const programs::ShapeName& shape : program.shapes) {
    for (const std::uint64_t n : tried_sizes(program)) {
      const auto job = program.prepare({.size = n, .file = "", .seed = seed(), .shape = shape.name});
      for (const Rule rule : legal_rules(program)) {
        for (std::uint64_t one = seed(); one < seed() + seeds; ++one) {
          const std::string found = what_is_broken(*job, {.components = 4,
                                                          .network = "ideal",
                                                          .access = "direct",
                                                          .rule = rule,
                                                          .placement = program.placement,
                                                          .threads = 1,
                                                          .seed = one,
                                                          .ledger = LedgerDetail::totals});
          if (found.empty()) continue;
          broken.push_back(
              fmt::format("{}, {} {}, rule {}, seed {}: {}", program.name, shape.name, n, to_string(rule), one, found));
        }
      }
    }
  }
  return broken;
}

using Values = std::vector<std::int64_t>;

/// The first of n numbers, which relies on the lowest of all that write winning.
Values written_by_the_lowest(Machine& machine, std::span<const std::int64_t> values) {
  const auto winner = machine.array<std::uint64_t>(1, 0, "winner");
  machine.pardo(values.size(), [&](Processor self) -> Task<> { co_await (winner[0] = self.id()); });
  return {values[winner.get(0)]};
}

/// Passes over the numbers, after each of which the processor that has won leaves with all above it: one pass if the
/// lowest wins, n if the highest does.
Values passes(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  const auto winner = machine.array<std::uint64_t>(1, 0, "winner");
  std::vector<std::uint8_t> leaves(n, 0);
  std::uint64_t left = n;
  while (left > 0) {
    machine.pardo(left, [&](Processor self) -> Task<> { co_await (winner[0] = self.id()); });
    left = winner.get(0);
  }
  return {values.begin(), values.end()};
}

programs::Description<programs::Numbers, Values> entry() {
  return {.name = "liar",
          .model = Rule::arbitrary,
          .needs_more_than = Rule::common,
          .time = "O(1)",
          .work = "O(n^2)",
          .work_at_most = [](std::uint64_t n) { return n * n; },
          .degree_at_most = [](std::uint64_t n) { return n; },
          .size = {.usual = 100, .least = 1},
          .oracle = [](const Values&, const Values&) { return true; },
          .against = "nothing"};
}

bool some_line_has(const std::vector<std::string>& lines, const std::string& text) {
  return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("every program does what its entry promises under every legal choice, for inputs of every shape") {
  for (const Program& program : programs::programs().entries()) {
    if (program.model.is_bsp()) continue;
    const std::vector<std::string> broken = broken_by_choices(program);
    CHECK_MESSAGE(broken.empty(), program.name << " breaks " << broken.size());
    for (const std::string& line : broken) FAIL_CHECK(line);
  }
}

TEST_CASE("the test of legal choices finds a result that relies on who wins") {
  auto relying = entry();
  relying.steps = 1;
  relying.oracle = [](const Values& values, const Values& found) { return found.front() == values.front(); };
  const std::vector<std::string> broken =
      broken_by_choices(programs::program<programs::Numbers>(written_by_the_lowest, relying));
  CHECK(some_line_has(broken, "rule maximum"));
  CHECK(some_line_has(broken, "a wrong result"));
  CHECK_FALSE(some_line_has(broken, "rule priority"));
}

TEST_CASE("the test of legal choices finds steps and work that rely on who wins") {
  auto relying = entry();
  relying.steps_at_most = 12;
  const std::vector<std::string> steps = broken_by_choices(programs::program<programs::Numbers>(passes, relying));
  CHECK(some_line_has(steps, "rule maximum"));
  CHECK(some_line_has(steps, "steps, at most 12 are promised"));
  CHECK_FALSE(some_line_has(steps, "rule priority"));
  relying.steps_at_most = [](std::uint64_t n) { return n; };
  relying.work_at_most = [](std::uint64_t n) { return 3 * n; };
  CHECK(some_line_has(broken_by_choices(programs::program<programs::Numbers>(passes, relying)), "is promised"));
}

}  // namespace pram::testing
