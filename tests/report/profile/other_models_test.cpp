#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/value/text.hpp>
#include "../small_run.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::report;
using nlohmann::json;
using pram::testing::contains;
using pram::testing::line_with;
using pram::testing::small_run;
using pram::testing::summary_of;
using pram::testing::widest_line;

namespace {

constexpr BspParameters other_parameters = {2.5, 40};

RunSummary summary_by(const Machine& machine, std::optional<BspParameters> parameters = other_parameters) {
  RunSummary run = summary_of(machine);
  run.parameters = parameters;
  return run;
}

/// Times by model; null where there is none.
json model_times_of(const RunSummary& run) {
  json times;
  const json whole = json::parse(json_of(run_report(run, true)));
  for (const json& one : whole.at("other_models")) times[one.at("model").get<std::string>()] = one.at("time");
  return times;
}

/// The same from the records of all steps.
json times_from_records(const Machine& machine, const BspParameters& parameters) {
  const Ledger& ledger = machine.ledger();
  double queues = 0;
  double charge = 0;
  double operations = 0;
  double communication = 0;
  std::uint64_t processors = 0;
  for (const StepRecord& step : ledger.step_records()) {
    queues += static_cast<double>(std::max<std::uint64_t>({1, step.largest_read_degree, step.largest_write_degree}));
    charge += static_cast<double>(step.charge + step.charge_back);
    operations += static_cast<double>(step.processors);
    processors = std::max(processors, step.processors);
    for (const PhaseRecord& phase : step.phases) {
      for (const std::uint32_t h : {std::max(phase.largest_sent, phase.largest_received), phase.largest_replies})
        communication += h > 0 ? parameters.g * h + parameters.l : 0;
    }
  }
  const auto steps = static_cast<double>(ledger.step_records().size());
  const double scheduled = std::floor(operations / machine.options().components) + steps;
  const bool exclusive = ledger.models().front() == "EREW";
  return {{"pram", steps},
          {"qrqw", queues},
          {"erew", exclusive ? steps : steps * std::ceil(std::log2(static_cast<double>(processors)))},
          {"work", scheduled},
          {"bsp", scheduled + communication},
          {"machine", charge}};
}

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) all.push_back(field);
  return all;
}

}  // namespace

TEST_CASE("times under other models are those that the records of the steps give, and totals give the same") {
  for (const auto& [network, access] :
       {std::pair("router", "direct"), std::pair("router", "combining:8,8"), std::pair("ideal", "direct"),
        std::pair("torus", "combining:8,8"), std::pair("router", "adaptive"),
        std::pair("router", "combining:8,8,timing=asynchronous"), std::pair("star,combining=pairwise", "direct")}) {
    CAPTURE(network);
    CAPTURE(access);
    const MachineOptions options{.components = 64, .network = network, .access = access};
    const Machine machine = small_run(options);
    const json times = model_times_of(summary_by(machine));
    const json expected = times_from_records(machine, other_parameters);
    for (const auto& [model, time] : expected.items()) {
      CAPTURE(model);
      CHECK(times.at(model).get<double>() == doctest::Approx(time.get<double>()).epsilon(1e-12));
    }
    MachineOptions totals = options;
    totals.ledger = LedgerDetail::totals;
    CHECK(model_times_of(summary_by(small_run(totals))) == times);
    totals.threads = 3;
    CHECK(model_times_of(summary_by(small_run(totals))) == times);
  }
}

TEST_CASE("on a router with its own g and l the time of BSP is the charge and the local work") {
  for (const char* const access : {"direct", "combining:8,8"}) {
    const Machine machine = small_run({.components = 64, .network = "router:g=3,l=7", .access = access});
    const json times = model_times_of(summary_by(machine, BspParameters{3, 7}));
    CHECK(times.at("bsp").get<double>() == times.at("work").get<double>() + times.at("machine").get<double>());
  }
}

TEST_CASE("a run that satisfies EREW needs no emulation, and its queues have one processor") {
  Machine machine({.components = 16});
  const auto cells = machine.array<int>(40, 0, "cells");
  machine.pardo(40, [&](Processor self) -> Task<> {
    co_await cells[self.id()];
    co_await self.idle();
    co_await (cells[self.id()] = 1);
  });
  const json times = model_times_of(summary_by(machine));
  CHECK(times.at("pram") == 3);
  CHECK(times.at("qrqw") == 3);
  CHECK(times.at("erew") == 3);
  CHECK(times.at("work") == 3 * 40 / 16 + 3);
}

TEST_CASE("what is not known of BSP is said, and a run without a step has no such section") {
  const Machine machine = small_run();
  CHECK(model_times_of(summary_by(machine, std::nullopt)).at("bsp").is_null());
  CHECK(contains(line_with(text_of(run_report(summary_by(machine, std::nullopt), true)), "  BSP  "), "- g and l"));
  const Machine sorting = small_run({.components = 64, .network = "hypercube", .access = "sorting"});
  CHECK(model_times_of(summary_by(sorting)).at("bsp").is_null());
  CHECK(contains(line_with(text_of(run_report(summary_by(sorting), true)), "  BSP  "), "- the routines of access"));
  const Machine none = small_run({.components = 4}, 0);
  const Report report = run_report(summary_by(none), true);
  CHECK_FALSE(contains(text_of(report), "Under other models"));
  CHECK_FALSE(json::parse(json_of(report)).contains("other_models"));
}

TEST_CASE("times under other models stand in the text of a profile and in its line of CSV") {
  const Machine machine = small_run();
  const RunSummary run = summary_by(machine);
  const Report report = run_report(run, true);
  const std::string text = text_of(report);
  CAPTURE(text);
  CHECK(widest_line(text) <= line_width);
  const std::string section = text.substr(text.find("Under other models\n"));
  const json times = model_times_of(run);
  const auto shown = [&](const char* model) {
    return ' ' + with_separators(times.at(model).get<std::uint64_t>()) + " = ";
  };
  CHECK(contains(line_with(section, "  PRAM  "), shown("pram")));
  CHECK(contains(line_with(section, "  QRQW PRAM  "), shown("qrqw")));
  CHECK(contains(line_with(section, "  EREW PRAM  "), shown("erew")));
  CHECK(contains(line_with(section, "  64 processors  "), shown("work")));
  CHECK(contains(line_with(section, "  BSP  "), " = ⌊W / p⌋ + T + g h + l S:"));
  CHECK(contains(line_with(section, "  this machine  "), shown("machine")));
  CHECK_FALSE(contains(text_of(run_report(run, false)), "Under other models"));
  std::istringstream csv(csv_of(report));
  std::string names;
  std::string values;
  std::getline(csv, names);
  std::getline(csv, values);
  // No field of this run has a comma but access, in quotes; the times are the last columns.
  const std::vector<std::string> columns = fields(names);
  const std::vector<std::string> row = fields(values);
  REQUIRE(row.size() >= 6);
  for (std::size_t k = 1; k <= times.size(); ++k) {
    const std::string column = columns[columns.size() - k];
    REQUIRE(column.ends_with("_time"));
    CHECK(std::stod(row[row.size() - k]) ==
          doctest::Approx(times.at(column.substr(0, column.size() - 5)).get<double>()));
  }
}
