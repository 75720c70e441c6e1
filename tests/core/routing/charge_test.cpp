#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../thrown.hpp"

namespace pram {

namespace {

MachineOptions machine_of(std::uint32_t components, const std::string& access, const std::string& network = "router") {
  MachineOptions options;
  options.components = components;
  options.network = network;
  options.access = access;
  options.placement = Placement::direct;
  options.threads = 1;
  return options;
}

/// p processors on p components all read cell `hot`, and then all add to it.
std::vector<StepRecord> hot_spot(const MachineOptions& options, std::uint64_t hot) {
  Machine machine(options);
  const auto cells = machine.array<int>(options.components, 0);
  machine.pardo(options.components, [&](Processor) -> Task<> {
    co_await cells[hot];
    co_await cells[hot].add(1);
  });
  REQUIRE(cells.get(hot) == static_cast<int>(options.components));
  return machine.ledger().step_records();
}

struct Mean {
  double mean = 0;
  double standard_error = 0;
};

template <class Sample>
Mean mean_of(int runs, const Sample& sample) {
  double sum = 0;
  double squares = 0;
  for (int k = 0; k < runs; ++k) {
    const double value = sample(k);
    sum += value;
    squares += value * value;
  }
  const double mean = sum / runs;
  return {mean, std::sqrt(std::max(0.0, squares / runs - mean * mean) / runs)};
}

int runs_of(int medium) { return testing::size() <= testing::Size::small ? medium / 10 : medium; }

/// The forward charge of the paper's experiment (spec combining, section 4): 32 requests a component, groups of degree
/// d placed consecutively, so that no component holds two of one group. The machine is as it is by default.
double experiment(std::uint32_t p, const std::string& basis, std::uint64_t degree, std::uint64_t seed) {
  Machine machine({.components = p, .access = "combining:" + basis, .seed = seed});
  const std::uint64_t n = std::uint64_t{32} * p;
  const auto cells = machine.array<int>(n / degree, 0);
  machine.pardo(n, [&](Processor self) -> Task<> { co_await cells[(self.id() % 32 * p + self.id() / 32) / degree]; });
  return static_cast<double>(machine.ledger().charge());
}

}  // namespace

TEST_CASE("a single hot spot, modular spreading: phase i is charged b_i exactly") {
  const std::vector<std::pair<std::string, std::vector<std::uint32_t>>> bases = {
      {"64,64", {64, 64}},       {"16,16,16", {16, 16, 16}},
      {"8,8,8,8", {8, 8, 8, 8}}, {"32,16,8", {32, 16, 8}},
      {"4096", {4096}},          {"2,2,2,2,2,2,2,2,2,2,2,2", std::vector<std::uint32_t>(12, 2)}};
  for (const auto& [name, basis] : bases) {
    for (const std::string spread : {"modular", "ordered"}) {
      for (const std::uint64_t hot : {std::uint64_t{0}, std::uint64_t{1234}, std::uint64_t{4095}}) {
        const std::string access = "combining:" + name + ",spread=" + spread;
        CAPTURE(access);
        const auto records = hot_spot(machine_of(4096, access), hot);
        std::uint64_t total = 0;
        std::uint64_t holders = 4096;
        for (std::size_t k = 0; k < basis.size(); ++k) {
          const PhaseRecord& read = records[0].phases.at(k);
          const PhaseRecord& add = records[1].phases.at(k);
          CHECK(read.charge == basis[k]);
          CHECK(read.charge_back == basis[k]);
          CHECK(read.largest_sent == 1);
          CHECK(read.largest_received == basis[k]);
          CHECK(read.messages == holders);
          holders /= basis[k];
          CHECK(read.combined == holders);
          CHECK(add.charge == basis[k]);
          CHECK(add.charge_back == 0);
          total += basis[k];
        }
        CHECK(records[0].charge == total);
        CHECK(records[0].charge_back == total);
        CHECK(records[1].charge_back == 0);
      }
    }
  }
}

TEST_CASE("a single hot spot, random spreading: the means of the phases") {
  struct Row {
    std::string basis;
    double total;
    std::vector<double> phases;
  };
  const std::vector<Row> rows = {{"64,64", 147.6, {83.6, 64.0}},
                                 {"16,16,16", 67.9, {28.4, 23.5, 16.0}},
                                 {"8,8,8,8", 53.5, {17.9, 15.4, 12.3, 8.0}},
                                 {"32,16,8", 77.7, {47.7, 22.0, 8.0}}};
  for (const Row& row : rows) {
    const int runs = runs_of(200);
    std::vector<std::vector<StepRecord>> all;
    for (int k = 0; k < runs; ++k) {
      MachineOptions options = machine_of(4096, "combining:" + row.basis);
      options.seed = testing::seed() + static_cast<std::uint64_t>(k);
      all.push_back(hot_spot(options, 77));
    }
    const auto check = [&](double expected, const auto& charge) {
      const Mean seen =
          mean_of(runs, [&](int k) { return static_cast<double>(charge(all[static_cast<std::size_t>(k)][0])); });
      CAPTURE(row.basis);
      CAPTURE(expected);
      // The expected means are printed to 0.1.
      CHECK(std::abs(seen.mean - expected) < 4.5 * seen.standard_error + 0.1);
    };
    check(row.total, [](const StepRecord& step) { return step.charge; });
    for (std::size_t phase = 0; phase < row.phases.size(); ++phase) {
      check(row.phases[phase], [phase](const StepRecord& step) { return step.phases[phase].charge; });
    }
  }
}

TEST_CASE("small instances of the paper's experiment, random spreading") {
  struct Row {
    std::uint32_t p;
    std::uint64_t degree;
    std::string basis;
    double mean;
    double deviation;
  };
  const std::vector<Row> rows = {
      {64, 1, "64", 45.9, 2.8},           {64, 64, "64", 174.9, 40.7},      {64, 64, "8,8", 89.2, 12.4},
      {64, 8, "8,8", 100.4, 8.3},         {1024, 1, "1024", 52.0, 2.4},     {1024, 1024, "32,8,4", 164.4, 27.1},
      {1024, 1024, "32,32", 182.7, 32.0}, {1024, 32, "32,32", 174.4, 14.2}, {1024, 32, "1024", 177.6, 23.2}};
  for (const Row& row : rows) {
    CAPTURE(row.p);
    CAPTURE(row.degree);
    CAPTURE(row.basis);
    const int runs = runs_of(row.p == 64 ? 400 : 100);
    const Mean seen = mean_of(runs, [&](int k) {
      return experiment(row.p, row.basis, row.degree, testing::seed() + static_cast<std::uint64_t>(k));
    });
    // The expected mean is one of 1000 runs itself.
    const double standard_error = row.deviation * std::sqrt(1.0 / runs + 1.0 / 1000);
    CHECK(std::abs(seen.mean - row.mean) < 4.5 * standard_error + 0.05);
  }
}

TEST_CASE("the paper's pattern as a program costs by default what Tables 1 to 3 say" * doctest::test_suite("heavy")) {
  // Means and deviations of independent simulations, in units (spec combining, section 5): of 3000 runs; of Table 3 the
  // factor times 54.4, with deviations of 200 runs.
  struct Row {
    std::uint64_t degree;
    std::string basis;
    double mean;
    double deviation;  ///< of one run
  };
  const std::vector<Row> rows = {
      {4096, "4096", 4567.0, 1311.0},  {256, "4096", 698.8, 133.3},     {16, "4096", 140.9, 13.2},
      {1, "4096", 54.4, 2.2},          {4096, "8,8,8,8", 144.8, 15.6},  {2048, "16,8,8,4", 150.1, 14.9},
      {1024, "32,8,4,4", 152.4, 14.0}, {512, "32,8,4,4", 154.8, 11.5},  {256, "128,8,4", 151.8, 12.4},
      {128, "256,4,4", 146.1, 11.4},   {64, "512,8", 142.7, 11.3},      {32, "1024,4", 132.8, 10.1},
      {16, "1024,4", 120.8, 7.0},      {4096, "32,8,4,4", 181.2, 28.0}, {32, "32,8,4,4", 196.4, 7.0},
      {1, "32,8,4,4", 221.4, 5.7},     {4096, "32,16,8", 187.9, 30.9},  {512, "32,16,8", 167.8, 11.9},
      {32, "32,16,8", 183.9, 7.7},     {1, "32,16,8", 166.0, 5.0}};
  const int runs = runs_of(20);
  for (const Row& row : rows) {
    CAPTURE(row.degree);
    CAPTURE(row.basis);
    const Mean seen = mean_of(runs, [&](int k) {
      return experiment(4096, row.basis, row.degree, testing::seed() + static_cast<std::uint64_t>(k));
    });
    const double standard_error = row.deviation * std::sqrt(1.0 / runs + 1.0 / 3000);
    // A charge is a largest load, and large ones are likelier than in a normal distribution: two runs do not even it
    // out.
    const double errors = runs < 10 ? 7 : 4.5;
    CHECK(std::abs(seen.mean - row.mean) < errors * standard_error + 0.001 * row.mean);
  }
}

TEST_CASE("one phase of combining is direct access") {
  for (const std::uint64_t degree : {1U, 4U, 64U}) {
    const auto charges = [&](const std::string& access) {
      MachineOptions options = machine_of(64, access);
      options.placement = Placement::hashed;
      Machine machine(options);
      const auto cells = machine.array<int>(1000, 0);
      machine.pardo(640, [&](Processor self) -> Task<> {
        co_await cells[self.id() * self.id() % 997 / degree];
        co_await cells[self.id() * self.id() % 997 / degree].max(static_cast<int>(self.id()));
      });
      std::vector<std::uint64_t> all;
      for (const StepRecord& step : machine.ledger().step_records()) {
        REQUIRE(step.phases.size() == 1);
        const PhaseRecord& phase = step.phases[0];
        for (const std::uint64_t number : {std::uint64_t{phase.largest_sent}, std::uint64_t{phase.largest_received},
                                           phase.messages, phase.combined, phase.charge, phase.charge_back}) {
          all.push_back(number);
        }
      }
      return all;
    };
    CHECK(charges("direct") == charges("combining:64"));
    CHECK(charges("direct") == charges("combining:64,spread=ordered"));
  }
}

TEST_CASE("the ideal network charges one unit a phase, the router g max(q, r) + l") {
  const auto ideal = hot_spot(machine_of(64, "combining:8,8", "ideal"), 3);
  CHECK(ideal[0].charge == 2);
  CHECK(ideal[0].charge_back == 2);
  CHECK(ideal[1].charge == 2);
  CHECK(ideal[1].charge_back == 0);
  const auto router = hot_spot(machine_of(64, "combining:4,16,spread=modular", "router:g=2,l=10"), 3);
  CHECK(router[0].phases[0].charge == 2 * 4 + 10);
  CHECK(router[0].phases[1].charge == 2 * 16 + 10);
  CHECK(router[0].charge == 60);
  CHECK(router[0].charge_back == 60);
  CHECK(router[1].charge == 60);
  CHECK(router[1].charge_back == 0);
}

TEST_CASE("a step without requests costs nothing") {
  for (const std::string network : {"ideal", "router:g=2,l=10"}) {
    Machine machine(machine_of(8, "combining:4,2", network));
    machine.pardo(8, [](Processor self) -> Task<> { co_await self.idle(); });
    REQUIRE(machine.ledger().step_records().size() == 1);
    CHECK(machine.ledger().step_records()[0].phases.empty());
    CHECK(machine.ledger().charge() == 0);
    CHECK(machine.ledger().charge_back() == 0);
    CHECK(machine.ledger().performance_factor() == 0);
  }
}

TEST_CASE("q and r of tiny steps, and replies only where there was a question") {
  Machine machine(machine_of(4, "direct"));
  const auto cells = machine.array<int>(4, 0);
  machine.pardo(8, [&](Processor self) -> Task<> {
    const auto i = self.id();
    co_await cells[i % 4];          // component c asks cells 2c and 2c + 1 (mod 4): q = 2, each cell is asked twice
    if (i == 0) co_await cells[1];  // one reply, from 1 to 0
    if (i == 0) co_return;
    co_await cells[0].add(1);  // 1 … 7: four components send one merged message each
  });
  const auto& records = machine.ledger().step_records();
  REQUIRE(records.size() == 2);
  CHECK(records[0].phases[0].largest_sent == 2);
  CHECK(records[0].phases[0].largest_received == 2);
  CHECK(records[0].phases[0].messages == 8);
  CHECK(records[0].charge_back == 2);
  CHECK(records[1].phases[0].largest_sent == 2);  // component 0 asks and adds
  CHECK(records[1].phases[0].largest_received == 4);
  CHECK(records[1].phases[0].messages == 5);
  CHECK(records[1].charge == 4);
  CHECK(records[1].charge_back == 1);
  CHECK(cells.get(0) == 7);
}

TEST_CASE("processors sit on components in equal blocks") {
  // Processor i on component floor(i p / n): 10 on 4 are 3, 2, 3, 2.
  Machine machine(machine_of(4, "direct"));
  const auto cells = machine.array<int>(400, 0);
  machine.pardo(10, [&](Processor self) -> Task<> {
    const std::uint64_t component = self.id() * 4 / 10;
    co_await cells[component * 100 + self.id()];  // all at home: r is the number of processors of a component
  });
  CHECK(machine.ledger().step_records()[0].phases[0].largest_received == 3);
  CHECK(machine.ledger().step_records()[0].phases[0].largest_sent == 3);
}

}  // namespace pram
