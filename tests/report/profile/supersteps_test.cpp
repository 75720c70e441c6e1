#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include <pram/perf/bsp_parameters.hpp>
#include <pram/perf/probe.hpp>
#include <pram/report/detail/value/text.hpp>
#include "superstep_run.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using nlohmann::json;
using pram::testing::contains;
using pram::testing::eight_processes;
using pram::testing::line_with;
using pram::testing::parsed;
using pram::testing::row_of;
using pram::testing::summary_with;
using pram::testing::widest_line;

TEST_CASE("supersteps by tag: work, relations, charge and prediction are what the program's formulas say") {
  const Machine machine = eight_processes();
  const json report = parsed(summary_with(machine));
  CHECK(report.at("supersteps") == 5);
  CHECK(report.at("processes") == 8);
  CHECK(report.at("superstep_work") == 3 * 8 + 5);
  CHECK(report.at("superstep_relation") == 3 * 8 + 21);
  CHECK(report.at("charge").at("superstep_charge") == 3 * (2 * 8 + 10) + (2 * 7 + 10) + (2 * 21 + 10) + 10);
  CHECK(report.at("charge").at("total") == report.at("charge").at("superstep_charge"));
  CHECK(report.at("superstep_cost") == 29 + 164);
  CHECK(report.at("predicted") == 29 + 2 * 45 + 5 * 10);
  CHECK(report.at("parameters") == json({{"g", 2.0}, {"l", 10.0}, {"probed", false}}));

  REQUIRE(report.at("superstep_totals").size() == 3);
  const json exchange = row_of(report, "exchange");
  const json expected = {{"tag", "exchange"},
                         {"supersteps", 3},
                         {"work", 3 * 36},
                         {"largest_work", 3 * 8},
                         {"mean_work", 3 * 4.5},
                         {"work_imbalance", 8 / 4.5},
                         {"largest_sent", 3 * 8},
                         {"largest_received", 3 * 8},
                         {"mean_words", 3 * 4.5},
                         {"relation", 3 * 8},
                         {"relation_imbalance", 8 / 4.5},
                         {"words", 3 * 36},
                         {"messages", 3 * 8},
                         {"pattern", 3 * 8},
                         {"pattern_back", 0},
                         {"forward", 3 * 26},
                         {"back", 0},
                         {"cost", 24 + 78},
                         {"predicted", 24.0 + 2 * 24 + 3 * 10},
                         {"share", 102 / 193.0}};
  CHECK(exchange == expected);
  const json fetch = row_of(report, "fetch");
  CHECK(fetch.at("largest_work") == 0);
  CHECK(fetch.at("work_imbalance").is_null());
  CHECK(fetch.at("messages") == 14);
  CHECK(fetch.at("words") == 7 + 21);
  CHECK(fetch.at("largest_sent") == 21);
  CHECK(fetch.at("largest_received") == 7);
  CHECK(fetch.at("mean_words") == 28 / 8.0);
  CHECK(fetch.at("relation_imbalance") == 21 / 3.5);
  CHECK(fetch.at("pattern") == 7);
  CHECK(fetch.at("pattern_back") == 21);
  CHECK(fetch.at("forward") == 24);
  CHECK(fetch.at("back") == 52);
  CHECK(fetch.at("predicted") == 2 * 21 + 10);
  const json untagged = row_of(report, "");
  CHECK(untagged.at("forward") == 10);
  CHECK(untagged.at("cost") == 5 + 10);
  CHECK(untagged.at("relation_imbalance").is_null());
  CHECK(untagged.at("predicted") == 5 + 10);

  // What every superstep has adds up to it.
  std::map<std::string, std::uint64_t> costs;
  for (const json& one : report.at("superstep_records"))
    costs[one.at("tag")] += one.at("largest_work").get<std::uint64_t>() + one.at("forward").get<std::uint64_t>() +
                            one.at("back").get<std::uint64_t>();
  CHECK(costs == std::map<std::string, std::uint64_t>{{"", 15}, {"exchange", 102}, {"fetch", 76}});
  CHECK(report.at("supersteps_without_record") == 0);
  double shares = 0;
  for (const json& row : report.at("superstep_totals")) shares += row.at("share").get<double>();
  CHECK(shares == doctest::Approx(1));
}

