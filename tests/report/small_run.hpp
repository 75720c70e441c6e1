#pragma once

#include <string>

#include <pram/perf/runs/checked_result.hpp>
#include <pram/pram.hpp>
#include <pram/report/detail/run/run.hpp>

namespace pram::testing {

/// A machine that has run 200 processors through reads, writes, updates and fetches, some of them to one cell.
/// @param rounds  0: nothing has run
inline Machine small_run(MachineOptions options = {.components = 64, .access = "combining:8,8"}, int rounds = 3,
                         const std::string& name = "label") {
  Machine machine(std::move(options));
  const auto label = machine.array<std::int64_t>(200, 5, name);
  const auto sum = machine.array<std::int64_t>(1, 0, "sum");
  machine.pardo(rounds == 0 ? 0 : 200, [&](Processor self) -> Task<> {
    for (int round = 0; round < rounds; ++round) {
      const std::int64_t value = co_await label[self.id() / 4];
      co_await (label[self.id()] = value + 1);
      co_await sum[0].add(value);
      if (self.id() % 2 == 0) {
        co_await sum[0].fetch_add(1);
      } else {
        co_await self.idle();
      }
    }
  });
  return machine;
}

inline programs::InputFacts made_up_input() { return {"made up", {{"vertices", 1234567}, {"edges", 88}}}; }

inline programs::Outcome made_up_outcome() {
  programs::Outcome outcome;
  outcome.verified = true;
  outcome.check = "a sum on one thread";
  outcome.facts = {{"components", std::int64_t{1}},
                   {"largest_component", std::int64_t{4039}},
                   {"connected", true},
                   {"mean", 0.5},
                   {"kind", std::string("ring")}};
  return outcome;
}

inline report::RunSummary summary_of(const Machine& machine, const programs::Outcome& outcome = made_up_outcome(),
                                     const programs::InputFacts& input = made_up_input()) {
  return {.program = "small-run",
          .machine = machine.options(),
          .ledger = machine.ledger(),
          .wall_seconds = 1.5,
          .checked = perf::checked_result(0, input, outcome)};
}

}  // namespace pram::testing
