#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/pram.hpp>
#include "../../parts/finished_json.hpp"
#include "support.hpp"

namespace pram::perf {

namespace {

const Experiment& first_arrival() {
  const auto place = std::ranges::find(experiments(), "first-arrival", [](const Experiment* one) { return one->name; });
  REQUIRE(place != experiments().end());
  return **place;
}

/// What one such step is charged: each cell is written by `degree` processors, on components one after the other.
double written(std::uint32_t components, std::uint64_t degree, const std::string& access, std::uint64_t seed) {
  Machine machine({.components = components, .access = access, .threads = 1, .seed = seed});
  const auto cells = machine.array<std::uint64_t>(32 * components / degree, 0, "cells");
  machine.pardo(32 * components, [&](Processor self) -> Task<> {
    const std::uint64_t component = self.id() / 32;
    const std::uint64_t turn = self.id() % 32;
    co_await (cells[(turn * components + component) / degree] = component);
  });
  return static_cast<double>(machine.ledger().charge());
}

}  // namespace

TEST_CASE(
    "the table of winners by first arrival has the charges of steps: less than with barriers, or with drawn winners") {
  constexpr std::uint64_t runs = 4;
  ExperimentRequest request = first_arrival().usual_request();
  request.options["--components"] = 64;
  request.options["--runs"] = runs;
  request.options["--seed"] = 5;
  const auto json = nlohmann::json::parse(finished_json(first_arrival().run(request), 0));
  REQUIRE(json["rows"].size() == 4);
  std::uint64_t degree = 64;
  for (const auto& row : json["rows"]) {
    CAPTURE(row.dump());
    CHECK(row["degree"] == degree);
    double waiting = 0;
    double drawn = 0;
    double first = 0;
    for (std::uint64_t run = 0; run < runs; ++run) {
      const std::uint64_t seed = 5 * 1'000'003 + run;
      waiting += written(64, degree, "combining:8,8", seed);
      drawn += written(64, degree, "combining:8,8,timing=asynchronous", seed);
      first += written(64, degree, "combining:8,8,timing=asynchronous,winner=first", seed);
    }
    CHECK(row["barriers"]["mean"].get<double>() == doctest::Approx(waiting / runs));
    CHECK(row["drawn"]["mean"].get<double>() == doctest::Approx(drawn / runs));
    CHECK(row["first"]["mean"].get<double>() == doctest::Approx(first / runs));
    CHECK(row["drawn_of_barriers"].get<double>() == doctest::Approx(drawn / waiting));
    CHECK(row["first_of_barriers"].get<double>() == doctest::Approx(first / waiting));
    CHECK(row["first_of_barriers"].get<double>() <= 1);
    CHECK(row["first"]["mean"].get<double>() <= row["drawn"]["mean"].get<double>());
    // Nobody is beaten where a cell has one writer, and somebody where it has sixteen.
    if (degree == 1) CHECK(row["again"].get<double>() == 0);
    if (degree >= 16) CHECK(row["again"].get<double>() > 0);
    degree /= 4;
  }
  request.options["--components"] = 32;
  CHECK_THROWS_AS(static_cast<void>(first_arrival().run(request)), ConfigError);
}

}  // namespace pram::perf
