#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include "../../../support.hpp"
#include "../../small_run.hpp"
#include "page/page_data.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::contains;
using pram::testing::small_run;
using pram::testing::summary_of;

namespace {

using Numbers = std::vector<std::uint64_t>;

constexpr PageLimits few = {.numbers = 1000, .bins = 50, .costliest = 30};

nlohmann::json columns_of(const Machine& machine, const PageLimits& limits) {
  return nlohmann::json::parse(json_of(page_data(summary_of(machine), limits)))["columns"];
}

/// Some pardos whose steps ask for anything, a few of them at two lines at once.
Machine long_run(unsigned threads = 1) {
  Machine machine({.components = 8, .threads = threads, .ledger = LedgerDetail::profile});
  const auto cells = machine.array<std::int64_t>(64, 0, "cells");
  std::mt19937_64 random(pram::testing::seed());
  for (int pardo = 0; pardo < 30; ++pardo) {
    std::vector<std::uint64_t> asked(20 + random() % 10);
    for (std::uint64_t& one : asked) one = random() % 17 == 0 ? random() % 65 : random() % 5;
    machine.pardo(64, [&](Processor self) -> Task<> {
      for (const std::uint64_t one : asked) {
        if (self.id() >= one) {
          co_await self.idle();
        } else if (one > 32 && self.id() % 2 == 0) {
          co_await cells[0].add(1);
        } else {
          co_await (cells[self.id()] = 1);
        }
      }
    });
  }
  return machine;
}

Machine many_supersteps() {
  Machine machine({.components = 4, .ledger = LedgerDetail::profile});
  machine.spmd(4, [](bsp::Process self) -> Task<> {
    auto block = self.coarray<std::int64_t>(8);
    for (std::size_t round = 1; round <= 203; ++round) {
      for (std::size_t k = 0; k < round % 7; ++k) block((self.id() + 1) % self.count())[k] = 1;
      self.work(10 * (round % 11));
      co_await self.sync(round % 2 == 0 ? "even" : "odd");
    }
  });
  return machine;
}

std::uint64_t cost(const StepRecord& step) { return step.charge + step.charge_back; }
std::uint64_t cost(const SuperstepRecord& superstep) { return superstep.largest_work + superstep.total_charge(); }

/// Sums and largest values of the records of each bin, found record by record.
template <class Step>
void check_numbers(const nlohmann::json& bins, const std::vector<Step>& records, const std::string& name,
                   const std::function<std::uint64_t(const Step&)>& of) {
  Numbers sums(few.bins);
  Numbers most(few.bins);
  for (std::size_t k = 0; k < records.size(); ++k) {
    const std::size_t bin = k * few.bins / records.size();
    sums[bin] += of(records[k]);
    most[bin] = std::max(most[bin], of(records[k]));
  }
  CAPTURE(name);
  CHECK(bins["sum"][name].get<Numbers>() == sums);
  CHECK(bins["most"][name].get<Numbers>() == most);
}

/// The places of records by falling cost, and by rising place where these are equal.
template <class Step>
std::vector<std::size_t> by_cost(const std::vector<Step>& records) {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < records.size(); ++k) places.push_back(k);
  std::ranges::stable_sort(places, std::ranges::greater{}, [&](std::size_t k) { return cost(records[k]); });
  return places;
}

}  // namespace

