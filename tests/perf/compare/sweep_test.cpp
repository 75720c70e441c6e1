#include <pram/perf/runs/sweep.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <pram/perf/runs/compare.hpp>
#include <pram/report/detail/value/text.hpp>
#include "support.hpp"
#include "text_checks.hpp"

namespace pram::perf {

namespace {

using nlohmann::json;
using testing::widest_line;

const std::vector<std::string> counts = {
    "steps",       "work",       "requests",       "largest_degree",     "forward",         "back",
    "collectives", "supersteps", "superstep_work", "superstep_relation", "superstep_charge"};

/// Sizes 8, 16, 32 with seeds 3 to 7 on two networks; every number is its own.
Sweep some_sweep() {
  std::mt19937_64 random(testing::seed());
  Sweep sweep;
  sweep.program = "prefix-sums";
  sweep.machine = {.components = 16, .threads = 2};
  sweep.source = "random numbers";
  sweep.check = "sums one by one";
  sweep.first_seed = 3;
  sweep.last_seed = 7;
  sweep.asked = 30;
  for (const std::uint64_t n : {8U, 16U, 32U}) {
    for (std::uint64_t seed = 3; seed <= 7; ++seed) {
      for (const char* const network : {"router", "ideal"}) {
        ProgramRun run;
        run.n = n;
        run.seed = seed;
        run.network = network;
        run.access = "combining:4,4";
        for (std::uint64_t* const number :
             {&run.steps, &run.work, &run.requests, &run.forward, &run.back, &run.collectives})
          *number = random() % 100'000'000;
        run.performance_factor = static_cast<double>(random() % 1000) / 100;
        run.verified = true;
        sweep.runs.push_back(run);
      }
    }
  }
  return sweep;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// On one line.
std::string flat(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  for (std::string word; in >> word;) line += word + ' ';
  return line;
}

}  // namespace

TEST_CASE("means and standard errors of a sweep are those of its runs") {
  const Sweep sweep = some_sweep();
  const json whole = json::parse(json_of(sweep_report(sweep)));
  REQUIRE(whole.at("runs").size() == 30);
  REQUIRE(whole.at("means").size() == 6);
  CHECK(whole.at("seeds") == json::array({3, 7}));
  CHECK(whole.at("asked") == 30);
  CHECK(whole.at("sound") == true);
  std::vector<std::string> names = counts;
  names.emplace_back("performance_factor");
  for (const json& means : whole.at("means")) {
    std::vector<json> runs;
    for (const json& run : whole.at("runs")) {
      if (run.at("n") == means.at("n") && run.at("network") == means.at("network")) runs.push_back(run);
    }
    REQUIRE(runs.size() == 5);
    CHECK(means.at("runs") == 5);
    for (const std::string& name : names) {
      CAPTURE(name);
      double sum = 0;
      for (const json& run : runs) sum += run.at(name).get<double>();
      const double mean = sum / 5;
      double squares = 0;
      for (const json& run : runs) squares += std::pow(run.at(name).get<double>() - mean, 2);
      const double error = std::sqrt(squares / (5 - 1)) / std::sqrt(5.0);
      CHECK(means.at(name).at("mean").get<double>() == doctest::Approx(mean).epsilon(1e-12));
      CHECK(means.at(name).at("error").get<double>() == doctest::Approx(error).epsilon(1e-9));
    }
  }
  // By network, then by size.
  CHECK(whole.at("means")[0].at("network") == "router");
  CHECK(whole.at("means")[2].at("n") == 32);
  CHECK(whole.at("means")[3].at("network") == "ideal");
}

TEST_CASE("the table of a sweep is at most 80 columns wide and has a mean and an error a size") {
  const std::string text = text_of(sweep_report(some_sweep()));
  std::size_t errors = 0;
  for (const std::string& line : lines_of(text)) {
    CHECK(columns(line) <= line_width);
    errors += line.find("± ") != std::string::npos && line.find("mean") == std::string::npos ? 1U : 0U;
  }
  CHECK(errors == 6);
  CHECK(flat(text).find("prefix-sums: 30 results verified against sums one by one") == 0);
  CHECK(text.find("router with combining:4,4") != std::string::npos);
  CHECK(text.find("3 to 7: mean ± standard error") != std::string::npos);
}

TEST_CASE("one seed has no error, and an interrupted or failing sweep says so") {
  Sweep sweep = some_sweep();
  std::erase_if(sweep.runs, [](const ProgramRun& run) { return run.seed != 3; });
  sweep.last_seed = 3;
  CHECK(text_of(sweep_report(sweep)).find("±") == std::string::npos);
  sweep.interrupted = true;
  CHECK(flat(text_of(sweep_report(sweep))).find("interrupted, 6 of 30 runs are done") != std::string::npos);
  sweep.runs[1].verified = false;
  sweep.runs[1].failed = "a deadlock";
  CHECK(sweep.sound());
  CHECK(flat(text_of(sweep_report(sweep))).find("1 run without a result: a deadlock") != std::string::npos);
  CHECK(json::parse(json_of(sweep_report(sweep))).at("runs")[1].at("failure") == "a deadlock");
  CHECK(json::parse(json_of(sweep_report(sweep))).at("means")[3].at("failed") == 1);
  sweep.runs[0].verified = false;
  CHECK_FALSE(sweep.sound());
  CHECK(flat(text_of(sweep_report(sweep))).find("a result is WRONG") != std::string::npos);
  sweep.runs.clear();
  CHECK(flat(text_of(sweep_report(sweep))).find("interrupted before a run was done") != std::string::npos);
}

TEST_CASE("each count of a run is in text, JSON and CSV of sweeps and comparisons") {
  using In = RunCount::Shown;
  // Runs of steps, of supersteps, of both.
  const std::vector<In> all[] = {
      {In::with_steps, In::steps_alone}, {In::supersteps_alone, In::where_any}, {In::with_steps, In::where_any}};
  for (const std::vector<In>& shown : all) {
    const auto shows = [&](const RunCount& count) { return std::ranges::find(shown, count.shown) != shown.end(); };
    Sweep sweep;
    sweep.runs.emplace_back();
    ProgramRun& run = sweep.runs.front();
    run.network = "router";
    run.verified = true;
    std::uint64_t number = 100'001;
    for (const RunCount& count : run_counts) {
      const bool of_steps = count.shown == In::with_steps || count.shown == In::steps_alone;
      if (of_steps ? shown[0] == In::with_steps : shown[1] == In::where_any) run.*count.of = number++;
    }
    Comparison comparison;
    comparison.runs.push_back({run, true});
    const Report reports[] = {sweep_report(sweep), compare_report(comparison)};
    for (const RunCount& count : run_counts) {
      CAPTURE(count.key);
      const std::string digits = std::to_string(run.*count.of);
      for (const Report& report : reports) {
        const bool of_sweep = &report == reports;
        CAPTURE(text_of(report));
        CHECK(widest_line(text_of(report)) <= line_width);
        const std::vector<std::string> lines = lines_of(csv_of(report));
        REQUIRE(lines.size() == 2);
        CHECK((',' + lines[0] + ',').find(std::string(",") + count.key + ',') != std::string::npos);
        CHECK((',' + lines[1] + ',').find(',' + digits + ',') != std::string::npos);
        if (!of_sweep && count.of_program) continue;  // said once, apart from the runs
        if (of_sweep || run.*count.of > 0)
          CHECK(json::parse(json_of(report)).at("runs")[0].at(count.key).dump() == digits);
        if (run.*count.of == 0) continue;
        CHECK((text_of(report).find(with_separators(run.*count.of)) != std::string::npos) == shows(count));
      }
      CHECK(json::parse(json_of(reports[0])).at("means")[0].at(count.key).at("mean") ==
            static_cast<double>(run.*count.of));
    }
  }
}

TEST_CASE("comma-separated values have a line a run, and quote what has commas") {
  Sweep sweep = some_sweep();
  sweep.runs[0].failed = "says \"no\", twice";
  const std::vector<std::string> lines = lines_of(csv_of(sweep_report(sweep)));
  REQUIRE(lines.size() == 31);
  CHECK(lines[0] ==
        "program,components,rule,placement,n,seed,network,access,steps,work,requests,largest_degree,forward,back,"
        "collectives,"
        "supersteps,superstep_work,superstep_relation,superstep_charge,g,l,predicted,performance_factor,verified,"
        "failure");
  const ProgramRun& run = sweep.runs[0];
  CHECK(lines[1].starts_with("prefix-sums,16,"));
  CHECK(lines[1].find(",8,3,router,\"combining:4,4\"," + std::to_string(run.steps) + ',' + std::to_string(run.work) +
                      ',') != std::string::npos);
  CHECK(lines[1].ends_with(",true,\"says \"\"no\"\", twice\""));
  CHECK(lines[2].ends_with(",true,"));
  sweep.runs.clear();
  CHECK(lines_of(csv_of(sweep_report(sweep))) == std::vector<std::string>{lines[0]});
}

}  // namespace pram::perf
