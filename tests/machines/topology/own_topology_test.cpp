#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../../contains.hpp"
#include "hostile_topologies.hpp"

// A topology that is added to the table is a network by name, with every switching technique.
namespace pram {

namespace {

using testing::contains;
using testing::Hostile;

/// A circle by the name that it is asked for.
class NamedCircle : public Hostile {
 public:
  using Hostile::Hostile;
  std::string name() const override { return "own-circle:" + std::to_string(all); }
};

std::uint32_t circle_size(const Spec& spec, std::uint32_t terminals) {
  const auto size = spec.values.empty() ? std::optional<std::uint64_t>(terminals) : whole_number(spec.values.front());
  if (spec.values.size() > 1 || !size || *size < 3 || *size > 1000)
    spec.refuse("network", "own-circle:N with N of 3 to 1000 nodes");
  return static_cast<std::uint32_t>(*size);
}

void add_circle(const char* name = "own-circle") {
  topologies().add({name, "nodes in a circle", [](const Spec& spec, std::uint32_t terminals) {
                      return std::make_unique<NamedCircle>(circle_size(spec, terminals));
                    }});
}

/// The charges of a program's steps, and what its array holds in the end.
struct Outcome {
  std::vector<std::uint64_t> charges;
  std::vector<long> cells;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome run_on(MachineOptions options, unsigned threads) {
  options.threads = threads;
  options.access = "direct";
  options.placement = Placement::direct;
  Machine machine(std::move(options));
  const auto cells = machine.array<long>(60, 1, "cells");
  machine.pardo(60, [&](Processor self) -> Task<> {
    const long there = co_await cells[(self.id() * 7 + 3) % 60];
    co_await cells[self.id() / 3].add(there + static_cast<long>(self.id()));
  });
  Outcome outcome{{}, cells.host()};
  for (const StepRecord& step : machine.ledger().step_records()) {
    outcome.charges.push_back(step.charge);
    outcome.charges.push_back(step.charge_back);
  }
  return outcome;
}

}  // namespace

TEST_CASE("a topology that was added carries programs by name as the bundled one of its links does") {
  add_circle();
  // Rings have these links and routes, too: the same charges, and the same memory, on 1, 2, 3 and 8 threads.
  for (const char* const options : {"", ",ports=one", ",switching=cut-through", ",routing=valiant",
                                    ",combining=unlimited", ",startup=3,bandwidth=2", ",duplex=half"}) {
    const std::string bundled = std::string("ring:12") + options;
    const std::string own = std::string("own-circle:12") + options;
    CAPTURE(own);
    const Outcome expected = run_on({.network = bundled}, 1);
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      CHECK(run_on({.network = own}, threads) == expected);
      CHECK(run_on({.components = 12, .network = std::string("own-circle") + options}, threads) == expected);
    }
  }
  // Worms have other channels there, as rings have classes of them.
  CHECK(run_on({.network = "own-circle:12,switching=wormhole,channels=64"}, 2).cells ==
        run_on({.network = "ring:12,switching=wormhole"}, 1).cells);
  const Machine machine({.network = "own-circle:12,ports=one"});
  CHECK(machine.options().components == 12);
  CHECK(machine.options().network.text() == "own-circle:12,ports=one");
  CHECK(machine.network().name() == "own-circle:12,ports=one");
  CHECK(machine.network().components() == 12);
  CHECK(machine.access().name() == machine.options().access.text());
  CHECK(make_topology("own-circle:9")->nodes() == 9);
  CHECK(make_switching("own-circle:9,ports=one")->topology().terminals() == 9);
}

TEST_CASE("a topology of another size than the machine's, or that is not made, is refused by name") {
  add_circle();
  const auto refusal = [](MachineOptions options) -> std::string {
    try {
      const Machine machine(std::move(options));
    } catch (const ConfigError& error) {
      CHECK(error.option == "network");
      return error.what();
    }
    return "";
  };
  CHECK(
      contains(refusal({.components = 8, .network = "own-circle:12"}), "it connects 12 components, and 8 are wanted"));
  CHECK(contains(refusal({.network = "own-circle:2"}), "own-circle:N with N of 3 to 1000 nodes"));
  CHECK(contains(refusal({.network = "own-circle:12,prots=one"}), "ports"));
  CHECK(contains(refusal({.network = "own-cirle:12"}), "own-circle"));
  topologies().add({"own-null", "none", [](const Spec&, std::uint32_t) { return std::unique_ptr<Topology>(); }});
  topologies().add({"own-empty", "none", {}});
  CHECK(contains(refusal({.network = "own-null"}), "one whose factory returns an object, not null"));
  CHECK(contains(refusal({.network = "own-null:4"}), "one whose factory returns an object, not null"));
  CHECK(contains(refusal({.network = "own-empty"}), "one whose factory is given, not empty"));
  networks().add({"own-missing", "none", {}});
  CHECK(contains(refusal({.network = "own-missing"}), "one whose factory is given, not empty"));
  // Other tests go through the tables.
  for (const char* const name : {"own-null", "own-empty", "own-missing"}) add_circle(name);
}

}  // namespace pram
