#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <pram/machines/detail/lockstep.hpp>

#include "topology/hypercube.hpp"

namespace pram {

namespace {

using Breach = ScheduleError::Breach;
using Ports = SwitchingOptions::Ports;
using Duplex = SwitchingOptions::Duplex;

/// The facts of the ScheduleError that the action must throw.
template <class Action>
ScheduleError::Facts breach(Action&& action) {
  try {
    action();
  } catch (const ScheduleError& error) {
    CHECK(std::string(error.what()).size() > 10);
    return error.facts;
  }
  FAIL("no ScheduleError");
  return {};
}

std::vector<Packet<int>> packets_at(std::uint32_t nodes, const std::vector<std::uint32_t>& places) {
  std::vector<Packet<int>> packets(nodes);
  for (const std::uint32_t place : places) packets[place] = {.origin = place, .payload = static_cast<int>(place)};
  return packets;
}

}  // namespace

TEST_CASE("schedules: a transfer needs a link") {
  const auto path = make_topology("path:4");
  ScheduleLedger ledger;
  Lockstep lockstep(*path, ledger);
  const ScheduleLedger::Scope outer(ledger, "outer");
  const ScheduleLedger::Scope inner(ledger, "inner");
  ledger.charge(7, 0);
  lockstep.begin_step();
  CHECK(lockstep.send(0, 0) == 1);
  const ScheduleError::Facts facts = breach([&] { lockstep.send(3, 0); });
  CHECK(facts.breach == Breach::no_such_link);
  CHECK(facts.node == 3);
  CHECK(facts.step == 7);
  CHECK(facts.network == "path:4");
  CHECK(facts.routine == "outer/inner");
  CHECK(breach([&] { lockstep.send(1, 2); }).breach == Breach::no_such_link);
  CHECK(breach([&] { lockstep.send(4, 0); }).breach == Breach::no_such_link);
  CHECK(breach([&] { lockstep.send_to(0, 2); }).breach == Breach::no_such_link);
  CHECK(breach([&] { lockstep.send_to(2, 2); }).breach == Breach::no_such_link);
  CHECK(breach([&] { lockstep.matching([](std::uint32_t x) { return 3 - x; }); }).breach == Breach::no_such_link);
}

TEST_CASE("schedules: a node with one port sends once and receives once a step") {
  const auto ring = make_topology("ring:5");
  ScheduleLedger ledger;
  Lockstep one(*ring, ledger);
  one.begin_step();
  one.send_to(0, 1);
  CHECK(breach([&] { one.send_to(0, 4); }).breach == Breach::two_sends);
  const ScheduleError::Facts facts = breach([&] { one.send_to(2, 1); });
  CHECK(facts.breach == Breach::two_receives);
  CHECK(facts.node == 1);
  CHECK(facts.other == 2);
  one.begin_step();
  CHECK_NOTHROW(one.send_to(2, 1));  // a new step

  Lockstep all(*ring, ledger, {.ports = Ports::all});
  all.begin_step();
  all.send_to(0, 1);
  CHECK_NOTHROW(all.send_to(0, 4));
  CHECK_NOTHROW(all.send_to(2, 1));
  CHECK_NOTHROW(all.send_to(1, 0));
  CHECK(breach([&] { all.send_to(0, 1); }).breach == Breach::two_sends);
}

TEST_CASE("schedules: a worm keeps its links, a send and a receive for a step") {
  const auto path = make_topology("path:6");
  ScheduleLedger ledger;
  Lockstep lockstep(*path, ledger);
  lockstep.begin_step();
  CHECK(lockstep.send_worm(0, 0, 2) == 2);
  CHECK(lockstep.send_worm(2, 0, 3) == 5);
  CHECK(lockstep.send_worm(4, 1, 4) == 0);  // the other way
  const ScheduleError::Facts facts = breach([&] { lockstep.send_worm(1, 0, 1); });
  CHECK(facts.breach == Breach::two_sends);
  CHECK(facts.node == 1);
  CHECK(breach([&] { lockstep.send_worm(0, 0, 1); }).breach == Breach::two_sends);
  lockstep.begin_step();
  CHECK(lockstep.send_worm(0, 0, 2) == 2);
  CHECK(breach([&] { lockstep.send_worm(5, 1, 3); }).breach == Breach::two_receives);
  lockstep.begin_step();
  CHECK(breach([&] { lockstep.send_worm(4, 0, 2); }).breach == Breach::no_such_link);
  CHECK(breach([&] { lockstep.send_worm(3, 2, 1); }).breach == Breach::no_such_link);
  CHECK(breach([&] { lockstep.send_worm(6, 0, 1); }).breach == Breach::no_such_link);

  Lockstep all(*path, ledger, {.ports = Ports::all});
  all.begin_step();
  CHECK(all.send_worm(0, 0, 2) == 2);
  CHECK(all.send_worm(3, 1, 1) == 2);
  CHECK(breach([&] { all.send_worm(1, 0, 1); }).breach == Breach::two_sends);
}

TEST_CASE("schedules: half-duplex links carry one way a step and exchanges take two") {
  const auto torus = make_topology("torus:4x4");
  ScheduleLedger ledger;
  Lockstep half(*torus, ledger, {.ports = Ports::all, .duplex = Duplex::half});
  half.begin_step();
  half.send_to(5, 6);
  CHECK_NOTHROW(half.send_to(6, 7));
  CHECK(breach([&] { half.send_to(6, 5); }).breach == Breach::both_directions);
  const Matching pairs = half.matching([](std::uint32_t x) { return x ^ 1u; });
  std::vector<std::uint32_t> records(16, 1);
  half.exchange(pairs, std::span(records), [](std::uint32_t, std::uint32_t, auto&, auto&) {});
  CHECK(ledger.steps() == 2);
  CHECK(ledger.transfers() == 16);
}

TEST_CASE("schedules: exchanges are mutual and combine what both hold") {
  ScheduleLedger ledger;
  const auto ring = make_topology("ring:6");
  Lockstep lockstep(*ring, ledger);
  CHECK(breach([&] { lockstep.matching([](std::uint32_t x) { return (x + 1) % 6; }); }).breach == Breach::not_mutual);
  // A part of the nodes: 1-2 and 5-0.
  const Matching some = lockstep.matching([](std::uint32_t x) {
    return x == 3 || x == 4 ? x : x % 2 ? (x + 1) % 6 : (x + 5) % 6;
  });
  CHECK(some.pairs() == 2);
  std::vector<int> records{1, 2, 4, 8, 16, 32};
  lockstep.exchange(some, std::span(records), [](std::uint32_t x, std::uint32_t p, int& low, int& high) {
    CHECK(x < p);
    low = high = low + high;
  });
  CHECK(records == std::vector<int>{33, 6, 6, 8, 16, 33});
  CHECK(ledger.steps() == 1);
  CHECK(ledger.transfers() == 4);

  const Hypercube cube(4);
  Lockstep on_cube(cube, ledger);
  for (const std::uint32_t bit : {1u, 2u, 4u, 8u}) {
    const Matching along = on_cube.matching([=](std::uint32_t x) { return x ^ bit; });
    std::vector<std::uint32_t> seen(16, 0);
    along.for_each([&](std::uint32_t x, std::uint32_t p) {
      CHECK(p == (x | bit));
      ++seen[x];
      ++seen[p];
    });
    CHECK(seen == std::vector<std::uint32_t>(16, 1));
  }
}

TEST_CASE("schedules: records that meet in one place are caught with their origins") {
  ScheduleLedger ledger;
  const auto ring = make_topology("ring:6");
  const auto up = [](std::uint32_t, const Packet<int>&) { return 0u; };
  const auto up_from_1 = [](std::uint32_t x, const Packet<int>&) { return x == 1 ? 0 : no_node; };
  Lockstep lockstep(*ring, ledger);
  std::vector<Packet<int>> next(6);
  const auto now = packets_at(6, {1, 2, 4});
  lockstep.move<int>(now, next, 1, up);
  for (std::uint32_t x = 0; x < 6; ++x) CHECK(next[x].full() == (x == 2 || x == 3 || x == 5));
  CHECK(next[3].payload == 2);
  CHECK(ledger.transfers() == 3);
  const ScheduleError::Facts facts = breach([&] { lockstep.move<int>(now, next, 1, up_from_1); });
  CHECK(facts.breach == Breach::collision);
  CHECK(facts.node == 2);
  CHECK(facts.step == 1);
  CHECK(facts.origins[0] == 1);
  CHECK(facts.origins[1] == 2);
  // The port model comes before the place: two arrivals at a node with one port.
  const auto meet = [](std::uint32_t x, const Packet<int>&) { return x == 1 ? 0u : 1u; };
  CHECK(breach([&] { lockstep.move<int>(packets_at(6, {1, 3}), next, 1, meet); }).breach == Breach::two_receives);
  Lockstep all(*ring, ledger, {.ports = Ports::all});
  CHECK(breach([&] { all.move<int>(packets_at(6, {1, 3}), next, 1, meet); }).breach == Breach::collision);
}

TEST_CASE("schedules: words cost in proportion") {
  CHECK(PortModel{}.steps(1) == 1);
  CHECK(PortModel{}.steps(5) == 5);
  CHECK(PortModel{.startup = 3, .bandwidth = 4}.steps(7) == 5);
  CHECK(PortModel{.startup = 3, .bandwidth = 4}.steps(8) == 5);
  CHECK(PortModel{.startup = 3, .bandwidth = 4}.steps(9) == 6);
  CHECK(PortModel{.bandwidth = 4}.steps(0) == 1);
}

TEST_CASE("schedules: charges nest by routine") {
  ScheduleLedger ledger;
  {
    const ScheduleLedger::Scope read(ledger, "read");
    for (int k = 0; k < 2; ++k) {
      const ScheduleLedger::Scope sort(ledger, "sort");
      ledger.charge(10, 4);
    }
    ledger.charge(1, 1);
  }
  {
    const ScheduleLedger::Scope write(ledger, "write");
    const ScheduleLedger::Scope sort(ledger, "sort");
    ledger.charge(5, 2);
    ledger.charge_local(3);
  }
  {
    const ScheduleLedger::Scope read(ledger, "read");
    const ScheduleLedger::Scope rank(ledger, "rank");
    ledger.charge(2, 2);
  }
  CHECK(ledger.steps() == 28);
  CHECK(ledger.transfers() == 13);
  CHECK(ledger.steps_of("read") == 23);
  CHECK(ledger.steps_of("read/sort") == 20);
  CHECK(ledger.steps_of("read/rank") == 2);
  CHECK(ledger.steps_of("write/sort") == 5);
  CHECK(ledger.steps_of("sort") == 0);
  std::string listed;
  for (const ScheduleLedger::Routine& routine : ledger.routines())
    listed += std::to_string(routine.depth) + routine.name + std::to_string(routine.calls) + " ";
  CHECK(listed == "00 1read2 2sort2 2rank1 1write1 2sort1 ");
  CHECK(ledger.routines()[4].local == 3);
  CHECK(ledger.routines()[5].parent == 4);
  ledger.clear();
  CHECK(ledger.steps() == 0);
}

}  // namespace pram
