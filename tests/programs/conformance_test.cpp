#include "conformance.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include <pram/bsp/process.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "support.hpp"

namespace pram::testing {

namespace {

using programs::Program;
using Values = std::vector<std::int64_t>;
using DoublingKind = programs::Numbers;
using DoublingDescription = programs::Description<DoublingKind, Values>;

/// Doubles every number in two steps, exclusively.
Values doubled(Machine& machine, std::span<const std::int64_t> values) {
  const auto cells = machine.array(values, "cells");
  machine.pardo(values.size(), [&](Processor self) -> Task<> {
    const std::int64_t mine = co_await cells[self.id()];
    co_await (cells[self.id()] = 2 * mine);
  });
  return cells.host();
}

/// What is true of doubled().
DoublingDescription description() {
  return {.name = "doubled",
          .what = "numbers, doubled",
          .model = Rule::erew,
          .time = "2",
          .steps = [](std::uint64_t n) { return n == 0 ? 0U : 2U; },
          .work = "2n",
          .work_at_most = [](std::uint64_t n) { return 2 * n; },
          .degree_at_most = [](std::uint64_t) { return 1U; },
          .size = {.usual = 100},
          .oracle =
              [](std::span<const std::int64_t> values) {
                Values twice(values.begin(), values.end());
                for (std::int64_t& value : twice) value += value;
                return twice;
              },
          .against = "doubling on one thread"};
}

using Function = Values (*)(Machine&, std::span<const std::int64_t>);

/// The same by BSP processes, each of which also sends the next how many numbers it has.
Values doubled_by_processes(Machine& machine, std::span<const std::int64_t> values) {
  Values twice(values.begin(), values.end());
  machine.spmd([&](bsp::Process self) -> Task<> {
    std::uint64_t own = 0;
    for (std::uint64_t i = self.id(); i < values.size(); i += self.count()) {
      twice[i] *= 2;
      ++own;
    }
    self.work(own);
    self.queue<std::uint64_t>().send((self.id() + 1) % self.count(), own);
    co_await self.sync();
  });
  return twice;
}

/// What is true of doubled_by_processes().
DoublingDescription cost_description() {
  DoublingDescription entry = description();
  entry.model = programs::Model::bsp;
  entry.steps = entry.work_at_most = entry.degree_at_most = {};
  entry.cost = {.supersteps = 1,
                .relation = [](std::uint64_t, std::uint64_t p) { return p == 1 ? 0U : 1U; },
                .work_at_most = [](std::uint64_t n, std::uint64_t p) { return n / p + 1; }};
  return entry;
}

/// Whether one of the promises that are found broken is of this kind, and there are any at all.
void check_found(const std::string& kind, const DoublingDescription& entry, Function run = doubled) {
  CAPTURE(kind);
  const std::vector<std::string> found = broken_promises(programs::program<programs::Numbers>(run, entry));
  REQUIRE_FALSE(found.empty());
  const bool of_this_kind =
      std::ranges::any_of(found, [&](const std::string& line) { return line.find(kind) != std::string::npos; });
  CHECK_MESSAGE(of_this_kind, found.front());
}

}  // namespace

TEST_CASE("every program of the table keeps what its entry promises") {
  for (const Program& program : programs::programs().entries()) {
    const std::vector<std::string> broken = broken_promises(program);
    CHECK_MESSAGE(broken.empty(), program.name << " breaks " << broken.size());
    for (const std::string& promise : broken) FAIL_CHECK(promise);
  }
}

TEST_CASE("an entry that promises what is true passes the conformance test") {
  for (const std::string& broken : broken_promises(programs::program<programs::Numbers>(doubled, description())))
    FAIL_CHECK(broken);
}

TEST_CASE("the conformance test finds a wrong result, whatever the size and shape that it takes") {
  DoublingDescription entry = description();
  entry.oracle = [](std::span<const std::int64_t> values) { return Values(values.begin(), values.end()); };
  check_found("a wrong result", entry);
  entry.oracle = [](const Values& values, const Values&) { return values.size() != 3; };
  check_found("a wrong result", entry);
  entry.oracle = [](const Values& values, const Values&) { return std::ranges::is_sorted(values); };
  check_found("a wrong result", entry);
  entry.oracle = [](const Values& values, const Values&) {
    return values.size() < 2 || std::ranges::adjacent_find(values) == values.end();
  };
  check_found("equal 2: a wrong result", entry);
}

TEST_CASE("the conformance test finds a bound that is too small") {
  DoublingDescription entry = description();
  // True of the sizes below 9, which every sweep tries, however small.
  entry.steps = [](std::uint64_t n) { return n == 0 ? 0U : n < 9 ? 2U : 3U; };
  check_found("2 steps, 3 are promised", entry);
  entry = description();
  entry.steps = {};
  check_found("no bound on its steps", entry);
  entry.steps_at_most = [](const Values&) { return 1U; };
  check_found("2 steps, at most 1 are promised", entry);
  entry = description();
  entry.work_at_most = [](std::uint64_t n) { return n; };
  check_found("processor-steps of work, at most", entry);
  entry.work_at_most = {};
  check_found("no bound on its work", entry);
  entry = description();
  entry.degree_at_most = [](const Values&, const Values&) { return 0U; };
  check_found("1 requests for one cell, at most 0", entry);
  entry.degree_at_most = {};
  check_found("no bound on its contention", entry);
}

TEST_CASE("the conformance test finds a cost of BSP processes that is not as promised") {
  for (const std::string& broken :
       broken_promises(programs::program<programs::Numbers>(doubled_by_processes, cost_description())))
    FAIL_CHECK(broken);
  const auto check = [](const std::string& kind, const auto& change) {
    DoublingDescription entry = cost_description();
    change(entry);
    check_found(kind, entry, doubled_by_processes);
  };
  using Promise = programs::CostBound<DoublingKind, Values>;
  const Promise none;
  check("1 supersteps, 2 are promised", [](auto& entry) { entry.cost.supersteps = 2; });
  check("no bound on its supersteps", [&](auto& entry) { entry.cost.supersteps = none; });
  check("on 27 processes: 1 words of h, 0 are promised", [](auto& entry) {
    entry.cost.relation = [](std::uint64_t, std::uint64_t p) { return p == 1 || p == 27 ? 0U : 1U; };
  });
  check("no bound on its words of h", [&](auto& entry) { entry.cost.relation = none; });
  check("operations of w, at most", [](auto& entry) {
    entry.cost.work_at_most = [](const Values& values, std::uint64_t p) { return values.size() / p; };
  });
  check("operations of w, ", [](auto& entry) {
    entry.cost.work = [](const Values& values, const Values&, std::uint64_t p) { return values.size() / p; };
  });
  check("no bound on its operations of w", [&](auto& entry) { entry.cost.work_at_most = none; });
  check_found("PRAM steps of a BSP program", cost_description(), doubled);
}

TEST_CASE("the conformance test finds a model that is too weak, and one that is not needed") {
  const Function broadcast = [](Machine& machine, std::span<const std::int64_t> values) -> Values {
    const auto cells = machine.array(values, "cells");
    machine.pardo(values.size(), [&](Processor self) -> Task<> {
      const std::int64_t first = co_await cells[0];
      co_await (cells[self.id()] = first);
    });
    return cells.host();
  };
  DoublingDescription entry = description();
  entry.oracle = [](const Values& values, const Values& found) { return values.size() == found.size(); };
  entry.degree_at_most = [](std::uint64_t n) { return n; };
  check_found("EREW breached", entry, broadcast);
  entry.model = Rule::crew;
  check_found("does not say which weaker rule it breaks", entry, broadcast);
  entry.needs_more_than = Rule::crew;
  check_found("CREW is not the next weaker rule", entry, broadcast);
  entry.needs_more_than = Rule::erew;
  CHECK(broken_promises(programs::program<programs::Numbers>(broadcast, entry)).empty());
  entry = description();
  entry.model = Rule::crew;
  entry.needs_more_than = Rule::erew;
  check_found("no conflict, where it says that it needs more", entry);
  check_found("it claims to need CREW, and satisfies EREW", entry);
}

TEST_CASE("the conformance test finds a result that depends on threads or on the network") {
  const DoublingDescription entry = [] {
    DoublingDescription any = description();
    any.oracle = [](const Values&, const Values&) { return true; };
    return any;
  }();
  check_found("not the same bits with 3 threads", entry, [](Machine& machine, std::span<const std::int64_t> values) {
    Values found = doubled(machine, values);
    found.push_back(machine.options().threads == 3 ? 1 : 0);
    return found;
  });
  check_found("another result than on the ideal machine", entry,
              [](Machine& machine, std::span<const std::int64_t> values) {
                Values found = doubled(machine, values);
                found.push_back(machine.options().network == "ideal" ? 1 : 0);
                return found;
              });
}

}  // namespace pram::testing
