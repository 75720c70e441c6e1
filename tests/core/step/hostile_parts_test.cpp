#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <pram/network.hpp>
#include <pram/pram.hpp>

#include "../thrown.hpp"

// Parts of the user's own that do not keep their contracts: plans, protocols and networks. Each part ends in an Error
// that says where, memory is that of the step before, and nothing crashes or hangs.
namespace pram {

namespace {

using testing::contains;
using testing::thrown;

constexpr std::uint32_t hostile_p = 16;

MachineOptions hostile_machine(unsigned threads) {
  return {.components = hostile_p, .access = "direct", .placement = Placement::direct, .threads = threads};
}

/// Says what a pardo over an array with this plan throws, after looking that memory and ledger are as before.
template <class Plan>
std::string refusal_of_plan(const Plan& own, unsigned threads) {
  Machine machine(hostile_machine(threads));
  auto cells = machine.array<int>(hostile_p, 3, "cells");
  cells.send_by(own);
  const auto error = thrown<Error>([&] {
    machine.pardo(hostile_p, [&](Processor self) -> Task<> { co_await cells[(self.id() + 1) % hostile_p].add(1); });
  });
  CHECK(cells.host() == std::vector<int>(hostile_p, 3));
  CHECK(machine.ledger().steps() == 0);
  cells.send_by(nullptr);
  machine.pardo(hostile_p, [&](Processor self) -> Task<> { co_await cells[self.id()].add(1); });
  CHECK(cells.host() == std::vector<int>(hostile_p, 4));
  return error.what();
}

/// A network whose answers a test makes wrong.
class OwnNetwork : public Network {
 public:
  std::string name() const override { return "own-network"; }
  std::uint32_t components() const override { return made_for; }
  bool wants_messages() const override { return listed; }
  bool combines() const override { return merges; }
  std::uint64_t carry(const Traffic&) override { return charge; }
  std::uint64_t carry_back(const Traffic&) override { return charge_back; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return distinct; }
  std::unique_ptr<Collectives> collectives(std::uint32_t components) override {
    return none ? nullptr : Network::collectives(components);
  }
  bool take_load(NetworkLoad& given) override {
    given = load;
    return true;
  }

  std::uint32_t made_for = 0;
  bool listed = false;
  bool merges = false;
  bool none = false;
  std::uint64_t charge = 1;
  std::uint64_t charge_back = 1;
  double distinct = 1;
  NetworkLoad load;
};

/// A network that no table knows by its own name.
class Renamed : public OwnNetwork {
 public:
  std::string name() const override { return "calls-itself-so"; }
};

/// Reads every cell of another component, and adds to it.
void read_and_add(Machine& machine, const Array<int>& cells) {
  machine.pardo(hostile_p, [&](Processor self) -> Task<> {
    co_await cells[(self.id() + 1) % hostile_p].add(co_await cells[(self.id() + 2) % hostile_p]);
  });
}

/// A protocol of more phases than any step.
class LongProtocol : public PlannedProtocol {
 public:
  std::string name() const override { return "own-protocol"; }
  std::uint32_t phases() const override { return 4'000'000'000U; }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    std::ranges::copy(moves.home, destination.begin());
  }
};

/// A protocol that counts, and whose records never come home.
class EndlessProtocol : public AdaptiveProtocol {
 public:
  std::string name() const override { return "own-protocol"; }
  std::unique_ptr<AdaptiveRouting> adaptive_routing() const override { return std::make_unique<Endless>(); }
  const AccessPlan& ordered_plan() const override { return *home_; }

 private:
  class Endless : public AdaptiveRouting {
   public:
    void begin(std::uint64_t, std::uint64_t) override {}
    bool looks() const override { return false; }
    void look(const Moves&) override {}
    PhaseRecord settle(Network&) override { return {}; }
    bool ended() const override { return false; }
    void route(const Moves& moves, std::span<std::uint32_t> destination) override {
      std::ranges::copy(moves.source, destination.begin());
    }
  };

  std::shared_ptr<const AccessPlan> home_ = plan([](Hop hop) { return hop.home; });
};

}  // namespace

TEST_CASE("a plan's number that is no component is told of with phase, array and component") {
  const auto home = [](Hop hop) { return hop.home; };
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    CAPTURE(threads);
    const auto refused = [&](const auto& hop) { return refusal_of_plan(plan(home, hop, home), threads); };
    const std::string prefix =
        "an array's own plan sends records out of the machine, or leaves them away from their "
        "homes after the last phase: in phase 2 a record of array cells goes from component ";
    CHECK(refused([](Hop) { return -1; }) ==
          prefix + "0 to a number below 0 or of more than 32 bits, and there are the components 0 to 15");
    CHECK(refused([](Hop hop) { return hop.source == 5 ? std::int64_t{1} << 32 : std::int64_t{hop.source}; }) ==
          prefix + "5 to a number below 0 or of more than 32 bits, and there are the components 0 to 15");
    CHECK(refused([](Hop hop) { return hop.source - 1; }) ==
          prefix + "0 to component 4294967295 (-1 with a sign), and there are the components 0 to 15");
    CHECK(refused([](Hop hop) { return hop.source + 7; }) ==
          prefix + "9 to component 16, and there are the components 0 to 15");
    CHECK(refusal_of_plan(plan(home, [](Hop hop) { return hop.source == 3 ? 4 : hop.source; }), threads) ==
          "an array's own plan sends records out of the machine, or leaves them away from their homes after the last "
          "phase: in phase 2 a record of array cells is at component 4 and its home is component 3");
  }
}