TEST_CASE("a line's row has its words, and its share of the charge") {
  const json report = parsed(summary_with(eight_processes()));
  REQUIRE(report.at("transfers").size() == 2);
  const json& put = report.at("transfers")[0];
  CHECK(put.at("file") == "profile/superstep_run.hpp");
  CHECK(put.at("operation") == "put");
  CHECK(put.at("subject") == "cells");
  CHECK(put.at("messages") == 24);
  CHECK(put.at("words") == 108);
  CHECK(put.at("supersteps") == 3);
  CHECK(put.at("charge") == 78);
  CHECK(put.at("share") == doctest::Approx(78 / 164.0));
  const json& get = report.at("transfers")[1];
  CHECK(get.at("operation") == "get");
  CHECK(get.at("messages") == 14);
  CHECK(get.at("words") == 28);
  CHECK(get.at("supersteps") == 1);
  CHECK(get.at("charge") == 24 + 52);
}

TEST_CASE("a profile of a BSP program says what its supersteps cost, and nothing of steps") {
  const Machine machine = eight_processes();
  const std::string text = text_of(run_report(summary_with(machine), true));
  CAPTURE(text);
  CHECK(widest_line(text) <= line_width);
  CHECK(contains(line_with(text, "supersteps S"), " 5"));
  CHECK(contains(line_with(text, "processes  "), "8 at most, 1.00 a component"));
  CHECK(contains(line_with(text, "local work w"), " 29 operations"));
  CHECK(contains(line_with(text, "relation h"), " 45 words"));
  CHECK(contains(text, "112 forward (puts, messages, requests of gets), 52 back"));
  CHECK(contains(text, "193: w and the charge; w + g h + S l is 169 with g = 2 and"));
  CHECK(contains(text, "the network's own"));
  CHECK(contains(text, "\n  exchange       3       24  13.5    1.78       24       24  13.5    1.78\n"));
  CHECK(contains(text, "\n  fetch          1        0  0.00       -       21        7  3.50    6.00\n"));
  CHECK(contains(text, "\n  -              1        5  5.00    1.00        0        0  0.00       -\n"));
  CHECK(contains(text, "\n  total          5       29  18.5    1.57       45       31  17.0    2.65\n"));
  CHECK(contains(text, "\n  exchange    108        24  24      24      78     102      102   52.8%\n"));
  CHECK(contains(text, "\n  fetch        28        14  21      28      76      76     52.0   39.4%\n"));
  CHECK(contains(text, "\n  -             0         0   0       0      10      15     15.0    7.8%\n"));
  CHECK(contains(text, "\n  total       136        38  45      52     164     193      169  100.0%\n"));
  for (const char* const of_steps : {"time T", "work W", "processors", "requests  ", "performance factor",
                                     "weakest model", "Communication by phase", "nan", "inf"}) {
    CAPTURE(of_steps);
    CHECK_FALSE(contains(text, of_steps));
  }
  const std::string brief = text_of(run_report(summary_with(machine), false));
  CHECK(contains(brief, "193: w and the charge"));
  CHECK_FALSE(contains(brief, "by tag"));
}

