#include <pram/perf/runs/compare.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>

#include <pram/perf/runs/checked_result.hpp>
#include <pram/report/detail/value/text.hpp>

#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using nlohmann::json;
using pram::testing::contains;
using pram::testing::widest_line;

namespace {

ComparedRun verified(const char* network, const char* access, std::uint64_t forward, std::uint64_t back,
                     double performance_factor) {
  return {{.network = network,
           .access = access,
           .forward = forward,
           .back = back,
           .performance_factor = performance_factor,
           .verified = true},
          true};
}

Comparison four_runs() {
  Comparison comparison;
  comparison.program = "connected-components";
  comparison.machine.components = 4096;
  comparison.machine.threads = 2;
  programs::Outcome outcome;
  outcome.verified = true;
  outcome.check = "union-find on one thread";
  outcome.facts = {{"components", std::int64_t{3435}}};
  comparison.checked = checked_result(8192, {"made up", {{"vertices", 8192}, {"edges", 32768}}}, outcome);
  comparison.steps = 79;
  comparison.work = 2'092'813;
  comparison.requests = 2'092'812;
  comparison.ideal_charge = 138;
  comparison.runs = {verified("ideal", "direct", 79, 59, 1), verified("ideal", "combining:32,16,8", 237, 177, 3),
                     verified("router", "direct", 63'981, 57'117, 51.34),
                     verified("router", "combining:32,16,8", 4558, 3972, 3.65)};
  comparison.asked = 4;
  comparison.wall_seconds = 0.25;
  return comparison;
}

}  // namespace

TEST_CASE("a comparison sets each run's charge against the ideal machine's") {
  const Comparison comparison = four_runs();
  CHECK(comparison.sound());
  CHECK(comparison.times_ideal(comparison.runs[1]) == 3);
  const std::string text = text_of(compare_report(comparison));
  CAPTURE(text);
  CHECK(text.starts_with("connected-components: 4 results verified against union-find on one thread, and\n  equal\n"));
  CHECK(contains(text, "\n  ideal    direct                  79      59         1.00     1.00       yes\n"));
  CHECK(contains(text, "\n  router   direct              63,981  57,117         51.3      878       yes\n"));
  CHECK(contains(text, "charges 138, forward and back"));
  CHECK(text.ends_with("\nRan in 0.250 s on 2 host threads.\n"));
  CHECK(widest_line(text) <= line_width);
}

TEST_CASE("a wrong result and one that differs are seen") {
  Comparison comparison = four_runs();
  comparison.runs[2].equal = false;
  CHECK_FALSE(comparison.sound());
  CHECK(contains(text_of(compare_report(comparison)), "878   differs\n"));
  CHECK_FALSE(contains(text_of(compare_report(comparison)), "verified against"));
  comparison.runs[3].verified = false;
  CHECK(contains(text_of(compare_report(comparison)), "NO\n"));
  CHECK(json::parse(json_of(compare_report(comparison))).at("sound") == false);
}

TEST_CASE("a pair without a result has a row that says so") {
  Comparison comparison = four_runs();
  comparison.runs[2] = {
      {.network = "ring:4096,buffers=1",
       .access = "direct",
       .failed = "step 4 of the program: ring:4096: deadlock in the network's step 2: 4096 links wait"}};
  CHECK(comparison.sound());
  CHECK(comparison.results() == 3);
  const std::string text = text_of(compare_report(comparison));
  CAPTURE(text);
  CHECK(
      text.starts_with("connected-components: 3 results verified against union-find on one thread, and\n  equal; 1 "
                       "pair without a result, see below\n"));
  CHECK(contains(text, "\n  ring:4096,buffers=1\n    direct "));
  CHECK(contains(text, "\n    direct                   -       -            -        -      none\n"));
  CHECK(contains(text, "\n  none: ring:4096,buffers=1 with direct: step 4 of the program: ring:4096:\n    deadlock"));
  CHECK(widest_line(text) <= line_width);
  const json row = json::parse(json_of(compare_report(comparison))).at("runs").at(2);
  CHECK(row.size() == 3);
  CHECK(row.at("network") == "ring:4096,buffers=1");
  CHECK(row.at("failure").get<std::string>().starts_with("step 4 of the program"));
  comparison.runs[3].equal = false;
  CHECK_FALSE(comparison.sound());
  for (ComparedRun& run : comparison.runs) run.failed = "it does not fit";
  CHECK(comparison.results() == 0);
  CHECK(contains(text_of(compare_report(comparison)), "no result; 4 pairs without a result"));
}

