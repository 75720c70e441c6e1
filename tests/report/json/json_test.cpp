#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include <pram/report/detail/value/json_line.hpp>
#include "../small_run.hpp"

using namespace pram;
using namespace pram::report;
using nlohmann::json;
using pram::testing::small_run;
using pram::testing::summary_of;

namespace {

/// The document's text less the two members that may differ from run to run, each of which has a line of its own.
std::string comparable(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("\"threads\": ") == std::string::npos && line.find("\"wall_seconds\": ") == std::string::npos)
      kept += line + '\n';
  }
  return kept;
}

}  // namespace

TEST_CASE("the JSON of a run has the keys that it promises, with the ledger's numbers") {
  const Machine machine = small_run();
  const Ledger& ledger = machine.ledger();
  const json run = json::parse(json_of(run_report(summary_of(machine), true)));
  CHECK(run.at("version") == 2);
  CHECK(run.at("program") == "small-run");
  const json& options = run.at("machine");
  CHECK(options.at("components") == 64);
  CHECK(options.at("network") == "router");
  CHECK(options.at("access") == "combining:8,8");
  CHECK(options.at("rule") == "arbitrary");
  CHECK(options.at("placement") == "hashed");
  CHECK(options.at("threads") == machine.options().threads);
  CHECK(options.at("seed") == 1);
  CHECK(run.at("input") == json({{"source", "made up"},
                                 {"n", 0},
                                 {"vertices", 1234567},
                                 {"edges", 88},
                                 {"text", "made up: 1,234,567 vertices, 88 edges"}}));
  const json& result = run.at("result");
  CHECK(result.at("verified") == true);
  CHECK(result.at("check") == "a sum on one thread");
  CHECK(result.at("components") == 1);
  CHECK(result.at("connected") == true);
  CHECK(result.at("mean") == 0.5);
  CHECK(result.at("kind") == "ring");
  CHECK(run.at("interrupted") == false);
  CHECK(run.at("steps") == 12);
  CHECK(run.at("work") == ledger.work());
  CHECK(run.at("processors") == 200);
  CHECK(run.at("charge").at("forward") == ledger.charge());
  CHECK(run.at("charge").at("back") == ledger.charge_back());
  CHECK(run.at("performance_factor") == ledger.performance_factor());
  CHECK(run.at("models") == json(ledger.models()));
  CHECK(run.at("wall_seconds") == 1.5);
  CHECK(run.at("largest_write_degree") == 200);
  CHECK(run.at("largest_degree") == 200);
  CHECK(run.at("requests") == 2100);
  CHECK(run.at("reads") == 600);
  CHECK(run.at("writes") == 600);
  CHECK(run.at("updates") == 600);
  CHECK(run.at("fetches") == 300);
}

