#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/report/detail/file/export.hpp>
#include "../small_run.hpp"

using namespace pram;
using namespace pram::report;
using nlohmann::json;
using pram::testing::small_run;
using pram::testing::summary_of;
namespace fs = std::filesystem;

namespace {

/// Four processes; each sends so many words as its number says, after as many operations.
Machine uneven_run() {
  Machine machine({.components = 4, .network = "router:g=2,l=10"});
  machine.spmd(4, [](bsp::Process self) -> Task<> {
    auto in = self.coarray<long>(4, 0, "in");
    for (int round = 0; round < 3; ++round) {
      for (std::uint64_t word = 0; word < self.id(); ++word) in(0)[word] = 1;
      self.work(5 * self.id());
      co_await self.sync("uneven");
    }
  });
  return machine;
}

/// Rows by name of column; the fields have no commas or quotes.
std::vector<std::map<std::string, std::string>> rows_of(const std::vector<NamedFile>& files, const std::string& name) {
  const auto file = std::ranges::find(files, name + ".csv", &NamedFile::name);
  REQUIRE(file != files.end());
  std::istringstream lines(file->content);
  std::vector<std::string> names;
  std::vector<std::map<std::string, std::string>> rows;
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == ',') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    if (names.empty()) {
      names = fields;
      continue;
    }
    REQUIRE(fields.size() == names.size());
    auto& row = rows.emplace_back();
    for (std::size_t k = 0; k < names.size(); ++k) row[names[k]] = fields[k];
  }
  return rows;
}

std::uint64_t sum(const std::vector<std::map<std::string, std::string>>& rows, const std::string& column) {
  std::uint64_t total = 0;
  for (const auto& row : rows) total += std::stoull(row.at(column));
  return total;
}

/// The events of a kind, after a check that each begins where the one before it has ended.
std::vector<json> in_turn(const json& trace, const std::string& kind) {
  std::vector<json> events;
  std::uint64_t now = 0;
  for (const json& event : trace.at("traceEvents")) {
    if (event.value("cat", "") != kind) continue;
    CHECK(event.at("ph") == "X");
    CHECK(event.at("ts") == now);
    now += event.at("dur").get<std::uint64_t>();
    events.push_back(event);
  }
  return events;
}

std::uint64_t durations(const std::vector<json>& events) {
  std::uint64_t total = 0;
  for (const json& event : events) total += event.at("dur").get<std::uint64_t>();
  return total;
}

}  // namespace

TEST_CASE("trace events: a step lasts as long as its charge, and its phases fill it") {
  const Machine machine = small_run();
  const Ledger& ledger = machine.ledger();
  const json trace = json::parse(trace_events(summary_of(machine)));
  const std::vector<json> steps = in_turn(trace, "step");
  CHECK(steps.size() == ledger.steps());
  CHECK(durations(steps) == ledger.charge() + ledger.charge_back());
  CHECK(durations(in_turn(trace, "phase")) == ledger.charge() + ledger.charge_back());
  CHECK(steps.front().at("name").get<std::string>().starts_with("report/small_run.hpp:"));
  std::uint64_t messages = 0;
  std::uint64_t degree = 0;
  for (const json& event : trace.at("traceEvents")) {
    if (event.at("ph") != "C") continue;
    if (event.at("name") == "messages") messages += event.at("args").at("messages").get<std::uint64_t>();
    if (event.at("name") == "degree") degree = std::max(degree, event.at("args").at("degree").get<std::uint64_t>());
  }
  std::uint64_t counted = 0;
  for (const PhaseTotal& phase : ledger.phases()) counted += phase.messages;
  CHECK(messages == counted);
  CHECK(degree == std::max(ledger.largest_read_degree(), ledger.largest_write_degree()));
  CHECK(trace.at("otherData").at("steps_put_together") == false);
}

TEST_CASE("trace events: too many are put together, and last as long") {
  const Machine machine = small_run({.components = 64}, 40);
  const Ledger& ledger = machine.ledger();
  for (const std::size_t most : {1U, 5U, 23U, 100U}) {
    const json trace = json::parse(trace_events(summary_of(machine), most));
    const std::vector<json> groups = in_turn(trace, "steps");
    CHECK(trace.at("otherData").at("steps_put_together") == true);
    CHECK(trace.at("traceEvents").size() <= std::max<std::size_t>(5, most) + 2);  // and two names
    CHECK(durations(groups) == ledger.charge() + ledger.charge_back());
    CHECK(groups.front().at("args").at("first") == 1);
    CHECK(groups.back().at("args").at("last") == ledger.steps());
  }
}

