#include <pram/perf/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include <pram/perf/probe.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "experiments/combining/combining_tables.hpp"
#include "experiments/combining/theorem.hpp"
#include "experiments/rcn_full/rcn_full.hpp"
#include "experiments/saad_schultz/exchange_tables.hpp"
#include "experiments/torus_exchange/torus_tables.hpp"
#include "experiments/total_exchange/total_exchange_tables.hpp"
#include "report/small_run.hpp"
#include "text_checks.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;
using Fields_of_row = std::map<std::string, std::string>;  // by name; none that is empty

/// Comma-separated values by RFC 4180.
std::vector<std::vector<std::string>> parsed(const std::string& text) {
  std::vector<std::vector<std::string>> lines(1, std::vector<std::string>(1));
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    std::string& field = lines.back().back();
    if (quoted && text[k] == '"' && k + 1 < text.size() && text[k + 1] == '"') {
      field += text[++k];
    } else if (text[k] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[k] == ',') {
      lines.back().emplace_back();
    } else if (!quoted && text[k] == '\n') {
      lines.emplace_back(1);
    } else {
      field += text[k];
    }
  }
  CHECK_FALSE(quoted);
  CHECK(lines.back() == std::vector<std::string>(1));
  lines.pop_back();
  return lines;
}

/// Numbers by the shortest digits that name them alone, so that 3 and 3.0 are the same.
std::string canonical(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool is_number = !text.empty() && *end == '\0' && text.find_first_not_of("0123456789+-.e") == std::string::npos;
  return is_number ? ordered_json(number).dump() : text;
}

std::vector<Fields_of_row> rows_of_csv(const std::string& text) {
  const auto lines = parsed(text);
  std::vector<Fields_of_row> rows;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    REQUIRE(lines[k].size() == lines[0].size());
    Fields_of_row& row = rows.emplace_back();
    for (std::size_t column = 0; column < lines[k].size(); ++column) {
      if (lines[0][column] != "list" && !lines[k][column].empty()) row[lines[0][column]] = canonical(lines[k][column]);
    }
  }
  return rows;
}

/// A leaf of a flattened document: the records of lists that it stands in, and its name.
struct Leaf {
  std::string place;  ///< "/tables/0/cells/3"
  std::string name;   ///< "cells.degree", by which CSV shows it
  std::string path;   ///< "tables.cells.degree", by which CSV shows it where a record outside has the name
  std::string text;
};

std::vector<Leaf> leaves_of(const ordered_json& document) {
  std::vector<Leaf> leaves;
  const ordered_json flat = document.flatten();
  for (const auto& [pointer, value] : flat.items()) {
    Leaf leaf;
    std::string path;
    for (std::size_t begin = 1; begin <= pointer.size();) {
      const std::size_t end = std::min(pointer.find('/', begin), pointer.size());
      const std::string part = pointer.substr(begin, end - begin);
      path += '/' + part;
      const bool number = part.find_first_not_of("0123456789") == std::string::npos;
      if (!number && part != "machine") leaf.name += (leaf.name.empty() ? "" : ".") + part;
      if (!number) leaf.path += (leaf.path.empty() ? "" : ".") + part;
      if (number && end < pointer.size()) {
        if (leaf.place.empty()) leaf.name.clear();
        leaf.place = path;
      }
      begin = end + 1;
    }
    leaf.text = value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump();
    if (!leaves.empty() && leaves.back().place == leaf.place && leaves.back().name == leaf.name) {
      leaves.back().text += ';' + leaf.text;  // the next of a list
    } else {
      leaves.push_back(std::move(leaf));
    }
  }
  return leaves;
}

/// The rows that the JSON stands for: a row for each record that has none in it.
std::vector<Fields_of_row> rows_of_json(const std::string& text) {
  const std::vector<Leaf> leaves = leaves_of(ordered_json::parse(text));
  const auto holds = [](const std::string& outer, const std::string& inner) {
    return outer.empty() || inner == outer || inner.starts_with(outer + '/');
  };
  std::vector<std::string> places;
  for (const Leaf& leaf : leaves) {
    if (std::ranges::find(places, leaf.place) == places.end()) places.push_back(leaf.place);
  }
  std::ranges::stable_sort(places, {}, [](const std::string& place) { return std::ranges::count(place, '/'); });
  std::vector<Fields_of_row> rows;
  for (const std::string& place : places) {
    if (std::ranges::any_of(places, [&](const std::string& other) { return other != place && holds(place, other); }))
      continue;
    Fields_of_row& row = rows.emplace_back();
    std::set<std::string> known;
    for (const std::string& outer : places) {  // from the document inwards
      std::set<std::string> here;
      for (const Leaf& leaf : leaves) {
        if (leaf.place != outer || !holds(outer, place)) continue;
        const std::string& name = known.contains(leaf.name) ? leaf.path : leaf.name;
        here.insert(name);
        if (!leaf.text.empty()) row[name] = canonical(leaf.text);
      }
      known.merge(here);
    }
  }
  return rows;
}

void check_csv(const Report& report) {
  std::vector<Fields_of_row> from_csv = rows_of_csv(csv_of(report));
  std::vector<Fields_of_row> from_json = rows_of_json(json_of(report));
  CHECK(!from_csv.empty());
  std::ranges::sort(from_csv);
  std::ranges::sort(from_json);
  CHECK(from_csv == from_json);
}

struct Point {
  int x;
  std::string name;
};