TEST_CASE("page data: a long run is in bins, whose sums and largest values are those of their steps") {
  const Machine machine = long_run();
  const Ledger& ledger = machine.ledger();
  const auto& steps = ledger.step_records();
  REQUIRE(steps.size() > 500);
  REQUIRE(steps.size() == ledger.steps());
  const nlohmann::json columns = columns_of(machine, few);
  const nlohmann::json& bins = columns["bins"]["steps"];
  const auto check = [&](const char* name, std::function<std::uint64_t(const StepRecord&)> of) {
    check_numbers<StepRecord>(bins, steps, name, std::move(of));
  };
  check("processors", [](const StepRecord& step) { return step.processors; });
  check("requests", [](const StepRecord& step) { return step.requests.total(); });
  check("distinct", [](const StepRecord& step) { return step.distinct; });
  check("forward", [](const StepRecord& step) { return step.charge; });
  check("back", [](const StepRecord& step) { return step.charge_back; });
  check("charge", [](const StepRecord& step) { return cost(step); });
  check("degree", [](const StepRecord& step) { return std::max(step.largest_read_degree, step.largest_write_degree); });

  // The columns have the costliest step of each bin, and all phases of all steps add up to the charge.
  std::vector<const StepRecord*> highest(few.bins, nullptr);
  Numbers first(few.bins, ~std::uint64_t{0});
  Numbers last(few.bins);
  Numbers count(few.bins);
  std::vector<std::set<std::uint32_t>> pardos(few.bins);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const std::size_t bin = k * few.bins / steps.size();
    if (highest[bin] == nullptr || cost(steps[k]) > cost(*highest[bin])) highest[bin] = &steps[k];
    first[bin] = std::min(first[bin], steps[k].step);
    last[bin] = std::max(last[bin], steps[k].step);
    ++count[bin];
    pardos[bin].insert(steps[k].pardo);
  }
  CHECK(bins["first"].get<Numbers>() == first);
  CHECK(bins["last"].get<Numbers>() == last);
  CHECK(bins["count"].get<Numbers>() == count);
  for (std::size_t bin = 0; bin < few.bins; ++bin) {
    CHECK(columns["steps"]["step"][bin] == highest[bin]->step);
    CHECK(columns["steps"]["forward"][bin] == highest[bin]->charge);
    CHECK(columns["steps"]["requests"][bin] == highest[bin]->requests.total());
    std::set<std::uint32_t> found;
    for (std::size_t k = 0; k < bins["pardos"]["place"].size(); ++k) {
      if (bins["pardos"]["place"][k] == bin) found.insert(bins["pardos"]["pardo"][k].get<std::uint32_t>());
    }
    CHECK(found == pardos[bin]);
  }
  std::uint64_t phases = 0;
  for (const auto& phase : bins["sum"]["phases"]) {
    for (const auto& charge : phase) phases += charge.get<std::uint64_t>();
  }
  CHECK(phases == ledger.charge() + ledger.charge_back());
}

TEST_CASE("page data: lines of bins have all requests and the whole charge, by requests where they share a step") {
  const Machine machine = long_run();
  const Ledger& ledger = machine.ledger();
  REQUIRE(ledger.mixed_steps() > 0);
  const nlohmann::json lines = columns_of(machine, few)["step_lines"];
  struct Part {
    std::uint64_t requests = 0;
    std::uint64_t degree = 0;
    double charge = 0;
  };
  std::map<std::pair<std::size_t, std::uint32_t>, Part> expected;
  std::map<std::uint32_t, std::uint64_t> requests;
  const auto& steps = ledger.step_records();
  for (std::size_t k = 0; k < steps.size(); ++k) {
    for (const StepLine& one : steps[k].lines) {
      Part& part = expected[{k * few.bins / steps.size(), one.line}];
      part.requests += one.requests;
      part.degree = std::max<std::uint64_t>(part.degree, one.largest_degree);
      part.charge +=
          static_cast<double>(one.requests * cost(steps[k])) / static_cast<double>(steps[k].requests.total());
      requests[one.line] += one.requests;
    }
  }
  REQUIRE(lines["place"].size() == expected.size());
  double charge = 0;
  std::size_t at = 0;
  for (const auto& [key, part] : expected) {
    CHECK(lines["place"][at] == key.first);
    CHECK(lines["line"][at] == key.second);
    CHECK(lines["requests"][at] == part.requests);
    CHECK(lines["degree"][at] == part.degree);
    CHECK(std::abs(lines["charge"][at].get<double>() - part.charge) < 0.001);
    charge += lines["charge"][at].get<double>();
    ++at;
  }
  for (std::uint32_t line = 0; line < ledger.lines().size(); ++line)
    CHECK(requests[line] == ledger.lines()[line].requests);
  CHECK(charge == doctest::Approx(static_cast<double>(ledger.total_charge())).epsilon(1e-4));
}

