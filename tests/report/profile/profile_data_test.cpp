#include <doctest/doctest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <pram/pram.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/value.hpp>

/// What LedgerDetail::profile adds to the JSON of a run.
namespace pram::report {

namespace {

using nlohmann::json;

/// Two pardos, one of them named, in which several lines share a step.
Machine profiled(LedgerDetail detail, unsigned threads = 1) {
  Machine machine(
      {.components = 16, .network = "torus:4x4", .access = "combining:4,4", .threads = threads, .ledger = detail});
  const auto cells = machine.array<std::int64_t>(64, 0, "cells");
  const auto hot = machine.array<std::int64_t>(1, 0, "hot");
  const auto shared = [&](Processor self) -> Task<> {
    if (self.id() % 2 == 0) {
      co_await hot[0].add(1);
    } else {
      co_await cells[self.id()];
    }
  };
  for (int round = 0; round < 3; ++round) machine.pardo(64, shared, "shared");
  machine.pardo(64, [&](Processor self) -> Task<> {
    co_await self.idle();
    co_await (cells[self.id()] = 1);
  });
  return machine;
}

json json_of_run(const Machine& machine) {
  return json::parse(
      json_of(run_report({.program = "profiled", .machine = machine.options(), .ledger = machine.ledger()}, true)));
}

std::uint64_t sum(const json& column) {
  std::uint64_t all = 0;
  for (const json& number : column) all += number.get<std::uint64_t>();
  return all;
}

}  // namespace

TEST_CASE("the JSON of a profile: pardos, components, links and columns, which add up to the totals") {
  const Machine machine = profiled(LedgerDetail::profile);
  const json run = json_of_run(machine);
  CHECK_FALSE(run.contains("step_records"));

  const json& pardos = run.at("pardos");
  REQUIRE(pardos.size() == 2);
  CHECK(pardos[0].at("form") == "pardo");
  CHECK(pardos[0].at("name") == "shared");
  CHECK(pardos[0].at("times") == 3);
  CHECK(pardos[0].at("steps") == 3);
  CHECK(pardos[1].at("name") == "");
  CHECK(pardos[1].at("first_step") == 4);
  CHECK(pardos[0].at("charge").get<std::uint64_t>() + pardos[1].at("charge").get<std::uint64_t>() ==
        machine.ledger().total_charge());

  std::uint64_t messages = 0;
  for (const PhaseTotal& phase : machine.ledger().phases()) messages += phase.messages;
  const json& components = run.at("components");
  for (const char* const name : {"sent", "received", "served", "times_busiest"})
    CHECK(components.at(name).size() == 16);
  CHECK(sum(components.at("sent")) == messages);
  CHECK(sum(components.at("received")) == messages);
  CHECK(sum(components.at("served")) == 4 * 64);

  const json& links = run.at("links");
  CHECK(links.at("topology") == "torus:4x4");
  for (const char* const way : {"forward", "back"}) {
    const json& of = links.at(way);
    CHECK(of.at("link").size() == of.at("busy").size());
    CHECK(of.at("link").size() == of.at("largest_queue").size());
    for (const json& busy : of.at("busy")) CHECK(busy > 0);
  }
  std::uint64_t busy = 0;
  for (const std::uint64_t steps : machine.ledger().network_load()->forward.busy) busy += steps;
  CHECK(sum(links.at("forward").at("busy")) == busy);

  const json& over_time = run.at("loads_over_time");
  CHECK(over_time.at("received").at("length") == 1);
  CHECK(over_time.at("received").at("entries") == 16);
  const auto sum_of_frames = [&](const char* name) {
    std::uint64_t all = 0;
    for (const json& frame : over_time.at(name).at("frames")) {
      std::istringstream numbers(frame.get<std::string>());
      std::uint64_t entries = 0;
      for (std::uint64_t load = 0; numbers >> load; ++entries) all += load;
      CHECK(entries == over_time.at(name).at("entries"));
    }
    return all;
  };
  CHECK(over_time.at("received").at("frames").size() == 5);
  CHECK(sum_of_frames("received") == messages);
  CHECK(sum_of_frames("busy") == busy);
  CHECK(sum_of_frames("busy_back") == sum(links.at("back").at("busy")));

  const json& columns = run.at("columns");
  CHECK(columns.at("version") == 1);
  CHECK(columns.at("steps").at("step") == json({1, 2, 3, 4, 5}));
  CHECK(columns.at("pardo") == json({0, 0, 0, 1, 1}));
  CHECK(columns.at("pardo_number") == json({1, 2, 3, 4, 4}));
  CHECK(sum(columns.at("steps").at("forward")) == machine.ledger().charge());
  const json& parts = columns.at("step_lines");
  CHECK(parts.at("place") == json({0, 0, 1, 1, 2, 2, 4}));  // nobody asked in step 4
  CHECK(sum(parts.at("requests")) == machine.ledger().requests().total());
  CHECK(parts.at("degree") == json({32, 1, 32, 1, 32, 1, 1}));
  const json& phases = columns.at("steps").at("phases");
  REQUIRE(phases.size() == 2);
  std::uint64_t by_phase = 0;
  for (const json& phase : phases) {
    by_phase += sum(phase.at("messages"));
    CHECK(phase.at("busiest_receiver").size() == 5);
    CHECK(phase.at("busiest_receiver")[3].is_null());
    CHECK(phase.at("busiest_sender")[4] < 16);
  }
  CHECK(by_phase == messages);

  double forward = 0;
  for (const json& line : run.at("lines")) {
    forward += line.at("forward").get<double>();
    CHECK(line.at("avoidable_charge").get<double>() ==
          doctest::Approx(line.at("forward").get<double>() - line.at("distinct_charge").get<double>()));
    if (line.at("array") == "hot") CHECK(line.at("degrees") == json({0, 0, 0, 0, 0, 3}));
    if (line.at("operation") == "write") CHECK(line.at("degrees") == json({64}));
  }
  CHECK(forward == doctest::Approx(static_cast<double>(machine.ledger().charge())));
}

TEST_CASE(
    "a ledger without a profile has nothing of it in its JSON, and one with it the same for any number of threads") {
  const json plain = json_of_run(profiled(LedgerDetail::steps));
  for (const char* const name : {"pardos", "components", "links", "columns"}) CHECK_FALSE(plain.contains(name));
  CHECK_FALSE(plain.at("lines")[0].contains("degrees"));
  CHECK(plain.at("step_records").size() == 5);
  json expected = json_of_run(profiled(LedgerDetail::profile, 1));
  for (const unsigned threads : {2U, 3U, 8U}) {
    json run = json_of_run(profiled(LedgerDetail::profile, threads));
    run.at("machine").at("threads") = 1;
    CHECK(run == expected);
  }
}

}  // namespace pram::report
