#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../thrown.hpp"

namespace pram {

namespace {

constexpr std::uint32_t p = 64;

MachineOptions machine_of(const std::string& access, unsigned threads = 1) {
  return {.components = p, .access = access, .placement = Placement::direct, .threads = threads};
}

/// Contiguous blocks of 8 sources meet at the first of them, then all at the home.
std::shared_ptr<const AccessPlan> tree() {
  return plan([](Hop hop) { return hop.source / 8 * 8; }, [](Hop hop) { return hop.home; });
}

/// An adaptive routing that counts the requests, and has the components send each other the counts by one message each.
/// Few records go straight home; of many those of one request stay while the others meet in blocks of 8.
class Counting : public AdaptiveProtocol {
 public:
  std::string name() const override { return "counting"; }
  std::unique_ptr<AdaptiveRouting> adaptive_routing() const override { return std::make_unique<Way>(); }
  const AccessPlan& ordered_plan() const override { return *home_; }

 private:
  class Way : public AdaptiveRouting {
   public:
    void begin(std::uint64_t, std::uint64_t) override {
      phase_ = 0;
      requests_ = 0;
    }
    bool looks() const override { return phase_ == 0; }
    void look(const Moves& moves) override {
      for (const std::uint32_t weight : moves.weight) requests_ += weight;
    }
    PhaseRecord settle(Network& network) override {
      ++phase_;
      PhaseRecord told;
      if (phase_ > 1) return told;
      straight_ = requests_ <= 2 * p;
      told.messages = p;
      told.largest_sent = told.largest_received = 1;
      told.charge = network.carry({p, p, 1, 1, {}, {}, {}, {}});
      return told;
    }
    bool ended() const override { return phase_ > (straight_ ? 1U : 2U); }
    void route(const Moves& moves, std::span<std::uint32_t> destination) override {
      for (std::size_t k = 0; k < destination.size(); ++k) {
        if (straight_ || moves.phase == 1) {
          // Whoever rested arrived at nobody's cost, as one.
          REQUIRE((moves.phase == 0 || moves.arrivals[k] >= 1));
          destination[k] = moves.home[k];
        } else {
          destination[k] = moves.weight[k] == 1 ? AccessPlan::stay : moves.source[k] / 8 * 8;
        }
      }
    }

   private:
    std::uint32_t phase_ = 0;
    std::atomic<std::uint64_t> requests_ = 0;
    bool straight_ = false;
  };

  std::shared_ptr<const AccessPlan> home_ = plan([](Hop hop) { return hop.home; });
};

void register_counting() {
  access_protocols().add(
      {"counting", "for tests", [](const Spec&, std::uint32_t) { return std::make_unique<Counting>(); }});
}

}  // namespace

TEST_CASE("an array's own plan gathers its requests and gives the replies back") {
  for (const char* const access : {"direct", "combining:8,8", "combining:4,4,4"}) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      Machine machine(machine_of(access, threads));
      auto cells = machine.array<std::uint32_t>(p, 5, "cells");
      cells.send_by(tree());
      std::vector<std::uint32_t> seen(p);
      std::vector<std::uint32_t> fetched(p);
      machine.pardo(p, [&](Processor self) -> Task<> {
        seen[self.id()] = co_await cells[0];
        co_await cells[1].add(2);
        fetched[self.id()] = co_await cells[2].fetch_add(1);
      });
      CHECK(seen == std::vector<std::uint32_t>(p, 5));
      CHECK(cells.get(1) == 5 + 2 * p);
      std::ranges::sort(fetched);
      for (std::uint32_t k = 0; k < p; ++k) CHECK(fetched[k] == 5 + k);
      const StepRecord& read = machine.ledger().step_records()[0];
      REQUIRE(read.phases.size() == 2);
      CHECK(read.phases[0].charge == 8);
      CHECK(read.phases[1].charge == 8);
      CHECK(read.charge_back == 16);
    }
  }
}

TEST_CASE("arrays with and without a plan share the phases of a step") {
  Machine machine(machine_of("combining:4,4,4"));
  auto tree_cells = machine.array<int>(p, 1, "tree");
  const auto cells = machine.array<int>(p, 2, "cells");
  tree_cells.send_by(tree());
  std::vector<int> seen(p);
  machine.pardo(p, [&](Processor self) -> Task<> {
    if (self.id() % 2 == 0) {
      seen[self.id()] = co_await tree_cells[0];
    } else {
      seen[self.id()] = co_await cells[63 - self.id()];
    }
  });
  for (std::uint32_t k = 0; k < p; ++k) CHECK(seen[k] == (k % 2 == 0 ? 1 : 2));
  const StepRecord& step = machine.ledger().step_records()[0];
  REQUIRE(step.phases.size() == 3);
  CHECK(step.phases[2].messages <= 32);  // the tree's record is at home and rests

  tree_cells.send_by(nullptr);
  machine.pardo(p, [&](Processor) -> Task<> { co_await tree_cells[0]; });
  CHECK(machine.ledger().step_records()[1].phases.size() == 3);
}