TEST_CASE("a record that a plan lets stay costs nothing in that phase") {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    Machine machine(hostile_machine(threads));
    auto cells = machine.array<int>(hostile_p, 3, "cells");
    cells.send_by(plan([](Hop hop) { return hop.source % 2 == 0 ? AccessPlan::stay : hop.home; },
                       [](Hop hop) { return hop.source == hop.home ? AccessPlan::stay : hop.home; }));
    machine.pardo(hostile_p, [&](Processor self) -> Task<> { co_await cells[(self.id() + 1) % hostile_p].add(1); });
    CHECK(cells.host() == std::vector<int>(hostile_p, 4));
    const StepRecord& step = machine.ledger().step_records()[0];
    REQUIRE(step.phases.size() == 2);
    CHECK(step.phases[0].messages == hostile_p / 2);
    CHECK(step.phases[1].messages == hostile_p / 2);
  }
}

TEST_CASE("a protocol that does not end, or has more phases than any step, is refused") {
  for (const unsigned threads : {1U, 3U}) {
    for (const bool adapts : {false, true}) {
      MachineOptions options = hostile_machine(threads);
      if (adapts)
        options.access = std::make_shared<EndlessProtocol>();
      else
        options.access = std::make_shared<LongProtocol>();
      Machine machine(options);
      const auto cells = machine.array<int>(hostile_p, 3, "cells");
      const auto error = thrown<Error>([&] { read_and_add(machine, cells); });
      CHECK(contains(error.what(), adapts ? "access own-protocol does not end: its adaptive routing has had 1024 phases"
                                          : "access own-protocol has 4000000000 phases, and at most 1024 are allowed"));
      CHECK(cells.host() == std::vector<int>(hostile_p, 3));
    }
  }
}

TEST_CASE("a network's charge that is negative, or no number, is told of in its step and phase") {
  struct Case {
    std::uint64_t charge;
    std::uint64_t charge_back;
    double distinct;
    const char* sentence;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Case& one :
       {Case{~std::uint64_t{0}, 1, 1, "(-1 with a sign), and at most 2^52 are allowed"},
        Case{(std::uint64_t{1} << 52) + 1, 1, 1, "charges 4503599627370497 units for a phase of 16 messages, and"},
        Case{1, ~std::uint64_t{0} - 5, 1, "(-6 with a sign)"}, Case{1, 1, nan, "distinct_charge(16, 1) is nan"},
        Case{1, 1, -2, "distinct_charge(16, 1) is -2"},
        Case{1, 1, std::numeric_limits<double>::infinity(), "distinct_charge(16, 1) is inf"}}) {
    for (const char* const access : {"direct", "combining:4,4", "adaptive"}) {
      for (const bool listed : {false, true}) {
        CAPTURE(one.sentence);
        CAPTURE(access);
        auto network = std::make_shared<OwnNetwork>();
        network->listed = listed;
        MachineOptions options = hostile_machine(2);
        options.access = access;
        options.network = network;
        Machine machine(options);
        const auto cells = machine.array<int>(hostile_p, 3, "cells");
        read_and_add(machine, cells);
        const std::vector<int> before = cells.host();
        network->charge = one.charge;
        network->charge_back = one.charge_back;
        network->distinct = one.distinct;
        const auto error = thrown<NetworkError>([&] { read_and_add(machine, cells); });
        CHECK(error.pram_step() == 3);
        CHECK(contains(error.what(), one.sentence));
        CHECK(contains(error.what(), "step 3 of the program: "));
        CHECK(contains(error.what(), "network own-network"));
        if (one.distinct == 1) CHECK(contains(error.what(), ", requests for cells: "));
        CHECK(cells.host() == before);
        network->charge = network->charge_back = 1;
        network->distinct = 1;
        read_and_add(machine, cells);
      }
    }
  }
  auto network = std::make_shared<OwnNetwork>();
  MachineOptions options = hostile_machine(1);
  options.network = network;
  Machine machine(options);
  const auto from = machine.array<int>(hostile_p, 3, "from");
  const auto to = machine.array<int>(hostile_p * hostile_p, 4, "to");
  network->charge = ~std::uint64_t{0};
  CHECK_THROWS_AS(machine.all_gather(from, to), NetworkError);
  CHECK_THROWS_AS(machine.spmd([&](bsp::Process self) -> Task<> {
    auto own = self.coarray<int>(1, 0);
    own((self.id() + 1) % hostile_p)[0] = 1;
    co_await self.sync();
  }),
                  NetworkError);
  network->charge = 1;
  network->none = true;
  MachineOptions fresh = hostile_machine(1);
  fresh.network = network;
  Machine other(fresh);
  const auto mine = other.array<int>(hostile_p, 3, "from");
  const auto all = other.array<int>(hostile_p * hostile_p, 4, "to");
  CHECK(contains(thrown<Error>([&] { other.all_gather(mine, all); }).what(),
                 "collectives() returns an object, not null"));
}