TEST_CASE("a machine that has steps and supersteps reports both, and regions have both") {
  Machine machine({.components = 4, .access = "direct"});
  const auto array = machine.array<std::int64_t>(4, 0, "array");
  const auto region = machine.region("all");
  machine.pardo(4, [&](Processor self) -> Task<> { co_await (array[self.id()] = 1); });
  machine.spmd([](bsp::Process self) -> Task<> {
    self.queue<int>("numbers").send((self.id() + 1) % 4, 1);
    co_await self.sync("ring");
  });
  const std::string text = text_of(run_report(summary_with(machine, std::nullopt), true));
  CAPTURE(text);
  CHECK(widest_line(text) <= line_width);
  CHECK(contains(line_with(text, "time T"), " 1 step"));
  CHECK(contains(line_with(text, "supersteps S"), " 1"));
  CHECK(contains(line_with(text, "charge  "), "1 in supersteps: " + std::to_string(machine.ledger().total_charge())));
  CHECK(contains(line_with(text, "cost  "), " 1: w and the charge"));
  CHECK_FALSE(contains(text, "w + g h"));
  CHECK(contains(text, "weakest model"));
  CHECK(contains(line_with(text, "  all "), " 100.0%"));
  const json report = parsed(summary_with(machine, std::nullopt));
  CHECK(report.at("steps") == 1);
  CHECK_FALSE(report.contains("predicted"));
  CHECK_FALSE(report.contains("parameters"));
  CHECK_FALSE(report.at("superstep_totals")[0].contains("predicted"));
  CHECK(report.at("regions")[0].at("supersteps") == 1);
  CHECK(report.at("regions")[0].at("superstep_charge") == 1);
  RunSummary stopped = summary_with(machine);
  stopped.interrupted = true;
  CHECK(contains(text_of(run_report(stopped, false)), "interrupted after 1 step and 1 superstep, the"));
}

TEST_CASE("messages that were never read are said, by queue, in the summary and in the profile, and nothing without") {
  const auto run = [](std::uint64_t readers) {
    Machine machine({.components = 8});
    machine.spmd([&](bsp::Process self) -> Task<> {
      const auto words = self.queue<std::uint64_t>();
      const auto rows = self.queue<double>("rows");
      for (const std::uint64_t other : self.others()) words.send(other, 1);
      rows.send(0, 1.5);
      co_await bsp::all_reduce(self, 1, Sum{});
      if (self.id() < readers) CHECK(words.size() == 7);
      if (self.id() == 7 && readers < 7) CHECK(self.queue<int>().empty());
      if (readers == 8 || self.id() > 0) CHECK(rows.size() == (self.id() == 0 ? 8 : 0));
      co_await self.sync();
    });
    return machine;
  };
  const Machine machine = run(3);
  const RunSummary summary = summary_with(machine);
  const json expected = {{{"queue", "queue"}, {"messages", 5 * 7}, {"of_another_type", 7}},
                         {{"queue", "rows"}, {"messages", 8}, {"of_another_type", 0}}};
  CHECK(parsed(summary).at("unread_messages") == expected);
  for (const bool profile : {false, true}) {
    const std::string text = text_of(run_report(summary, profile));
    CAPTURE(text);
    CHECK(widest_line(text) <= line_width);
    const std::string from = text.substr(text.find("  unread-messages"));
    CHECK(contains(line_with(from, "unread-messages"), " 43 messages came into queues"));
    CHECK(contains(from, "35 of queue, 8 of rows"));
    CHECK(contains(from, "of 7 it found an empty"));
  }
  const Machine reading = run(8);
  const RunSummary all_read = summary_with(reading);
  CHECK_FALSE(parsed(all_read).contains("unread_messages"));
  CHECK_FALSE(contains(text_of(run_report(all_read, true)), "unread-messages"));
}

TEST_CASE("of a BSP program that was stopped the report says after how many supersteps") {
  const Machine machine = eight_processes();
  RunSummary run = summary_with(machine);
  run.interrupted = true;
  CHECK(text_of(run_report(run, true)).starts_with("small-run: interrupted after 5 supersteps, the result"));
}

TEST_CASE("reports on supersteps are equal for any number of host threads") {
  const auto comparable = [](unsigned threads) {
    json report = parsed(summary_with(eight_processes({.network = "torus:4x2", .threads = threads})));
    report.erase("wall_seconds");
    report.at("machine").erase("threads");
    return report;
  };
  const json expected = comparable(1);
  for (const unsigned threads : {2U, 3U, 8U}) CHECK(comparable(threads) == expected);
}

