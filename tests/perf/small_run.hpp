#pragma once

#include <string>

#include <pram/perf/runs/profile.hpp>
#include <pram/pram.hpp>

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

inline perf::RunSummary summary_of(const Machine& machine) {
  perf::RunSummary run{.program = "small-run",
                       .machine = machine.options(),
                       .input = {"made up", {{"vertices", 1234567}, {"edges", 88}}},
                       .outcome = {},
                       .ledger = machine.ledger(),
                       .wall_seconds = 1.5,
                       .interrupted = false};
  run.outcome.verified = true;
  run.outcome.check = "a sum on one thread";
  run.outcome.facts = {{"components", std::int64_t{1}},
                       {"largest_component", std::int64_t{4039}},
                       {"connected", true},
                       {"mean", 0.5},
                       {"kind", std::string("ring")}};
  return run;
}

}  // namespace pram::testing