TEST_CASE("one of a thing is not several") {
  Comparison comparison = four_runs();
  comparison.checked = checked_result(1, {"made up", {{"vertices", 1}, {"edges", 1}, {"rows", 1}, {"n", 1}}}, {});
  CHECK(contains(text_of(compare_report(comparison)), "made up: 1 vertex, 1 edge, 1 row, n = 1\n"));
  comparison.checked = checked_result(2, {"made up", {{"vertices", 2}, {"edges", 0}}}, {});
  CHECK(contains(text_of(compare_report(comparison)), "made up: 2 vertices, 0 edges\n"));
}

TEST_CASE("an interrupted comparison says what is done") {
  Comparison comparison = four_runs();
  comparison.interrupted = true;
  comparison.runs.resize(3);
  CHECK(contains(text_of(compare_report(comparison)), "interrupted, 3 of 4 runs are done"));
  comparison.runs.clear();
  comparison.ideal_charge = 0;
  CHECK(text_of(compare_report(comparison)).starts_with("connected-components: interrupted before a run was done\n"));
}

TEST_CASE("a program without a request has no factors") {
  Comparison comparison = four_runs();
  comparison.ideal_charge = 0;
  comparison.runs = {verified("ideal", "direct", 0, 0, 0)};
  const std::string text = text_of(compare_report(comparison));
  CHECK(text.starts_with("connected-components: result verified against union-find on one thread\n"));
  CHECK_FALSE(contains(text, "nan"));
  CHECK_FALSE(contains(text, "inf"));
}

TEST_CASE("names of any length and bytes fit a terminal, and the numbers stay") {
  Comparison comparison = four_runs();
  comparison.runs[0].network = "product:" + std::string(200, 'x') + "\x1b[31m\xff";
  comparison.runs[0].access = "combining:" + std::string(100, '2');
  comparison.runs[0].forward = 123'456'789'012;
  const std::string text = text_of(compare_report(comparison));
  CHECK(widest_line(text) <= line_width);
  CHECK(contains(text, "123.5G"));
  CHECK_FALSE(contains(text, "\x1b"));
  CHECK(json::parse(json_of(compare_report(comparison))).at("runs").size() == 4);
}

