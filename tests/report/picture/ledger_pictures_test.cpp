#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../small_run.hpp"
#include "marks.hpp"
#include "picture/plots/charge_bar.hpp"
#include "picture/plots/relation_plot.hpp"
#include "picture/plots/timeline.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::contains;
using pram::testing::Mark;
using pram::testing::marks;
using pram::testing::small_run;

namespace {

/// The rectangles of an outline, by their left edges, with their heights.
std::vector<std::pair<double, double>> boxes(const std::string& outline) {
  static const std::regex box(R"(M([\d.]+) [\d.]+h[\d.]+v([\d.]+)h-[\d.]+z)");
  std::vector<std::pair<double, double>> found;
  std::size_t length = 0;
  for (std::sregex_iterator at(outline.begin(), outline.end(), box), end; at != end; ++at) {
    found.emplace_back(std::stod((*at)[1]), std::stod((*at)[2]));
    length += static_cast<std::size_t>(at->length());
  }
  CHECK(length == outline.size());  // nothing but boxes
  return found;
}

/// The sum of the heights of all bars of a step that has some, by the step: the bars at its place.
std::map<std::string, double> heights(const Drawing& drawing) {
  std::map<double, double> sums;
  for (const Mark& mark : marks(drawing)) {
    if (mark.tag != "path" || mark.is("mean") || mark.is("hit")) continue;
    if (mark.attributes.at("class").starts_with("heat")) continue;
    for (const auto& [left, height] : boxes(mark.attributes.at("d"))) sums[left] += height;
  }
  std::map<std::string, double> of_steps;
  for (const Mark& mark : marks(drawing, "path", "hit")) {
    // What is hit has whole pixels.
    const double left = boxes(mark.attributes.at("d")).at(0).first;
    const auto bar = sums.lower_bound(left - 0.51);
    if (bar != sums.end() && bar->first <= left + 0.51) of_steps[mark.attributes.at("data-step")] = bar->second;
  }
  return of_steps;
}

double widest(const std::vector<Mark>& found) {
  double sum = 0;
  for (const Mark& mark : found) sum = std::max(sum, mark.number("width"));
  return sum;
}

Machine supersteps() {
  Machine machine({.components = 16, .network = "router:g=2,l=7"});
  machine.spmd(16, [](bsp::Process self) -> Task<> {
    auto block = self.coarray<std::int64_t>(8);
    for (std::size_t round = 1; round <= 3; ++round) {
      for (std::size_t k = 0; k < round; ++k) block((self.id() + round) % self.count())[k] = 1;
      self.work(10 * round);
      co_await self.sync("round");
    }
  });
  return machine;
}

}  // namespace

TEST_CASE("pictures: bars of the timeline are as high as their steps were charged") {
  const Machine machine = small_run();
  const auto& records = machine.ledger().step_records();
  const std::map<std::string, double> found = heights(timeline(machine.ledger()));
  std::uint64_t most = 0;
  std::size_t charged = 0;
  for (const StepRecord& step : records) {
    most = std::max(most, step.charge + step.charge_back);
    charged += step.charge + step.charge_back > 0;
  }
  REQUIRE(most > 0);
  CHECK(found.size() == charged);
  double highest = 0;
  for (const auto& [step, height] : found) highest = std::max(highest, height);
  for (const StepRecord& step : records) {
    const auto bar = found.find(std::to_string(step.step));
    if (bar == found.end()) continue;
    const double expected = highest * static_cast<double>(step.charge + step.charge_back) / static_cast<double>(most);
    // Coordinates are rounded to a hundredth, of each of its parts.
    CHECK(bar->second == doctest::Approx(expected).epsilon(0.001));
  }
}

TEST_CASE("pictures: a timeline of more steps than pixels shows the costliest of each place") {
  Machine machine({.components = 8});
  const auto cells = machine.array<std::int64_t>(64, 0, "cells");
  machine.pardo(64, [&](Processor self) -> Task<> {
    for (std::uint64_t step = 0; step < 3000; ++step) {
      const std::uint64_t asked = step == 1234 ? 64 : step % 7;
      if (self.id() < asked) {
        co_await (cells[self.id()] = 1);
      } else {
        co_await self.idle();
      }
    }
  });
  const Drawing drawing = timeline(machine.ledger());
  const std::map<std::string, double> found = heights(drawing);
  CHECK(found.size() < 1000);
  double highest = 0;
  for (const auto& [step, height] : found) highest = std::max(highest, height);
  REQUIRE(found.contains("1235"));
  CHECK(found.at("1235") == highest);
  CHECK(marks(drawing, "path", "mean").size() == 1);
}

