#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include <pram/error.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/run/saved_run.hpp>

namespace pram::report {

using nlohmann::json;

namespace {

/// As the library of pram-bspcc writes it: seven supersteps of two tags, of which three have records.
json record() {
  const auto counts = [](const char* tag, std::uint64_t times) {
    return json{{"tag", tag},
                {"work", 40 * times},
                {"largest_work", 12 * times},
                {"messages", 8 * times},
                {"words", 24 * times},
                {"largest_sent", 6 * times},
                {"largest_received", 9 * times},
                {"pattern", 9 * times},
                {"pattern_back", 0},
                {"forward", 28 * times},
                {"back", 0}};
  };
  const auto total = [&](const char* tag, std::uint64_t times) {
    json one = counts(tag, times);
    one.update({{"supersteps", times}, {"mean_work", 10 * times}, {"mean_words", 6 * times}, {"relation", 9 * times}});
    return one;
  };
  const auto superstep = [&](std::uint64_t number) {
    json one = counts("a.c:7", 1);
    one.update({{"superstep", number}, {"processes", 4}, {"components", 4}});
    return one;
  };
  return {{"version", 2},
          {"program", ""},
          {"machine",
           {{"components", 4},
            {"network", "router:g=2,l=10"},
            {"access", "combining:2,2"},
            {"rule", "priority"},
            {"placement", "hashed"},
            {"threads", 2},
            {"seed", 7},
            {"max_steps", 0}}},
          {"steps", 0},
          {"work", 0},
          {"processors", 0},
          {"step_sums", {{"contention", 0}, {"relation", 0}, {"exchanges", 0}}},
          {"requests", 0},
          {"reads", 0},
          {"writes", 0},
          {"updates", 0},
          {"fetches", 0},
          {"largest_read_degree", 0},
          {"largest_write_degree", 0},
          {"charge", {{"forward", 0}, {"back", 0}, {"distinct_charge", 0}, {"phases", json::array()}}},
          {"lines", json::array()},
          {"mixed_steps", 0},
          {"cells", json::array()},
          {"models", {"EREW"}},
          {"processes", 4},
          {"wall_seconds", 0.5},
          {"interrupted", false},
          {"superstep_totals", {total("a.c:7", 5), total("b.c:9", 2)}},
          {"transfers",
           {{{"file", "src/a.c"},
             {"line", 5},
             {"subject", "registration 1"},
             {"operation", "put"},
             {"messages", 56},
             {"words", 168},
             {"supersteps", 7},
             {"charge", 196.0},
             {"number", 0}}}},
          {"superstep_records", {superstep(1), superstep(2), superstep(3)}}};
}

}  // namespace

TEST_CASE("the record of a BSPlib program gives the profile of its supersteps") {
  const SavedRun run = read_run(record().dump());
  RunSummary summary = run.summary;
  summary.parameters = BspParameters{2, 10};
  const json report = json::parse(json_of(run_report(summary, true)));
  CHECK(report.at("machine").at("network") == "router:g=2,l=10");
  CHECK(report.at("machine").at("rule") == "priority");
  CHECK(report.at("supersteps") == 7);
  CHECK(report.at("processes") == 4);
  CHECK(report.at("superstep_work") == 7 * 12);
  CHECK(report.at("superstep_relation") == 7 * 9);
  CHECK(report.at("charge").at("total") == 7 * 28);
  CHECK(report.at("superstep_cost") == 7 * (12 + 28));
  CHECK(report.at("predicted") == 7 * (12 + 2 * 9 + 10));
  CHECK(report.at("superstep_totals").size() == 2);
  CHECK(report.at("superstep_totals")[1].at("share") == 2 / 7.0);
  CHECK(report.at("superstep_records").size() == 3);
  CHECK(report.at("supersteps_without_record") == 4);
  CHECK(report.at("transfers")[0].at("share") == 1);
  CHECK(!report.contains("input"));
  CHECK(!report.contains("result"));
}

TEST_CASE("a damaged record of a BSPlib program is refused by one line") {
  const json whole = record();
  for (const auto& [key, value] : whole.items()) {
    // These fields are not in every report, or are a sum.
    if (key == "processes" || key == "superstep_totals" || key == "superstep_records" || key == "transfers" ||
        key == "cells" || key == "requests")
      continue;
    json lacks = whole;
    lacks.erase(key);
    CAPTURE(key);
    CHECK_THROWS_AS(read_run(lacks.dump()), Error);
  }
  json more = whole;
  more["superstep_totals"] = json::array();
  CHECK_THROWS_WITH_AS(read_run(more.dump()), doctest::Contains("3 of 0"), Error);
}

}  // namespace pram::report
