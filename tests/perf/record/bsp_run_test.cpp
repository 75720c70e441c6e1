#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/runs/bsp_run.hpp>
#include <pram/report/run.hpp>

using namespace pram;
using namespace pram::perf;
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
  return {{"machine",
           {{"components", 4},
            {"network", "router:g=2,l=10"},
            {"access", "combining:2,2"},
            {"rule", "priority"},
            {"threads", 2},
            {"seed", 7},
            {"max_steps", 0}}},
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
             {"charge", 196.0}}}},
          {"superstep_records", {superstep(1), superstep(2), superstep(3)}}};
}

}  // namespace

TEST_CASE("the record of a BSPlib program gives the profile of its supersteps") {
  const BspRun run = read_bsp_run(record().dump());
  RunSummary summary{"./a", run.machine, run.ledger, run.wall_seconds, run.interrupted};
  summary.parameters = BspParameters{2, 10};
  const json report = json::parse(json_of(run_report(summary, true)));
  CHECK(report.at("machine").at("network") == "router:g=2,l=10");
  CHECK(report.at("machine").at("rule") == "priority");
  CHECK(report.at("supersteps") == 7);
  CHECK(report.at("processes") == 4);
  CHECK(report.at("superstep_work") == 7 * 12);
  CHECK(report.at("superstep_relation") == 7 * 9);
  CHECK(report.at("charge").at("total") == 7 * 28);
  CHECK(report.at("cost") == 7 * (12 + 28));
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
  CHECK_THROWS_WITH_AS(read_bsp_run("{"), doctest::Contains("the record of the program's supersteps is damaged"),
                       Error);
  const json whole = record();
  for (const auto& [key, value] : whole.items()) {
    json lacks = whole;
    lacks.erase(key);
    CAPTURE(key);
    CHECK_THROWS_WITH_AS(read_bsp_run(lacks.dump()), doctest::Contains("damaged"), Error);
  }
  json more = whole;
  more["superstep_totals"] = json::array();
  CHECK_THROWS_WITH_AS(read_bsp_run(more.dump()), doctest::Contains("3 of 0"), Error);
}