TEST_CASE("pictures: supersteps have work and charge, and a ledger without records says so") {
  const Machine machine = supersteps();
  const auto& records = machine.ledger().superstep_records();
  const std::map<std::string, double> found = heights(timeline(machine.ledger()));
  REQUIRE(records.size() >= 3);
  double highest = 0;
  std::uint64_t most = 0;
  for (const auto& [step, height] : found) highest = std::max(highest, height);
  for (const SuperstepRecord& superstep : records)
    most = std::max(most, superstep.largest_work + superstep.total_charge());
  for (const SuperstepRecord& superstep : records) {
    if (superstep.largest_work + superstep.total_charge() == 0) continue;
    CHECK(found.at(std::to_string(superstep.superstep)) ==
          doctest::Approx(highest * static_cast<double>(superstep.largest_work + superstep.total_charge()) /
                          static_cast<double>(most))
              .epsilon(0.001));
  }

  const Machine totals = small_run({.components = 64, .ledger = LedgerDetail::totals});
  CHECK(contains(timeline(totals.ledger()).element(""), "The ledger kept totals alone"));
  CHECK(contains(relation_plot(totals.ledger(), {}).element(""), "No record has a phase"));
  CHECK(contains(timeline(Ledger()).element(""), "The run had no step."));
  CHECK(contains(charge_bar(Ledger()).element(""), "Nothing was charged."));
}

TEST_CASE("pictures: the parts of the charge add up to it") {
  const Machine machine = small_run();
  const Ledger& ledger = machine.ledger();
  const Drawing drawing = charge_bar(ledger);
  const double needed = widest(marks(drawing, "rect", "needed"));
  const double contention = widest(marks(drawing, "rect", "contention"));
  const double back = widest(marks(drawing, "rect", "back"));
  const double whole = needed + contention + back;
  const auto total = static_cast<double>(ledger.total_charge());
  CHECK(ledger.charge() > ledger.distinct_charge());
  CHECK(needed / whole == doctest::Approx(ledger.distinct_charge() / total).epsilon(0.001));
  CHECK(contention / whole ==
        doctest::Approx((static_cast<double>(ledger.charge()) - ledger.distinct_charge()) / total).epsilon(0.001));
  CHECK(back / whole == doctest::Approx(static_cast<double>(ledger.charge_back()) / total).epsilon(0.001));
  CHECK(contains(drawing.element(""), "replies " + decimal(static_cast<double>(ledger.charge_back()))));
}

TEST_CASE("pictures: what a network saved by combining is shown beside what it charged") {
  // All processors add to one cell: an Omega network that combines brings one message.
  Machine machine({.components = 64, .network = "omega:combining=unlimited", .access = "direct"});
  const auto sum = machine.array<std::int64_t>(1, 0, "sum");
  machine.pardo(64, [&](Processor) -> Task<> { co_await sum[0].add(1); });
  const Ledger& ledger = machine.ledger();
  CAPTURE(ledger.charge());
  CAPTURE(ledger.distinct_charge());
  REQUIRE(static_cast<double>(ledger.charge()) < ledger.distinct_charge());
  const Drawing drawing = charge_bar(ledger);
  const double charged = widest(marks(drawing, "rect", "needed"));
  const double saved = widest(marks(drawing, "rect", "saved"));
  CHECK(charged / (charged + saved) ==
        doctest::Approx(static_cast<double>(ledger.charge()) / ledger.distinct_charge()).epsilon(0.001));
  CHECK(marks(drawing, "rect", "contention").empty());
}

TEST_CASE("pictures: no combining is named where none combines") {
  // Homes of neighbours lie evenly, so that the run is charged less than one with hashed addresses. Nothing combines.
  Machine machine({.components = 64, .network = "router", .access = "direct", .placement = Placement::direct});
  const auto cells = machine.array<std::int64_t>(256, 0, "cells");
  machine.pardo(256, [&](Processor self) -> Task<> { co_await (cells[(self.id() + 4) % 256] = 1); });
  const Ledger& ledger = machine.ledger();
  const double less = ledger.distinct_charge() - static_cast<double>(ledger.charge());
  REQUIRE(less > 0);
  const std::string picture = charge_bar(ledger).element("");
  CHECK(!contains(picture, "combin"));
  CHECK(contains(picture, "less than as many distinct addresses would cost " + decimal(less)));
}

TEST_CASE("pictures: a relation plot has a dot for each h and charge that a phase had") {
  const Machine machine = small_run();
  std::set<std::tuple<bool, std::uint64_t, std::uint64_t>> expected;
  for (const StepRecord& step : machine.ledger().step_records()) {
    for (const PhaseRecord& phase : step.phases) {
      const std::uint64_t h = std::max(phase.largest_sent, phase.largest_received);
      if (h > 0 && phase.charge > 0) expected.insert({false, h, phase.charge});
      if (h > 0 && phase.charge_back > 0) expected.insert({true, h, phase.charge_back});
    }
  }
  const Drawing drawing = relation_plot(machine.ledger(), {});
  const auto forward = marks(drawing, "circle", "phase1 dot");
  const auto back = marks(drawing, "circle", "back dot");
  CHECK(forward.size() + back.size() == expected.size());
  // A router charges max(q, r): all dots lie on the diagonal of equal scales.
  std::vector<std::pair<double, double>> places;
  for (const Mark& dot : forward) places.emplace_back(dot.number("cx"), dot.number("cy"));
  std::ranges::sort(places);
  for (std::size_t k = 1; k < places.size(); ++k) CHECK(places[k].second <= places[k - 1].second);

  const Machine processes = supersteps();
  const Drawing predicted = relation_plot(processes.ledger(), BspParameters{2, 7, false});
  CHECK(marks(predicted, "path", "prediction").size() == 1);
  CHECK(contains(predicted.element(""), "g h + l"));
}
