#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/perf/patterns/request_pattern.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/pram.hpp>
#include "../../parts/finished_json.hpp"
#include "support.hpp"

namespace pram::perf {

namespace {

const Experiment& adaptive_networks() {
  const auto place =
      std::ranges::find(experiments(), "adaptive-networks", [](const Experiment* one) { return one->name; });
  REQUIRE(place != experiments().end());
  return **place;
}

/// The factor of a step of a program that asks as the pattern says.
double executed_factor(std::uint32_t components, const std::string& network, const std::string& access,
                       const PatternSource& source, std::uint64_t seed) {
  Machine machine({.components = components, .network = network, .access = access, .seed = seed});
  const RequestPattern pattern = source.make(seed);
  const auto cells = machine.array<std::uint32_t>(pattern.requests(), 0, "cells");
  machine.pardo(pattern.requests(),
                [&](Processor self) -> Task<> { co_await cells[pattern.address[self.id()]].add(1); });
  return machine.ledger().performance_factor();
}

}  // namespace

TEST_CASE("the table of adaptive combining on networks has the factors of programs' steps") {
  constexpr std::uint32_t components = 64;
  ExperimentRequest request = adaptive_networks().usual_request();
  request.options["--components"] = components;
  request.options["--runs"] = 12;
  request.options["--seed"] = 3;
  const auto json = nlohmann::json::parse(finished_json(adaptive_networks().run(request), 0));
  const PatternSize size{components, 32 * components, Requesters::random};
  const std::vector<std::pair<std::string, PatternSource>> patterns = {
      {"degree_1", degree_pattern(size, 1)},           {"degree_4", degree_pattern(size, 4)},
      {"degree_16", degree_pattern(size, 16)},         {"degree_p", degree_pattern(size, components)},
      {"half_p", mixed_pattern(size, "64:0.5,1:0.5")}, {"one_of_p", mixed_pattern(size, "64:0.03125,1:0.96875")}};
  const std::vector<std::string> networks_shown = {"router",   "hypercube", "omega", "butterfly",
                                                   "rcn-full", "fat-tree",  "torus"};
  REQUIRE(json["rows"].size() == 3 * networks_shown.size());
  for (std::size_t k = 0; k < json["rows"].size(); ++k) {
    const auto& row = json["rows"][k];
    CHECK(row["network"] == networks_shown[k / 3]);
    const std::string access = row["access"];
    CHECK(access == std::vector<std::string>{"direct", "combining", "adaptive"}[k % 3]);
    for (const auto& [key, pattern] : patterns) {
      CAPTURE(row["network"]);
      CAPTURE(access);
      CAPTURE(key);
      Statistic executed;
      for (std::uint64_t run = 0; run < 12; ++run)
        executed.add(executed_factor(components, row["network"], access, pattern, 100 + run));
      // Both are means of twelve runs. Where these hardly differ, a twentieth is allowed for.
      const double error = std::hypot(executed.error(), row[key]["error"].get<double>());
      CHECK(std::abs(row[key]["mean"].get<double>() - executed.mean()) < 5 * error + 0.05 * executed.mean());
    }
    if (access != "adaptive") continue;
    // A hot spot costs direct access most on the router, which nothing else limits.
    if (row["network"] == "router") CHECK(row["degree_p"]["mean"] < json["rows"][k - 2]["degree_p"]["mean"]);
  }
  for (const std::uint64_t wrong : {32U, 4U}) {
    request.options["--components"] = wrong == 4 ? 128 : wrong;
    CHECK_THROWS_AS(static_cast<void>(adaptive_networks().run(request)), ConfigError);
  }
}

}  // namespace pram::perf