TEST_CASE("a plan that breaks its contract is told of and memory stays") {
  for (const unsigned threads : {1U, 2U}) {
    Machine machine(machine_of("combining", threads));
    auto cells = machine.array<int>(p, 0, "cells");
    const auto add_one = [&] {
      machine.pardo(p, [&](Processor self) -> Task<> { co_await cells[self.id() / 2].add(1); });
    };
    cells.send_by(plan([](Hop hop) { return hop.source; }));
    CHECK_THROWS_AS(add_one(), Error);
    cells.send_by(plan([](Hop) { return p; }, [](Hop hop) { return hop.home; }));
    CHECK_THROWS_AS(add_one(), Error);
    CHECK(cells.host() == std::vector<int>(p, 0));
    cells.send_by(tree());
    add_one();
    CHECK(cells.get(0) == 2);
  }
}

TEST_CASE("access protocol sorting has no room for an array's own plan") {
  MachineOptions options = machine_of("sorting");
  options.network = "hypercube";
  Machine machine(options);
  auto cells = machine.array<int>(p, 0, "cells");
  cells.send_by(tree());
  CHECK(testing::thrown<ConfigError>([&] {
          machine.pardo(p, [&](Processor) -> Task<> { co_await cells[0]; });
        }).option == "access");
}

TEST_CASE("what the components of an adaptive routing tell each other is charged and decides on the way") {
  register_counting();
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    Machine machine(machine_of("counting", threads));
    const auto cells = machine.array<int>(p, 7, "cells");
    machine.pardo(p, [&](Processor) -> Task<> { co_await cells[3]; });
    const StepRecord& few = machine.ledger().step_records()[0];
    REQUIRE(few.phases.size() == 2);
    CHECK(few.phases[0].charge == 1);
    CHECK(few.phases[0].messages == p);
    CHECK(few.phases[0].charge_back == 0);
    CHECK(few.phases[1].charge == p);

    machine.pardo(4 * p, [&](Processor self) -> Task<> {
      // Three of a component's four ask for one cell, the fourth for another.
      const int seen = co_await cells[self.id() % 4 == 3 ? self.id() / 4 : 0];
      REQUIRE(seen == 7);
    });
    const StepRecord& many = machine.ledger().step_records()[1];
    REQUIRE(many.phases.size() == 3);
    CHECK(many.phases[1].messages == p);  // those of weight 1 stay; component 0 has one of weight 4
    CHECK(many.phases[1].largest_received == 8);
    CHECK(many.phases[2].messages == 8 + p - 1);
    CHECK(many.phases[2].largest_received == 8);
    CHECK(many.charge_back == 8 + 8);
  }
}

TEST_CASE("separate sweeps cost what each kind costs alone") {
  const auto step_of = [](const std::string& access) {
    Machine machine(machine_of(access));
    const auto cells = machine.array<int>(p, 0, "cells");
    machine.pardo(p, [&](Processor self) -> Task<> {
      if (self.id() % 2 == 0) {
        co_await cells[1];
      } else {
        co_await cells[2].add(1);
      }
    });
    REQUIRE(cells.get(2) == 32);
    return machine.ledger().step_records()[0];
  };
  const StepRecord together = step_of("combining:8,8,spread=modular");
  const StepRecord separate = step_of("combining:8,8,spread=modular,sweeps=separate");
  CHECK(together.charge_back == separate.charge_back);
  CHECK(together.charge < separate.charge);
  // Sources of one parity meet at four components of eight, eight at each; then four at the home.
  CHECK(together.charge == 8 + 4);
  CHECK(separate.charge == 2 * (8 + 4));
}

TEST_CASE("physical destinations cost what their bounds allow") {
  // Every component asks for `own` cells of its own: all distinct, degree 1 (spec combining, section 8).
  for (const std::uint32_t own : {1U, 8U, 32U}) {
    const auto step_of = [own](const std::string& access) {
      Machine machine(machine_of(access));
      const auto cells = machine.array<int>(std::uint64_t{own} * p, 0, "cells");
      machine.pardo(std::uint64_t{own} * p, [&](Processor self) -> Task<> {
        const std::uint64_t turned = (self.id() * 37) % self.count();
        co_await (cells[turned] = static_cast<int>(turned));
      });
      for (std::uint32_t k = 0; k < own * p; ++k) REQUIRE(cells.get(k) == static_cast<int>(k));
      return machine.ledger().step_records()[0];
    };
    const StepRecord extra = step_of("combining:8,8,physical=extra");
    REQUIRE(extra.phases.size() == 3);
    // A degree-1 pattern: no component sends more than it got, none gets more than the addresses that it owns.
    CHECK(extra.phases[2].largest_sent <= extra.phases[1].largest_received);
    CHECK(extra.phases[2].largest_received <= own);
    CHECK(extra.phases[2].charge == std::max(extra.phases[2].largest_sent, extra.phases[2].largest_received));
    const StepRecord last = step_of("combining:8,8,physical=last");
    REQUIRE(last.phases.size() == 2);
    CHECK(last.phases[0].charge == extra.phases[0].charge);
    CHECK(last.phases[1].largest_received <= 8 * own);  // up to b_m records an address
  }
}

}  // namespace pram
