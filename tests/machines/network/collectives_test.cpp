#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/pram.hpp>

namespace pram {

namespace {

MachineOptions direct_machine(const std::string& network, std::uint32_t components = 16) {
  MachineOptions options;
  options.components = components;
  options.network = network;
  options.placement = Placement::direct;
  options.threads = 1;
  return options;
}

std::vector<std::int64_t> numbers(std::uint64_t n) {
  std::vector<std::int64_t> values(n);
  for (std::uint64_t i = 0; i < n; ++i) values[i] = static_cast<std::int64_t>(i * 3 + 1);
  return values;
}

}  // namespace

TEST_CASE("links with switches, buses and shared memories exchange data by the best algorithm of the table") {
  for (const char* const network : {"ring", "torus", "hypercube", "torus,ports=one,startup=20,bandwidth=2",
                                    "ring:duplex=half", "bus", "shared-memory:4", "product:ring:4,complete:4"}) {
    CAPTURE(network);
    Machine machine(direct_machine(network));
    const auto values = machine.array(numbers(256), "values");
    const auto block = machine.array<std::int64_t>(16);
    const auto large = machine.array<std::int64_t>(4096);
    machine.broadcast(values, machine.array<std::int64_t>(256), 3);
    machine.scatter(values, block, 5);
    machine.gather(values, large, 7);
    machine.all_gather(values, large);
    machine.all_to_all(values, values);
    const CollectiveTask tasks[] = {{Collective::broadcast, 16, 3, 0},
                                    {Collective::scatter, 16, 5, 0},
                                    {Collective::gather, 256, 0, 7},
                                    {Collective::all_gather, 256, 0, 0},
                                    {Collective::all_to_all, 256, 0, 0}};
    // The machine's options without those that its model reads from elsewhere.
    std::string name = network;
    if (name.starts_with("shared")) name = "shared-memory,modules=4";
    CollectiveModel model = collective_model(name, 16);
    if (name.find("startup=") == std::string::npos) model.startup = 0;
    if (name.find("duplex=") == std::string::npos) model.duplex = SwitchingOptions::Duplex::full;
    if (name.find("ports=") == std::string::npos) model.ports = SwitchingOptions::Ports::all;
    const auto& made = machine.ledger().collectives();
    REQUIRE(made.size() == 5);
    for (std::size_t k = 0; k < 5; ++k) {
      CAPTURE(made[k].operation);
      const CollectiveAlgorithm* const best = best_algorithm(model, tasks[k]);
      if (best == nullptr) {
        CHECK_FALSE(made[k].lower_bound.has_value());
        continue;
      }
      CHECK(made[k].algorithm == best->name);
      REQUIRE(made[k].lower_bound.has_value());
      CHECK(*made[k].lower_bound == doctest::Approx(collective_lower_bound(model, tasks[k])));
      CHECK(static_cast<double>(made[k].charge) + 1e-9 >= *made[k].lower_bound);
      CollectiveData out;
      const CollectiveCost cost = best->run(model, tasks[k], collective_input(tasks[k], 16), out);
      CHECK(made[k].steps == cost.steps);
      CHECK(static_cast<double>(made[k].charge) == std::max(1.0, std::ceil(cost.time(model) - 1e-6)));
    }
  }
}

TEST_CASE("blocks of unequal sizes are padded, unless they would be mostly padding") {
  Machine machine(direct_machine("hypercube"));
  const auto values = machine.array(numbers(250), "values");  // blocks of 15 and 16
  const auto large = machine.array<std::int64_t>(4000);
  machine.all_gather(values, large);
  machine.transpose(values, 2, 125);  // every component has something for a few
  const auto& made = machine.ledger().collectives();
  REQUIRE(made.size() == 2);
  CHECK_FALSE(made[0].lower_bound.has_value());
  CHECK(made[1].algorithm == "direct");
  std::vector<std::int64_t> expected;
  for (int k = 0; k < 16; ++k) expected.insert(expected.end(), 250, 0);
  for (std::size_t k = 0; k < expected.size(); ++k) expected[k] = static_cast<std::int64_t>(k % 250 * 3 + 1);
  CHECK(large.host() == expected);
}

TEST_CASE("networks without algorithms exchange by phases") {
  for (const char* const network : {"router", "ideal", "omega", "butterfly"}) {
    CAPTURE(network);
    Machine machine(direct_machine(network));
    const auto values = machine.array(numbers(256));
    machine.all_to_all(values, values);
    CHECK(machine.ledger().collectives().front().algorithm == "direct");
    CHECK(machine.ledger().collectives().front().steps == 1);
  }
}

}  // namespace pram