Report made_up() {
  Report report;
  report.headline("a report");
  report.item("machine.components", 64, "machine", "64 components");
  report.data("empty", List());
  report.data("models", std::vector<std::string>{"EREW", "CRCW common"});
  report.data("nothing", nullptr);
  const auto fields =
      Fields<Point>()
          .add("x", "x", &Point::x, [](int x) { return std::to_string(x); })
          .add(
              "name", "name", &Point::name, [](const std::string& name) { return printable(name); },
              Shown::where_it_changes)
          .data("twice.x", [](const Point& point) { return 2 * point.x; })
          .data("odd", [](const Point& point) { return point.x % 2 == 0 ? Value(Value::Absent()) : Value(true); });
  const std::vector<Point> points = {{1, "a, \"b\"\nc"}, {2, "a, \"b\"\nc"}, {-3, ""}};
  report.add(fields.table("points", "The points", points));
  report.data("lists.0.inner", fields.records(points));
  report.data("lists.1.size", 0.5);
  report.note("a note");
  return report;
}

}  // namespace

TEST_CASE("a report is written as text, JSON and CSV") {
  const Report report = made_up();
  CHECK(
      text_of(report) ==
      "a report\n\n  machine             64 components\n\nThe points\n\n   x  name\n   1  a, \"b\"\\nc\n   2\n  -3\n\n "
      " a note\n");
  const auto json = ordered_json::parse(json_of(report));
  CHECK(json["version"] == 2);
  CHECK(json["machine"]["components"] == 64);
  CHECK(json["empty"].empty());
  CHECK(json["points"][0].dump() == R"({"x":1,"name":"a, \"b\"\nc","twice":{"x":2},"odd":true})");
  CHECK_FALSE(json["points"][1].contains("odd"));
  CHECK(json["lists"][1]["size"] == 0.5);
  const auto lines = parsed(csv_of(report));
  CHECK(lines[0] == std::vector<std::string>{"list", "version", "components", "models", "nothing", "x", "name",
                                             "twice.x", "odd", "inner.x", "inner.name", "inner.twice.x", "inner.odd",
                                             "size"});
  REQUIRE(lines.size() == 1 + 3 + 3 + 1);
  CHECK(lines[1] == std::vector<std::string>{"points", "2", "64", "EREW;CRCW common", "", "1", "a, \"b\"\nc", "2",
                                             "true", "", "", "", "", ""});
  CHECK(lines[7].front() == "lists");
  CHECK(lines[7].back() == "0.5");
  check_csv(report);
}

TEST_CASE("a report without a list is one row") {
  Report report;
  report.data("steps", 12);
  CHECK(csv_of(report) == "version,steps\n2,12\n");
  report.data("rows", Fields<Point>().data("x", &Point::x).records(std::vector<Point>{{1, ""}, {2, ""}}));
  CHECK(csv_of(report) == "version,steps,x\n2,12,1\n2,12,2\n");
}

TEST_CASE("a column of CSV with the name of one outside has its path for a name") {
  Report report;
  report.data("x", 7);
  report.data("rows", Fields<Point>().data("x", &Point::x).records(std::vector<Point>{{1, ""}, {2, ""}}));
  CHECK(csv_of(report) == "version,x,rows.x\n2,7,1\n2,7,2\n");
}

TEST_CASE("what stands above rows is said once for those that share it, and cut where it is too long") {
  Table table{{}, "T", {{"", "", Align::left, Shown::above}, {"", "k"}}, {}};
  table.indent = 4;
  table.close = true;
  for (const char* const cell : {"1", "2"}) table.row({std::string(100, 'x'), cell});
  table.row({"y", "3"});
  table.footnote = "a foot";
  Report report;
  report.add(table);
  report.closing = "Done.";
  CHECK(text_of(report) == "T\n    k\n  " + std::string(77, 'x') + "…\n    1\n    2\n  y\n    3\n  a foot\n\nDone.\n");
}

TEST_CASE("the CSV of the papers' tables has what their JSON has") {
  const auto stop = [](std::uint64_t done, std::uint64_t) { return done < 30; };
  check_csv(combining_report(paper_tables(), 1));
  TheoremRequest theorem;
  theorem.most_components = 64;
  theorem.runs = 2;
  check_csv(theorem_report(theorem_table(theorem)));
  check_csv(rcn_full_report(rcn_full_tables({.most_work = 1U << 12, .progress = stop})));
  check_csv(exchange_tables_report(exchange_tables({.nodes = 16, .modules = 4, .progress = stop})));
  check_csv(total_exchange_report(total_exchange_tables(stop)));
  check_csv(torus_report(torus_tables({.most_side = 8, .progress = {}})));
}

TEST_CASE("the CSV of a run and of a probe has what their JSON has") {
  const Machine machine = testing::small_run();
  Report run = run_report(testing::summary_of(machine), true);
  const auto lines = parsed(csv_of(run));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].size() == lines[1].size());
  const auto field = [&](const std::string& name) {
    return lines[1].at(static_cast<std::size_t>(std::ranges::find(lines[0], name) - lines[0].begin()));
  };
  const auto whole = ordered_json::parse(json_of(run));
  CHECK(field("steps") == whole["steps"].dump());
  CHECK(field("work") == whole["work"].dump());
  CHECK(field("forward") == whole["charge"]["forward"].dump());
  CHECK(field("back") == whole["charge"]["back"].dump());
  CHECK(field("requests") == std::to_string(machine.ledger().requests().total()));
  // Beside that line, everything.
  for (auto& part : run.parts) {
    if (Table* const table = std::get_if<Table>(&part)) table->lines_of_csv.reset();
  }
  check_csv(run);
  ProbeRequest request;
  request.components = 16;
  request.runs = 2;
  check_csv(probe_report(probe(request)));
}

}  // namespace pram::perf