TEST_CASE("a comparison of a BSP program has supersteps, w, h and their charge, and nothing of steps") {
  Comparison comparison = four_runs();
  comparison.program = "bsp-inner-product";
  comparison.steps = comparison.work = comparison.requests = 0;
  comparison.ideal_charge = 5;
  comparison.runs.clear();
  for (const auto& [network, charge] : {std::pair("ideal", 5U), std::pair("router:g=2,l=9", 12'345U)}) {
    ComparedRun run = verified(network, "direct", 0, 0, 0);
    run.supersteps = 4;
    run.superstep_work = 1'234'567;
    run.superstep_relation = 4095;
    run.superstep_charge = charge;
    comparison.runs.push_back(run);
  }
  CHECK(comparison.times_ideal(comparison.runs[1]) == 2469);
  const std::string text = text_of(compare_report(comparison));
  CAPTURE(text);
  CHECK(widest_line(text) <= line_width);
  CHECK(contains(text, "\n  supersteps S        4\n  local work w        1,234,567\n  relation h          4,095\n"));
  CHECK(contains(text, "\n  ideal           direct       5     1.00       yes\n"));
  CHECK(contains(text, "\n  router:g=2,l=9  direct  12,345    2,469       yes\n"));
  CHECK(contains(text, "charges 5, in supersteps: a unit a phase"));
  for (const char* const of_steps : {"time T", "work W", "requests", "forward", "back", "factor"}) {
    CAPTURE(of_steps);
    CHECK_FALSE(contains(text, of_steps));
  }
  const json row = json::parse(json_of(compare_report(comparison))).at("runs").at(1);
  CHECK(row.at("supersteps") == 4);
  CHECK(row.at("superstep_work") == 1'234'567);
  CHECK(row.at("superstep_relation") == 4095);
  CHECK(row.at("superstep_charge") == 12'345);
  CHECK(row.at("times_ideal") == 2469);
  CHECK(row.at("forward") == 0);
  // Names too long for the line get one of their own.
  comparison.runs[1].network = "product:ring:8,complete:8,path:8,complete:8";
  CHECK(contains(text_of(compare_report(comparison)), "\n  product:ring:8,complete:8,path:8,complete:8\n    direct "));
}

TEST_CASE("a comparison of a BSP program has w + g h + S l by each network's g and l beside what it took") {
  Comparison comparison = four_runs();
  comparison.runs.clear();
  const auto add = [&](const char* network, std::uint64_t relation, std::uint64_t charge,
                       std::optional<BspParameters> parameters) {
    ComparedRun run = verified(network, "direct", 0, 0, 0);
    run.supersteps = 4;
    run.superstep_work = 1000;
    run.superstep_relation = relation;
    run.superstep_charge = charge;
    run.parameters = parameters;
    comparison.runs.push_back(run);
  };
  add("router:g=2,l=9", 300, 630, BspParameters{2, 9});
  add("torus:8x8", 500, 900, BspParameters{1.5, 7.25, true});
  add("router:g=2,l=9", 300, 631, BspParameters{2, 9});
  add("bus", 300, 632, std::nullopt);
  const std::string text = text_of(compare_report(comparison));
  CAPTURE(text);
  CHECK(widest_line(text) <= line_width);
  CHECK(contains(text, "\n  supersteps S        4\n  local work w        1,000\n"));
  CHECK_FALSE(contains(text, "relation h"));  // it has a column, for runs differ in it
  CHECK(contains(text, "w + g h"));
  CHECK(contains(text, "  300     630   1,630    1,636"));
  CHECK(contains(text, "  500     900   1,900    1,779"));
  CHECK(contains(text, "  300     632   1,632        -"));
  CHECK(contains(text,
                 "\n  router:g=2,l=9: g = 2 and l = 9, the network's own\n"
                 "  torus:8x8: g = 1.50 and l = 7.25, which pram probe fits to the network\n"));
  const json runs = json::parse(json_of(compare_report(comparison))).at("runs");
  CHECK(runs.at(0).at("superstep_cost") == 1630);
  CHECK(runs.at(0).at("predicted") == 1000 + 2 * 300 + 4 * 9);
  CHECK(runs.at(0).at("g") == 2.0);
  CHECK(runs.at(0).at("l") == 9.0);
  CHECK(runs.at(0).at("probed") == false);
  CHECK(runs.at(1).at("predicted") == 1000 + 1.5 * 500 + 4 * 7.25);
  CHECK(runs.at(1).at("probed") == true);
  CHECK_FALSE(runs.at(3).contains("predicted"));
  CHECK_FALSE(runs.at(3).contains("g"));
  const std::string csv = csv_of(compare_report(comparison));
  CHECK(contains(csv, ",4,1000,300,630,2,9,1636,0,true,\n"));
  CHECK(contains(csv, ",4,1000,500,900,1.5,7.25,1779,0,true,\n"));
  CHECK(contains(csv, ",4,1000,300,632,,,,0,true,\n"));
}

TEST_CASE("the JSON of a comparison has the keys that it promises") {
  const json comparison = json::parse(json_of(compare_report(four_runs())));
  CHECK(comparison.at("version") == 2);
  CHECK(comparison.at("program") == "connected-components");
  CHECK(comparison.at("machine").at("components") == 4096);
  CHECK_FALSE(comparison.at("machine").contains("network"));
  CHECK(comparison.at("input").at("edges") == 32768);
  CHECK(comparison.at("result").at("components") == 3435);
  CHECK(comparison.at("steps") == 79);
  CHECK(comparison.at("ideal_charge") == 138);
  CHECK(comparison.at("runs").size() == 4);
  const json& run = comparison.at("runs").at(1);
  CHECK(run.at("network") == "ideal");
  CHECK(run.at("access") == "combining:32,16,8");
  CHECK(run.at("forward") == 237);
  CHECK(run.at("back") == 177);
  CHECK(run.at("times_ideal") == 3);
  CHECK(run.at("verified") == true);
  CHECK(comparison.at("sound") == true);
  CHECK(comparison.at("interrupted") == false);
}

TEST_CASE("the CSV of a comparison has a line a run, with the counts of each") {
  Comparison comparison = four_runs();
  comparison.runs[1].n = 500;
  comparison.runs[1].steps = 79;
  const std::string csv = csv_of(compare_report(comparison));
  CHECK(std::ranges::count(csv, '\n') == 5);
  CHECK(contains(
      csv,
      "\nconnected-components,4096,arbitrary,hashed,500,1,ideal,\"combining:32,16,8\",79,0,0,0,237,177,0,0,0,0,"
      "0,,,,3,true,\n"));
}

TEST_CASE("where names are too long for a line each network has a line of its own") {
  Comparison comparison = four_runs();
  comparison.runs[2].network = comparison.runs[3].network = "omega:4096,combining=unlimited";
  const std::string text = text_of(compare_report(comparison));
  CAPTURE(text);
  CHECK(contains(text, "\n  omega:4096,combining=unlimited\n    direct "));
  CHECK(contains(text, "\n    combining:32,16,8 "));
  CHECK(widest_line(text) <= line_width);
}
