#include <doctest/doctest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/runs/checked_result.hpp>
#include <pram/perf/runs/compare.hpp>
#include <pram/report/detail/value/read_json.hpp>

namespace pram::perf {

namespace {

Comparison compared(bool supersteps) {
  Comparison comparison;
  comparison.program = "some-program";
  comparison.machine.components = 64;
  comparison.machine.threads = 3;
  comparison.machine.seed = 7;
  programs::Outcome outcome;
  outcome.verified = true;
  outcome.check = "a walk";
  outcome.facts = {{"found", std::int64_t{12}}, {"share", 0.25}, {"whole", false}, {"kind", std::string("ring")}};
  comparison.checked = checked_result(500, {"made up", {{"vertices", 200}, {"edges", 500}}, "a list"}, outcome);
  comparison.steps = 30;
  comparison.work = 6000;
  comparison.requests = 5500;
  comparison.ideal_charge = 60;
  for (const std::uint64_t times : {1U, 3U}) {
    ComparedRun run;
    run.n = 500;
    run.seed = 7;
    run.network = times == 1 ? "ideal" : "torus:8x8";
    run.access = "direct";
    run.steps = 30;
    run.work = 6000;
    run.requests = 5500;
    run.largest_degree = 11;
    run.forward = 40 * times;
    run.back = 21 * times;
    run.performance_factor = 1.0 / 3 * static_cast<double>(times);
    run.verified = run.equal = true;
    run.lines = {{"graph/one.cpp", 7, 30 * times}, {"graph/one.cpp", 9, 3}, {"graph/one.cpp", 7, 1}};
    if (supersteps) {
      run.supersteps = 4;
      run.superstep_work = 90;
      run.superstep_relation = 17;
      run.superstep_charge = 55 * times;
      run.parameters = BspParameters{1.25, 3, times == 3};
    }
    comparison.runs.push_back(run);
  }
  ComparedRun failed;
  failed.n = 500;
  failed.seed = 7;
  failed.network = "omega:buffers=1";
  failed.access = "combining:8,8";
  failed.failed = "the network is in a deadlock";
  comparison.runs.push_back(failed);
  comparison.asked = 5;
  comparison.interrupted = true;
  comparison.wall_seconds = 0.75;
  return comparison;
}

Comparison again(const std::string& json) {
  const Value value = read_json(json);
  return read_comparison(Field(value, ""));
}

}  // namespace

TEST_CASE("a comparison read from its JSON: text, JSON, CSV and page are those of the comparison") {
  for (const bool supersteps : {false, true}) {
    const Comparison comparison = compared(supersteps);
    const Report report = compare_report(comparison);
    const Comparison saved = again(json_of(report));
    CHECK(json_of(compare_report(saved)) == json_of(report));
    CHECK(text_of(compare_report(saved)) == text_of(report));
    CHECK(csv_of(compare_report(saved)) == csv_of(report));
    CHECK(html_of(compare_page(saved)) == html_of(compare_page(comparison)));
  }
}

TEST_CASE("what is no JSON of a comparison is refused by one line") {
  const auto whole = nlohmann::json::parse(json_of(compare_report(compared(true))));
  for (const auto& [key, value] : whole.items()) {
    if (key == "sound" || key == "result") continue;  // is computed; is not known before a run is done
    nlohmann::json lacks = whole;
    lacks.erase(key);
    CAPTURE(key);
    CHECK_THROWS_AS(again(lacks.dump()), Error);
  }
  nlohmann::json wrong = whole;
  wrong["runs"][2]["failure"] = "";
  CHECK_THROWS_WITH_AS(again(wrong.dump()), "its \"failure\" is not a reason", Error);
}

}  // namespace pram::perf