TEST_CASE("page data: the costliest steps of a long run have records of their own, the costliest first") {
  const Machine machine = long_run();
  const auto& steps = machine.ledger().step_records();
  const std::vector<std::size_t> order = by_cost(steps);
  const nlohmann::json costliest = columns_of(machine, few)["costliest"];
  REQUIRE(costliest["steps"]["step"].size() == few.costliest);
  for (std::size_t k = 0; k < few.costliest; ++k) {
    const StepRecord& step = steps[order[k]];
    CHECK(costliest["steps"]["step"][k] == step.step);
    CHECK(costliest["steps"]["processors"][k] == step.processors);
    CHECK(costliest["steps"]["requests"][k] == step.requests.total());
    CHECK(costliest["steps"]["distinct"][k] == step.distinct);
    CHECK(costliest["steps"]["forward"][k] == step.charge);
    CHECK(costliest["steps"]["back"][k] == step.charge_back);
    CHECK(costliest["pardo_number"][k] == step.pardo_number);
    for (std::size_t phase = 0; phase < step.phases.size(); ++phase)
      CHECK(costliest["steps"]["phases"][phase]["charge"][k] ==
            step.phases[phase].charge + step.phases[phase].charge_back);
  }
}

TEST_CASE("page data: a long run of supersteps is in bins, too") {
  const Machine machine = many_supersteps();
  const auto& supersteps = machine.ledger().superstep_records();
  REQUIRE(supersteps.size() > 200);
  const nlohmann::json columns = columns_of(machine, few);
  const nlohmann::json& bins = columns["bins"]["supersteps"];
  const auto check = [&](const char* name, std::function<std::uint64_t(const SuperstepRecord&)> of) {
    check_numbers<SuperstepRecord>(bins, supersteps, name, std::move(of));
  };
  check("work", [](const SuperstepRecord& superstep) { return superstep.largest_work; });
  check("relation", [](const SuperstepRecord& superstep) { return superstep.relation(); });
  check("words", [](const SuperstepRecord& superstep) { return superstep.words; });
  check("charge", [](const SuperstepRecord& superstep) { return superstep.total_charge(); });
  const std::vector<std::size_t> order = by_cost(supersteps);
  for (std::size_t k = 0; k < few.costliest; ++k) {
    CHECK(columns["costliest"]["supersteps"]["superstep"][k] == supersteps[order[k]].superstep);
    CHECK(columns["costliest"]["supersteps"]["charge"][k] == supersteps[order[k]].total_charge());
  }
  CHECK(contains(profile_page(summary_of(machine), {.limits = few}), "The costliest supersteps"));
}

TEST_CASE("pages: of a long run they say that steps are in bins, and show the costliest ones") {
  const Machine machine = long_run();
  const std::string page = profile_page(summary_of(machine), {.host_time = false, .limits = few});
  CHECK(contains(page, "The steps are too many for a page: " + std::to_string(machine.ledger().steps()) +
                           " stand in 50 stretches of neighbours"));
  CHECK(contains(page, "The 30 costliest of all"));
  CHECK(contains(page, "The costliest steps"));
  const auto& steps = machine.ledger().step_records();
  CHECK(contains(page, "<td data-value=\"" + std::to_string(steps[by_cost(steps)[0]].step) + "\">"));
  for (const unsigned threads : {2U, 3U, 8U})
    CHECK(profile_page(summary_of(long_run(threads)), {.host_time = false, .limits = few}) == page);
  // By default as many steps have columns of their own.
  CHECK_FALSE(columns_of(machine, {}).contains("bins"));
  CHECK_FALSE(contains(profile_page(summary_of(machine)), "too many for a page"));
  // A ledger without a profile knows no lines and pardos of bins.
  const Machine plain = small_run();
  CHECK(columns_of(plain, {.numbers = 10, .bins = 4, .costliest = 2})["bins"]["steps"]["count"] ==
        std::vector<int>{3, 3, 3, 3});
}
