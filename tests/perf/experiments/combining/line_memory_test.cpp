#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <pram/perf/experiment.hpp>
#include <pram/perf/patterns/request_pattern.hpp>
#include <pram/pram.hpp>
#include "../../parts/finished_json.hpp"
#include "support.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t line_components = 64;
constexpr std::uint64_t line_requests = 32 * std::uint64_t{line_components};
constexpr std::uint64_t line_steps = 24;

struct LineOutcome {
  double charge = 0;
  std::uint64_t guesses = 0;
  std::uint64_t wrong = 0;
};

/// Reads by the patterns of these names, "1" or a mix of degrees, one after the other.
LineOutcome read_line(const std::vector<std::string>& names, const char* access, std::uint64_t seed) {
  Machine machine({.components = line_components, .access = access, .seed = seed});
  const auto cells = machine.array<int>(line_requests, 0, "cells");
  const PatternSize size{line_components, line_requests, Requesters::random};
  LineOutcome outcome;
  std::uint64_t before = 0;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const bool mixed = names[k].find(':') != std::string::npos;
    const PatternSource source = mixed ? mixed_pattern(size, names[k]) : degree_pattern(size, std::stoul(names[k]));
    const RequestPattern pattern = source.make(seed + k);
    const std::size_t phases = machine.ledger().phases().size();
    machine.pardo(line_requests, [&](Processor self) -> Task<> { co_await cells[pattern.address[self.id()]].add(2); });
    outcome.charge += static_cast<double>(machine.ledger().charge() - before);
    before = machine.ledger().charge();
    CHECK(machine.ledger().phases().size() >= phases);
    // A count makes no records: what it sends merges into nothing.
    const auto& made = machine.ledger().step_records().back().phases;
    if (made[0].combined == 0) continue;
    ++outcome.guesses;
    outcome.wrong += made.size() > 2 ? 1 : 0;
  }
  outcome.charge /= static_cast<double>(names.size());
  return outcome;
}

/// `usual` in all steps but these.
std::vector<std::string> steps_but(const std::string& usual, const std::vector<std::size_t>& others,
                                   const std::string& name) {
  std::vector<std::string> names(line_steps, usual);
  for (const std::size_t k : others) names[k] = name;
  return names;
}

}  // namespace

TEST_CASE("the table of remembered lines has the charges of their steps") {
  const auto place = std::ranges::find(experiments(), "line-memory", [](const Experiment* one) { return one->name; });
  REQUIRE(place != experiments().end());
  ExperimentRequest request = (*place)->usual_request();
  request.options["--components"] = line_components;
  request.options["--steps"] = line_steps;
  request.options["--seed"] = 7;
  const auto json = nlohmann::json::parse(finished_json((*place)->run(request), 0));
  const std::string one = "64:0.03125,1:0.96875";
  const std::vector<std::size_t> eighths = {7, 15, 23};
  const std::vector<std::size_t> trusted = {3, 10, 23};  // after 3, 6 and 12 others
  const std::vector<std::vector<std::string>> lines = {
      steps_but("1", {}, ""),        steps_but("2", {}, ""),       steps_but("4", {}, ""),
      steps_but("16", {}, ""),       steps_but("64", {}, ""),      steps_but("1", eighths, one),
      steps_but("1", eighths, "64"), steps_but("1", trusted, one), steps_but("1", trusted, "64")};
  REQUIRE(json["rows"].size() == lines.size());
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const auto& row = json["rows"][k];
    CAPTURE(row.dump());
    const LineOutcome counted = read_line(lines[k], "adaptive,memory=none", 7);
    const LineOutcome remembered = read_line(lines[k], "adaptive", 7);
    CHECK(counted.guesses == 0);
    CHECK(row["counted"].get<double>() == doctest::Approx(counted.charge));
    CHECK(row["remembered"].get<double>() == doctest::Approx(remembered.charge));
    CHECK(row["of_counted"].get<double>() == doctest::Approx(remembered.charge / counted.charge));
    CHECK(row["guesses"] == remembered.guesses);
    CHECK(row["wrong"] == remembered.wrong);
  }
  CHECK(json["rows"][0]["guesses"] == line_steps - 3);
  CHECK(json["rows"][0]["wrong"] == 0);
  CHECK(json["rows"][0]["of_counted"].get<double>() < 0.95);
  CHECK(json["rows"][4]["guesses"] == 0);
  CHECK(json["rows"][8]["wrong"].get<int>() >= 2);
}

}  // namespace pram::perf