TEST_CASE("of many tags text has those that cost most, and sums up the others") {
  Machine machine({.components = 2, .ledger = LedgerDetail::totals});
  machine.spmd([](bsp::Process self) -> Task<> {
    for (std::uint64_t k = 0; k < 30; ++k) {
      self.work(k % 2 == 0 ? 1000 + k : 7);
      co_await self.sync("tag " + std::to_string(k));
    }
  });
  const std::string text = text_of(run_report(summary_with(machine), true));
  CAPTURE(text);
  const std::string first = line_with(text, "  tag 8 ");
  CHECK(contains(first, " 1,008 "));
  CHECK_FALSE(contains(text, "  tag 6 "));
  CHECK_FALSE(contains(text, "  tag 29 "));
  // Four of the even ones, and all 15 odd ones.
  CHECK(contains(line_with(text, "  19 others "), " " + with_separators(4 * 1000 + 0 + 2 + 4 + 6 + 15 * 7) + " "));
  CHECK(contains(line_with(text, "  total "), " " + with_separators(15 * 1000 + 14 * 15 + 15 * 7) + " "));
  const json report = parsed(summary_with(machine));
  CHECK(report.at("superstep_totals").size() == 30);
  CHECK_FALSE(report.contains("superstep_records"));
  CHECK_FALSE(report.contains("transfers"));
}

TEST_CASE("hostile names of tags and coarrays neither break a line nor pass 80 columns, and numbers stay") {
  const std::string name = "very long\n\x1b[31m" + std::string(300, 'y') + "\xff";
  Machine machine = eight_processes({}, name, name);
  machine.spmd([](bsp::Process self) -> Task<> {
    self.work(123'456'789'012'345);
    co_await self.sync("work");
  });
  const std::string text = text_of(run_report(summary_with(machine), true));
  CAPTURE(text);
  CHECK(widest_line(text) <= line_width);
  CHECK_FALSE(contains(text, "\x1b"));
  CHECK_FALSE(contains(text, "\xff"));
  CHECK(contains(line_with(text, "  work "), " 123.5T "));
}

TEST_CASE("supersteps are predicted by the network's own g and l, else by those that a probe fits") {
  const auto own = own_parameters("router:g=3,l=20", 16);
  REQUIRE(own);
  CHECK(own->g == 3);
  CHECK(own->l == 20);
  CHECK_FALSE(own->fitted);
  CHECK(own->cost(100, 7, 2) == 100 + 3 * 7 + 20 * 2);
  CHECK(own_parameters("ideal", 16)->g == 0);
  CHECK(own_parameters("ideal", 16)->l == 1);
  CHECK_FALSE(own_parameters("torus:4x4", 16));
  CHECK(bsp_parameters("router", 16)->g == 1);

  const auto fitted = bsp_parameters("torus:4x4", 16);
  REQUIRE(fitted);
  ProbeRequest request;
  request.network = "torus:4x4";
  request.components = 16;
  const Probe probed = probe(request);
  CHECK(fitted->fitted);
  CHECK(fitted->g == probed.g);
  CHECK(fitted->l == probed.l);
  CHECK_FALSE(bsp_parameters("torus:4x4", 16, [](std::uint64_t done, std::uint64_t) { return done < 3; }));

  Machine machine = eight_processes({.network = "torus:4x2"});
  const RunSummary run = summary_with(machine, bsp_parameters("torus:4x2", 8));
  const json report = parsed(run);
  CHECK(report.at("parameters").at("probed") == true);
  CHECK(report.at("predicted").get<double>() == doctest::Approx(29 + run.parameters->g * 45 + run.parameters->l * 5));
  CHECK(contains(text_of(run_report(run, true)), "which pram probe fits"));
}
