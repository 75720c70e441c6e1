#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/switching.hpp>
#include <pram/pram.hpp>

#include "support.hpp"

namespace pram {

namespace {

std::unique_ptr<Network> network(const std::string& text, std::uint32_t components) {
  return networks().make(text, components);
}

struct Phase {
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint64_t> key;
  std::vector<Awaits> awaits;

  Traffic traffic(std::uint32_t components) const {
    return {components, source.size(), 1, 1, source, destination, key, awaits};
  }
};

/// Every component but the first asks component 0 for the same cell.
Phase all_to_one(std::uint32_t components, Awaits reply) {
  Phase phase;
  for (std::uint32_t node = 1; node < components; ++node) {
    phase.source.push_back(node);
    phase.destination.push_back(0);
    phase.key.push_back(77);
    phase.awaits.push_back(reply);
  }
  return phase;
}

}  // namespace

TEST_CASE("the bus takes one message at a time and a broadcast as one") {
  const auto bus = network("bus", 8);
  const Phase reads = all_to_one(8, Awaits::shared_reply);
  CHECK(bus->carry(reads.traffic(8)) == 7);
  CHECK(bus->carry_back(reads.traffic(8)) == 1);
  const Phase fetches = all_to_one(8, Awaits::own_reply);
  CHECK(bus->carry(fetches.traffic(8)) == 7);
  CHECK(bus->carry_back(fetches.traffic(8)) == 7);
  CHECK(bus->distinct_charge(100, 3) == 100);
  CHECK_THROWS_AS(network("bus:2", 8), ConfigError);
}

TEST_CASE("shared memory takes as many messages a step as it has ports") {
  CHECK(network("shared-memory:4", 16)->carry({16, 10, 1, 5}) == 3);
  CHECK(network("shared-memory:4", 16)->carry({16, 10, 7, 5}) == 7);
  CHECK(network("shared-memory", 16)->carry({16, 17, 2, 9}) == 2);
  CHECK(network("shared-memory:4", 16)->distinct_charge(10, 1) == 3);
  CHECK(network("shared-memory", 16)->name() == "shared-memory:16");
  for (const char* bad :
       {"shared-memory:0", "shared-memory:17", "shared-memory:x", "shared-memory:4,", "shared-memory:-1"})
    CHECK_THROWS_AS(network(bad, 16), ConfigError);
}

TEST_CASE("routed networks charge the steps of their switching technique") {
  CHECK(network("ring", 8)->carry(all_to_one(8, Awaits::nothing).traffic(8)) == 4);
  CHECK(network("star", 8)->carry(all_to_one(8, Awaits::nothing).traffic(8)) == 1);
  CHECK(network("omega", 8)->carry(all_to_one(8, Awaits::nothing).traffic(8)) == 7 + 3);
  const auto combining = network("omega:combining=unlimited", 8);
  CHECK(combining->carry(all_to_one(8, Awaits::shared_reply).traffic(8)) == 4);
  CHECK(combining->carry_back(all_to_one(8, Awaits::shared_reply).traffic(8)) == 4);
  CHECK(combining->name() == "omega:8,combining=unlimited");
  Phase local;
  local.source = local.destination = {3, 4};
  CHECK(network("ring", 8)->carry(local.traffic(8)) == 1);  // a phase takes a step at least
}

TEST_CASE("every routed network has a name that makes it again") {
  for (const char* text :
       {"torus", "hypercube:ports=one", "omega:combining=pairwise,wait=4", "rcn-full,routing=spread",
        "rcn-full:2,2,routing=spread-all", "product:ring:4,complete:4", "grid:3d,switching=cut-through"}) {
    const auto made = network(text, 16);
    CHECK(network(made->name(), 16)->name() == made->name());
    CHECK(components_of(made->name()) == 16);
  }
  CHECK(components_of("torus:8x4,ports=one") == 32);
  CHECK(components_of("rcn-full:4,1") == 16);
  CHECK(components_of("torus") == 0);
  CHECK(components_of("torus,ports=one") == 0);
  CHECK(components_of("router:g=2") == 0);
  CHECK_THROWS_AS(components_of("toros"), ConfigError);
  CHECK_THROWS_AS(components_of("torus:0x3"), ConfigError);
  CHECK_THROWS_AS(network("torus:4x4", 17), ConfigError);
}

TEST_CASE("the charge of distinct addresses is that of random traffic") {
  for (const char* const text : {"torus", "omega", "hypercube"}) {
    CAPTURE(text);
    const auto made = network(text, 64);
    double last = 0;
    for (const std::uint64_t messages : {1U, 5U, 64U, 640U, 2000U, 2048U, 2100U, 4000U, 20000U}) {
      const double expected = made->distinct_charge(messages, 1);
      CHECK(expected > last);
      last = expected;
      if (messages < 64) continue;
      Phase phase;
      for (std::uint64_t k = 0; k < messages; ++k) {
        phase.source.push_back(static_cast<std::uint32_t>(k * 64 / messages));
        phase.destination.push_back(seeded_choice(k, testing::seed(), 64));
      }
      CHECK(static_cast<double>(made->carry(phase.traffic(64))) == doctest::Approx(expected).epsilon(0.35));
    }
  }
}

TEST_CASE("on networks of long ways the charge of distinct addresses is measured to a bound, and a line goes on") {
  // 32 messages a node cross 180 million links of the path, and 34,000 million of the ring of 65536.
  for (const auto& [text, components, cut] : {std::tuple("path", 4096U, 1.0), std::tuple("ring", 65536U, 2.0)}) {
    CAPTURE(text);
    if (components > 4096 && testing::size() == testing::Size::tiny) continue;
    const auto made = network(text, components);
    const std::uint64_t full = 32 * std::uint64_t{components};
    const double whole = made->distinct_charge(full, 1);
    const double three_quarters = made->distinct_charge(full / 4 * 3, 1);
    const double half = made->distinct_charge(full / 2, 1);
    const double twice = made->distinct_charge(2 * full, 1);
    CHECK(whole - three_quarters == doctest::Approx(three_quarters - half).epsilon(1e-9));
    CHECK(twice - whole == doctest::Approx(2 * (whole - half)).epsilon(1e-9));
    // Half of random messages cross the middle, half of these each way; then they still have some way to go.
    const double across = static_cast<double>(full) / (4 * cut);
    CHECK(whole >= across);
    CHECK(whole <= 1.5 * across);
    double last = 0;
    for (std::uint64_t messages = 16; messages <= 2 * full; messages *= 4) {
      const double charge = made->distinct_charge(messages, 1);
      CHECK(charge >= 0.95 * last);  // means of few runs
      last = charge;
    }
  }
  // The line is that of what is carried: a path that is small enough to be measured whole.
  const auto path = network("path", 512);
  CHECK(path->distinct_charge(32 * 512, 1) == doctest::Approx(32 * 512 / 4.0).epsilon(0.2));
}

TEST_CASE("spreading routes of RCN-FULL relieve the one link between two rows") {
  Phase burst;  // all of row 2 to all of row 1
  for (std::uint32_t column = 0; column < 16; ++column) {
    burst.source.push_back(2 * 16 + column);
    burst.destination.push_back(16 + column);
  }
  CHECK(network("rcn-full:16,1", 256)->carry(burst.traffic(256)) >= 16);
  CHECK(network("rcn-full:16,1,routing=spread", 256)->carry(burst.traffic(256)) <= 6);
  CHECK(network("rcn-full:16,1,routing=spread-all", 256)->carry(burst.traffic(256)) <= 6);
}

TEST_CASE("a deadlock says in which step of the program and in which of the network it came") {
  Machine machine({.components = 4, .network = "ring:4,buffers=1", .access = "direct", .placement = Placement::direct});
  const auto cells = machine.array<int>(4, 7);
  const auto ask = [&](std::uint64_t ahead) {
    machine.pardo(4, [&, ahead](Processor self) -> Task<> {
      co_await cells[self.id()];
      co_await cells[(self.id() + ahead) % 4];
    });
  };
  ask(1);
  try {
    ask(2);  // all messages want to go two places in the same direction
    FAIL("no deadlock");
  } catch (const DeadlockError& error) {
    CHECK(error.pram_step() == 4);
    CHECK(error.cycle.size() == 4);
    const std::string says = error.what();
    CAPTURE(says);
    CHECK(says.starts_with("step 4 of the program: ring:4: deadlock in the network's step " +
                           std::to_string(error.step) + ": 4 links wait"));
  }
  CHECK(machine.ledger().steps() == 3);
  ask(1);
  CHECK(machine.ledger().steps() == 5);
}

TEST_CASE("a topology that is made is a network too") {
  const std::shared_ptr<const Topology> torus = make_topology("torus:3x5");
  Machine machine({.network = make_network(torus, {.ports = SwitchingOptions::Ports::one})});
  CHECK(machine.options().components == 15);
  CHECK(machine.options().network == "torus:3x5,ports=one");
  Machine named({.network = "torus:3x5,ports=one"});
  for (Machine* const one : {&machine, &named}) {
    const auto cells = one->array<int>(45, 1);
    one->pardo(45, [&](Processor self) -> Task<> { co_await cells[self.id() * 7 % 45].add(2); });
  }
  CHECK(machine.ledger().charge() == named.ledger().charge());
  CHECK(machine.ledger().charge() > 0);
}

TEST_CASE("a network that is made outlives the machines that it serves one after the other") {
  const std::shared_ptr<Network> torus =
      make_network(make_topology("torus:3x5"), {.ports = SwitchingOptions::Ports::one});
  std::uint64_t charges[2] = {};
  for (std::uint64_t& charge : charges) {
    Machine machine({.network = torus});
    const auto cells = machine.array<int>(45, 1);
    machine.pardo(45, [&](Processor self) -> Task<> { co_await cells[self.id() * 7 % 45].add(2); });
    charge = machine.ledger().charge();
  }
  CHECK(charges[0] > 0);
  CHECK(charges[0] == charges[1]);
}

}  // namespace pram