TEST_CASE("phases, lines and steps add up to the totals") {
  const Machine machine = small_run();
  const Ledger& ledger = machine.ledger();
  const json run = json::parse(json_of(run_report(summary_of(machine), true)));
  std::uint64_t forward = 0;
  std::uint64_t back = 0;
  double factor = 0;
  CHECK(run.at("charge").at("phases").size() == 2);
  for (const json& phase : run.at("charge").at("phases")) {
    forward += phase.at("forward").get<std::uint64_t>();
    back += phase.at("back").get<std::uint64_t>();
    factor += phase.at("performance_factor").get<double>();
  }
  CHECK(forward == ledger.charge());
  CHECK(back == ledger.charge_back());
  CHECK(factor == doctest::Approx(ledger.performance_factor()));

  std::uint64_t requests = 0;
  std::uint64_t charge = 0;
  std::uint64_t last = ~std::uint64_t{0};
  CHECK(run.at("lines").size() == 4);
  for (const json& line : run.at("lines")) {
    CHECK(line.at("file") == "report/small_run.hpp");
    CHECK(line.at("line").get<std::uint32_t>() > 0);
    CHECK(line.at("mean_degree").get<double>() >= 1);
    CHECK(line.at("largest_degree").get<std::uint64_t>() >= 1);
    CHECK((line.at("array") == "label" || line.at("array") == "sum"));
    requests += line.at("requests").get<std::uint64_t>();
    CHECK(line.at("charge").get<std::uint64_t>() <= last);
    last = line.at("charge").get<std::uint64_t>();
    charge += last;
  }
  CHECK(requests == ledger.requests().total());
  CHECK(charge == forward + back);

  CHECK(run.at("cells").front().at("array") == "sum");
  CHECK(run.at("cells").front().at("index") == 0);
  CHECK(run.at("cells").front().at("largest_degree") == 200);

  CHECK(run.at("step_records").size() == 12);
  CHECK(run.at("steps_without_record") == 0);
  std::uint64_t by_step = 0;
  for (const json& step : run.at("step_records")) by_step += step.at("forward").get<std::uint64_t>();
  CHECK(by_step == forward);
  CHECK(run.at("step_records").at(2).at("step") == 3);
  CHECK(run.at("step_records").at(2).at("updates") == 200);
  CHECK(run.at("step_records").at(2).at("largest_write_degree") == 200);
  CHECK(run.at("step_records").at(2).at("phases").size() == 2);
}

TEST_CASE("a ledger of totals leaves the steps out") {
  const Machine machine = small_run({.components = 64, .ledger = LedgerDetail::totals});
  const json run = json::parse(json_of(run_report(summary_of(machine), true)));
  CHECK_FALSE(run.contains("step_records"));
  CHECK(run.at("steps") == 12);
}

TEST_CASE("the JSON is equal to the byte for any number of host threads, threads and wall_seconds apart") {
  const Machine one = small_run({.components = 64, .threads = 1});
  const std::string expected = comparable(json_of(run_report(summary_of(one), true)));
  CHECK(expected.find("\"steps\": 12") != std::string::npos);
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const Machine machine = small_run({.components = 64, .threads = threads});
    RunSummary run = summary_of(machine);
    run.wall_seconds = 0.25 * threads;
    CHECK(comparable(json_of(run_report(run, true))) == expected);
  }
}

TEST_CASE("names of any bytes and runs without a step make valid JSON") {
  const Machine machine = small_run({.components = 4}, 0, "\xff\n\"");
  RunSummary run = summary_of(machine, {}, {"\xff\x1b\"\\", {}});
  run.interrupted = true;
  const json parsed = json::parse(json_of(run_report(run, true)));
  CHECK(parsed.at("input").at("n") == 0);
  CHECK(parsed.at("result").at("verified") == false);
  CHECK(parsed.at("interrupted") == true);
  CHECK(parsed.at("performance_factor") == 0);
  CHECK(parsed.at("lines").empty());
  CHECK(parsed.at("cells").empty());
  CHECK(parsed.at("charge").at("phases").empty());
}

TEST_CASE("a value is one line of JSON without blanks, its members in their order") {
  const Value value = Record{{"b", List{1, -2, 0.5, true, nullptr}},
                             {"a", Record{{"text", "say \"\xC3\xA9\"\n"}, {"none", Record()}, {"no", List()}}}};
  CHECK(json_line(value) ==
        "{\"b\":[1,-2,0.5,true,null],\"a\":{\"text\":\"say \\\"\xC3\xA9\\\"\\n\",\"none\":{},\"no\":[]}}");
  CHECK(json_line(Value("\xFF")) == "\"\xEF\xBF\xBD\"");
  CHECK(json_line(Value(std::uint64_t{18446744073709551615U})) == "18446744073709551615");
}

TEST_CASE("a text is JSON in quotes, with all characters or with those of ASCII alone") {
  const std::string text = "<\xC3\xA9\t\xFF>";
  CHECK(json_text(text) == "\"<\xC3\xA9\\t\xEF\xBF\xBD>\"");
  CHECK(json_text(text, Characters::ascii) == "\"<\\u00e9\\t\\ufffd>\"");
}
