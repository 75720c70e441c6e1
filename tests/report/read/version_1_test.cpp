#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include <pram/report/detail/run/saved.hpp>
#include <pram/report/detail/value/read_json.hpp>
#include <pram/report/detail/value/value.hpp>

namespace pram::report {

using nlohmann::json;

namespace {

json updated(const json& saved) {
  Value value = read_json(saved.dump());
  update_version(value);
  return json::parse(json_of(Record{{"", value}})).at("");
}

/// The members of a report of version 1 or 2.
json of_version(int version, json members) {
  members["version"] = version;
  return members;
}

}  // namespace

TEST_CASE("a report of version 1 gets the names of version 2") {
  const std::pair<const char*, const char*> reports[] = {
      {R"({})", R"({})"},
      {R"({"requests": {"reads": 3, "writes": 2, "updates": 0, "fetches": 4}})",
       R"({"requests": 9, "reads": 3, "writes": 2, "updates": 0, "fetches": 4})"},
      {R"({"requests": 7})", R"({"requests": 7})"},
      {R"({"requests": {"mean": 7, "error": 1}})", R"({"requests": {"mean": 7, "error": 1}})"},
      {R"({"superstep_totals": [{"shared": {"requests": {"reads": 3, "updates": 5}}}]})",
       R"({"superstep_totals": [{"shared": {"requests": 8, "reads": 3, "updates": 5}}]})"},
      {R"({"input": {"n": 16, "vertices": 16, "size": 64}})", R"({"input": {"n": 64, "vertices": 16}})"},
      {R"({"input": {"size": 64}})", R"({"input": {"n": 64}})"},
      {R"({"charge": {"distinct": 1.5, "supersteps": 9, "total": 12}, "cost": 5})",
       R"({"charge": {"distinct_charge": 1.5, "superstep_charge": 9, "total": 12}, "superstep_cost": 5})"},
      {R"({"charge": {}, "regions": [{"requests": {"reads": 3, "writes": 1}, "distinct": 2.5}],
           "lines": [{"distinct": 7, "charge_forward": 3}, {"distinct": 8}],
           "parameters": {"g": 1, "l": 2, "source": "probe"}})",
       R"({"charge": {}, "regions": [{"requests": 4, "reads": 3, "writes": 1, "distinct_charge": 2.5}],
           "lines": [{"distinct": 7, "forward": 3}, {"distinct": 8}], "parameters": {"g": 1, "l": 2, "probed": true}})"},
      {R"({"runs": [{"network": "ideal", "parameters": {"g": 1, "l": 2, "source": "network"}, "predicted": 4},
                    {"failed": "a deadlock"}, {"failure": "no memory"}]})",
       R"({"runs": [{"network": "ideal", "g": 1, "l": 2, "probed": false, "predicted": 4},
                    {"failure": "a deadlock"}, {"failure": "no memory"}]})"},
      {R"({"steps": {"mean": 1, "stderr": 2, "largest": 3}})", R"({"steps": {"mean": 1, "error": 2, "largest": 3}})"},
      {R"({"pattern": "degree 4", "runs": 2,
           "costs": [{"runs": 3, "charge": 1, "charge_back": 2, "factor": 5,
                      "phases": [{"sent": 6, "received": 7, "charge": 8, "charge_back": 9}]}]})",
       R"({"pattern": "degree 4", "begun": 2,
           "costs": [{"runs": 3, "forward": 1, "back": 2, "performance_factor": 5,
                      "phases": [{"largest_sent": 6, "largest_received": 7, "forward": 8, "back": 9}]}]})"},
      {R"({"words": 64, "source": 0, "algorithms": [{"name": "tree", "source": "a paper", "words": 3}]})",
       R"({"words": 64, "source": 0, "algorithms": [{"name": "tree", "source": "a paper", "words": 3}]})"},
      {R"({"deviation": 0.5, "runs": 4, "points": [{"runs": 4, "stderr": 1}]})",
       R"({"deviation": 0.5, "asked": 4, "points": [{"runs": 4, "error": 1}]})"},
      {R"({"runs": 4, "costs": [{"size": 3}], "fits": [{"size": "N"}]})",
       R"({"runs": 4, "costs": [{"size": 3}], "fits": [{"variable": "N"}]})"},
  };
  for (const auto& [before, after] : reports) {
    CAPTURE(before);
    CHECK(updated(of_version(1, json::parse(before))) == of_version(2, json::parse(after)));
  }
}

TEST_CASE("what a program of version 1 found keeps its names") {
  const json facts = json::parse(R"({"stderr": 1, "requests": {"reads": 1}})");
  json report;
  for (const char* const name : {"result", "input", "columns"}) report[name] = facts;
  CHECK(updated(of_version(1, report)) == of_version(2, report));
}

TEST_CASE("what is no report of version 1 stays") {
  const json old = json::parse(R"({"stderr": 1, "requests": {"reads": 1}})");
  for (const json& version : {json(0), json(2), json(3), json("1"), json(nullptr), json(1.5), json(-1)}) {
    json report = old;
    report["version"] = version;
    CHECK(updated(report) == report);
  }
  json trace = of_version(1, old);
  trace["format"] = "pram-trace";  // which counts its own versions
  for (const json& other : {old, trace, json("text"), json(7), json::array({of_version(1, old)})})
    CHECK(updated(other) == other);
}

TEST_CASE("a member of version 1 of another type than it should have stays, too") {
  for (const char* const name :
       {"requests", "input", "charge", "regions", "lines", "parameters", "runs", "costs", "algorithms", "fits"}) {
    for (const json& value : {json(7), json("text"), json(nullptr), json::array({1, nullptr}), json::object()}) {
      CAPTURE(name);
      json report = json::parse(R"({"charge": {}, "pattern": ""})");
      report[name] = value;
      const json found = updated(of_version(1, report));
      CHECK(found.at(std::string(name) == "runs" ? "begun" : name) == value);
    }
  }
}

}  // namespace pram::report
