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
      if (best->planned && made[k].algorithm != best->name) {
        CHECK(static_cast<double>(made[k].charge) <= std::ceil(best->formula(model, tasks[k]).time - 1e-6));
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

TEST_CASE("arrays move by the algorithm that is asked for, at its time") {
  for (const char* const network : {"hypercube,startup=3", "torus,ports=one,startup=7,duplex=half", "bus"}) {
    CollectiveModel model = collective_model(network, 16);
    if (model.is(Architecture::Kind::hypercube)) model.duplex = SwitchingOptions::Duplex::full;
    if (!model.links()) model.startup = 0;
    for (const CollectiveOperation operation : all_operations()) {
      if (operation.combines() || operation == Collective::one_to_one) continue;
      const bool of_a_block = operation == Collective::broadcast || operation == Collective::scatter;
      const CollectiveTask task{operation, of_a_block ? 16U : 256U, 0, 0};
      for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
        CAPTURE(network);
        CAPTURE(algorithm->name);
        Machine machine(direct_machine(network));
        const auto values = machine.array(numbers(256), "values");
        const std::string& name = algorithm->name;
        const auto move = [&](const Array<std::int64_t>& to, std::string_view by) {
          if (operation == Collective::broadcast) machine.broadcast(values, to, 0, by);
          if (operation == Collective::all_gather) machine.all_gather(values, to, by);
          if (operation == Collective::gather) machine.gather(values, to, 0, by);
          if (operation == Collective::all_to_all) machine.all_to_all(values, to, by);
          if (operation == Collective::scatter) machine.scatter(values, to, 0, by);
        };
        const std::uint64_t cells = operation == Collective::scatter                                            ? 16
                                    : operation == Collective::broadcast || operation == Collective::all_to_all ? 256
                                                                                                                : 4096;
        const auto directly = machine.array<std::int64_t>(cells);
        const auto to = machine.array<std::int64_t>(cells);
        move(directly, "direct");
        move(to, name);
        move(to, name.substr(to_string(operation).size() + 1));
        CHECK(to.host() == directly.host());
        const auto& made = machine.ledger().collectives();
        REQUIRE(made.size() == 2);  // a line and an algorithm are one entry
        CHECK(made[0].algorithm == "direct");
        CHECK(made[1].algorithm == name);
        CHECK(made[1].times == 2);
        CollectiveData out;
        const CollectiveCost cost = algorithm->run(model, task, collective_input(task, 16), out);
        CHECK(made[1].steps == 2 * cost.steps);
        CHECK(static_cast<double>(made[1].charge) == 2 * std::max(1.0, std::ceil(cost.time(model) - 1e-6)));
      }
    }
  }
}

TEST_CASE("of messages along the routes and an algorithm planned for the network arrays take what costs less") {
  std::size_t phases = 0;
  std::size_t planned = 0;
  for (const char* const network :
       {"dragonfly:4,2", "dragonfly:4,2,startup=50", "tree:4", "ccc:3,startup=9", "ccc:3"}) {
    CAPTURE(network);
    const std::uint32_t nodes = components_of(network);
    const std::uint64_t n = std::uint64_t{4} * nodes * nodes;
    std::vector<std::uint64_t> charges;
    std::string chosen;
    for (const char* const by : {"direct", "matchings", "auto"}) {
      Machine machine(direct_machine(network, nodes));
      const auto values = machine.array(numbers(n), "values");
      machine.all_to_all(values, values, by);
      charges.push_back(machine.ledger().collective_charge());
      chosen = machine.ledger().collectives().at(0).algorithm;
    }
    CHECK(charges[2] == std::min(charges[0], charges[1]));
    CHECK(chosen == (charges[0] <= charges[1] ? "direct" : "all-to-all-matchings"));
    ++(chosen == "direct" ? phases : planned);
  }
  CHECK(phases > 0);
  CHECK(planned > 0);
}

TEST_CASE("an algorithm that there is none, or that does not fit, is refused, and nothing moves") {
  const auto refused = [](const char* network, const char* name, const std::string& part, std::uint64_t n = 16) {
    CAPTURE(network);
    CAPTURE(name);
    Machine machine(direct_machine(network));
    const auto values = machine.array(numbers(n), "values");
    const auto to = machine.array<std::int64_t>(n, -1);
    try {
      machine.broadcast(values, to, 0, name);
      FAIL("no error");
    } catch (const ConfigError& error) {
      CHECK(error.option == "algorithm");
      CHECK_MESSAGE(std::string(error.what()).find(part) != std::string::npos, error.what());
    }
    CHECK(to.host() == std::vector<std::int64_t>(n, -1));
    CHECK(machine.ledger().collectives().empty());
  };
  refused("router", "hypercube-tree", "auto, direct, recursive-doubling, scatter-all-gather");
  refused("router", "all-gather-ring", "auto, direct");
  refused("hypercube", "hypercube-trees", "hypercube-tree");
  refused("hypercube", "all-gather-ring", "auto, direct");
  refused("hypercube", "bus", "one that runs on hypercube:4 for blocks of 1 words: auto, broadcast-");
  Machine machine(direct_machine("hypercube"));
  const auto nothing = machine.array<std::int64_t>(0);
  machine.broadcast(nothing, nothing, 0, "hypercube-tree");
  CHECK_THROWS_AS(machine.broadcast(nothing, nothing, 0, "unheard-of"), ConfigError);
  CHECK(machine.ledger().collective_charge() == 0);
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