TEST_CASE("trace events: a superstep has its local work, then its charge") {
  const Machine machine = uneven_run();
  const Ledger& ledger = machine.ledger();
  const json trace = json::parse(trace_events(summary_of(machine)));
  const std::vector<json> supersteps = in_turn(trace, "superstep");
  REQUIRE(supersteps.size() == 3);
  // w = 15 of process 3; h = 6, all to component 0 from the others: 2 * 6 + 10
  for (const json& one : supersteps) {
    CHECK(one.at("name") == "uneven");
    CHECK(one.at("dur") == 15 + 22);
  }
  CHECK(durations(in_turn(trace, "phase")) == 3 * (15 + 22));
  CHECK(ledger.superstep_charge() == 3 * 22);
}

TEST_CASE("trace events: names of any bytes, a run of nothing, and any number of threads") {
  const Machine hostile = small_run({.components = 4}, 2, "\xff\n\"</script>");
  RunSummary run = summary_of(hostile);
  run.program = "\x1b\"\\\xff";
  CHECK(json::parse(trace_events(run)).at("traceEvents").size() > 2);
  const Machine nothing({.components = 4});
  CHECK(json::parse(trace_events(summary_of(nothing))).at("traceEvents").size() == 2);
  const std::string expected = trace_events(summary_of(small_run({.components = 64, .threads = 1})));
  for (const unsigned threads : {2U, 3U, 8U})
    CHECK(trace_events(summary_of(small_run({.components = 64, .threads = threads}))) == expected);
}

TEST_CASE("tidy tables add up to the ledger") {
  const Machine machine = small_run();
  const Ledger& ledger = machine.ledger();
  const std::vector<NamedFile> files = tidy_tables(ledger);
  const auto steps = rows_of(files, "steps");
  CHECK(steps.size() == ledger.steps());
  CHECK(sum(steps, "processors") == ledger.work());
  CHECK(sum(steps, "reads") == ledger.requests().reads);
  CHECK(sum(steps, "writes") == ledger.requests().writes);
  CHECK(sum(steps, "updates") == ledger.requests().updates);
  CHECK(sum(steps, "fetches") == ledger.requests().fetches);
  CHECK(sum(steps, "forward") == ledger.charge());
  CHECK(sum(steps, "back") == ledger.charge_back());
  const auto phases = rows_of(files, "phases");
  CHECK(sum(phases, "forward") == ledger.charge());
  CHECK(sum(phases, "back") == ledger.charge_back());
  const auto lines = rows_of(files, "lines");
  CHECK(lines.size() == ledger.lines().size());
  CHECK(sum(lines, "charge") == ledger.charge() + ledger.charge_back());
  CHECK(sum(lines, "requests") == ledger.requests().total());
  CHECK(rows_of(files, "cells").size() == ledger.cells().size());
  CHECK(rows_of(files, "supersteps").empty());
  CHECK(rows_of(files, "transfers").empty());
  CHECK(rows_of(files, "regions").empty());

  const Machine processes = uneven_run();
  const std::vector<NamedFile> of_processes = tidy_tables(processes.ledger());
  CHECK(sum(rows_of(of_processes, "supersteps"), "forward") == 3 * 22);
  CHECK(sum(rows_of(of_processes, "supersteps"), "words") == 3 * 6);
  CHECK(sum(rows_of(of_processes, "transfers"), "words") == 3 * 6);
}

TEST_CASE("scripts of gnuplot draw every table that has rows") {
  const Machine steps = small_run();
  const Machine supersteps = uneven_run();
  const Machine nothing({.components = 4});
  CHECK(gnuplot_scripts(nothing.ledger()).empty());
  CHECK(gnuplot_scripts(steps.ledger()).size() == 5);
  CHECK(gnuplot_scripts(supersteps.ledger()).size() == 1);
  if (std::system("command -v gnuplot >/dev/null") != 0) {
    MESSAGE("gnuplot is not there: its scripts were not run");
    return;
  }
  const fs::path folder = fs::temp_directory_path() / ("pram-gnuplot-" + std::to_string(::getpid()));
  for (const Machine* const machine : {&steps, &supersteps}) {
    write_folder(folder, tidy_tables(machine->ledger()));
    const std::vector<NamedFile> scripts = gnuplot_scripts(machine->ledger());
    write_folder(folder, scripts);
    for (const NamedFile& script : scripts) {
      CAPTURE(script.name);
      const std::string command = "cd '" + folder.string() + "' && gnuplot " + script.name + " >messages 2>&1";
      CHECK(std::system(command.c_str()) == 0);
      std::ifstream messages(folder / "messages");
      CHECK(std::string(std::istreambuf_iterator<char>(messages), {}) == "");
      std::ifstream drawn(folder / fs::path(script.name).replace_extension(".svg"));
      const std::string svg(std::istreambuf_iterator<char>(drawn), {});
      CHECK(svg.find("</svg>") != std::string::npos);
    }
  }
  fs::remove_all(folder);
}
