#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/bsp_parameters.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/value.hpp>
#include "../small_run.hpp"

namespace pram::testing {

/// Eight processes: three exchanges, in which process i works i + 1 and puts i + 1 words to the next; one in which each
/// gets three words of process 0; and one of work alone.
inline Machine eight_processes(MachineOptions options = {.components = 8, .network = "router:g=2,l=10"},
                               const std::string& name = "cells", const std::string& tag = "exchange") {
  options.components = 8;
  Machine machine(std::move(options));
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::uint64_t>(8, 0, name);
    const std::vector<std::uint64_t> values(self.id() + 1, self.id());
    for (int round = 0; round < 3; ++round) {
      self.work(self.id() + 1);
      cells((self.id() + 1) % 8).put(0, values);
      co_await self.sync(tag);
    }
    const auto first = cells(0).get(0, 3);
    co_await self.sync("fetch");
    CHECK(first.values()[2] == 7);
    self.work(5);
    co_await self.sync();
  });
  return machine;
}

inline report::RunSummary summary_with(const Machine& machine,
                                       std::optional<report::BspParameters> parameters = report::BspParameters{2, 10}) {
  report::RunSummary run = summary_of(machine);
  run.parameters = parameters;
  return run;
}

inline nlohmann::json parsed(const report::RunSummary& run) {
  return nlohmann::json::parse(report::json_of(report::run_report(run, true)));
}

/// One tag's row of JSON.
inline nlohmann::json row_of(const nlohmann::json& report, const std::string& tag) {
  for (const nlohmann::json& row : report.at("superstep_totals")) {
    if (row.at("tag") == tag) return row;
  }
  FAIL("no row of " << tag);
  return {};
}

}  // namespace pram::testing