TEST_CASE("charges that add up to more than a ledger counts end the run before the sum wraps") {
  auto network = std::make_shared<OwnNetwork>();
  network->charge = network->charge_back = std::uint64_t{1} << 52;
  MachineOptions options = hostile_machine(1);
  options.network = network;
  options.ledger = LedgerDetail::totals;
  Machine machine(options);
  const auto cells = machine.array<int>(hostile_p, 3, "cells");
  const auto error = thrown<LimitError>([&] {
    for (int k = 0; k < 3000; ++k)
      machine.pardo(hostile_p, [&](Processor self) -> Task<> { co_await cells[self.id()]; });
  });
  CHECK(error.limit == "charge");
  CHECK(error.asked == (std::uint64_t{513} << 53));
  CHECK(machine.ledger().steps() == 513);
  CHECK(machine.ledger().total_charge() == (std::uint64_t{513} << 53));
}

TEST_CASE("a network that serves another number of components, or merges what it does not list, is refused") {
  const auto refusal = [](const OwnNetwork& like, bool by_name) {
    networks().add({"own-network", "as it is told",
                    [like](const Spec&, std::uint32_t) { return std::make_unique<OwnNetwork>(like); }});
    MachineOptions options = hostile_machine(1);
    options.network = "own-network";
    if (!by_name) options.network = std::make_shared<OwnNetwork>(like);
    return std::string(thrown<ConfigError>([&] { const Machine machine(options); }).what());
  };
  for (const bool by_name : {false, true}) {
    OwnNetwork like;
    like.made_for = 12;
    CHECK(contains(refusal(like, by_name), "one of 16 components: this one is made for 12"));
    like.made_for = 0;  // any number
    like.merges = true;
    CHECK(contains(refusal(like, by_name), "one that wants_messages() where it combines()"));
  }
  // Other tests go through the table.
  networks().add(
      {"own-network", "charges 1", [](const Spec&, std::uint32_t) { return std::make_unique<OwnNetwork>(); }});
}

TEST_CASE("options hold the name that makes the machine again, whatever a network calls itself") {
  networks().add(
      {"alias", "calls itself otherwise", [](const Spec&, std::uint32_t) { return std::make_unique<Renamed>(); }});
  MachineOptions options = hostile_machine(1);
  options.network = "alias";
  const Machine machine(options);
  CHECK(machine.options().network.text() == "alias");
  CHECK(machine.network().name() == "calls-itself-so");
  const Machine again(machine.options());
  CHECK(again.network().name() == "calls-itself-so");
  CHECK(Machine({.components = 4096, .network = "router", .access = "combining"}).options().access.text() ==
        "combining:32,16,8");
}

TEST_CASE("loads of links that change their shape from step to step are refused, the first one's, too") {
  auto network = std::make_shared<OwnNetwork>();
  MachineOptions options = hostile_machine(1);
  options.network = network;
  options.ledger = LedgerDetail::profile;
  Machine machine(options);
  const auto cells = machine.array<int>(hostile_p, 0, "cells");
  const auto step = [&](NetworkLoad load) {
    network->load = std::move(load);
    machine.pardo(hostile_p, [&](Processor self) -> Task<> { co_await (cells[self.id()] = 1); });
  };
  CHECK_THROWS_AS(step({"own", {{1, 2, 3}, {1, 2, 3}}, {{1}, {1}}}), Error);
  CHECK_THROWS_AS(step({"own", {{1, 2}, {1}}, {}}), Error);
  step({"own", {{1, 2}, {1, 1}}, {}});
  CHECK_THROWS_AS(step({"own", {{1, 2, 3}, {1, 2, 3}}, {}}), Error);
  step({"own", {{1, 2}, {1, 1}}, {{4, 4}, {1, 1}}});
  CHECK(machine.ledger().network_load()->forward.busy == std::vector<std::uint64_t>{2, 4});
  CHECK(machine.ledger().loads_over_time().busy.entries == 2);
  CHECK(machine.ledger().steps() == 2);
}

TEST_CASE("an option that is no word of its enumeration is refused") {
  const auto option_of = [](MachineOptions options) {
    return thrown<ConfigError>([&] { const Machine machine(std::move(options)); }).option;
  };
  CHECK(option_of({.components = 4, .placement = static_cast<Placement>(7)}) == "placement");
  CHECK(option_of({.components = 4, .ledger = static_cast<LedgerDetail>(-1)}) == "ledger");
}

}  // namespace pram
