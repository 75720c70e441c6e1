#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <pram/access.hpp>
#include <pram/network.hpp>
#include <pram/pram.hpp>

#include "../../thrown.hpp"

// Machines and arrays in wrong hands: each case ends in one error that says what to do.
namespace pram {

namespace {

using testing::contains;
using testing::is_one_line;
using testing::thrown;

constexpr unsigned thread_numbers[] = {1, 3};

void check_usable(Machine& machine) {
  const auto cells = machine.array<int>(9000, 1);
  machine.pardo(9000, [&](Processor self) -> Task<> { co_await cells[self.id()].add(1); });
  CHECK(cells.host() == std::vector<int>(9000, 2));
}

/// What a pardo without end ends in whose progress is reported to this function.
template <class Report>
std::string reason_after(Machine& machine, const Report& report) {
  machine.on_progress(report);
  const auto count = machine.array<std::uint64_t>(2, 0);
  std::string reason = "it ended";
  try {
    machine.pardo(2, [&](Processor self) -> Task<> {
      while (true) co_await count[self.id()].add(1);
    });
  } catch (const std::exception& error) {
    reason = error.what();
  }
  CHECK(count.get(0) == count.get(1));
  CHECK(is_one_line(reason));
  return reason;
}

}  // namespace

TEST_CASE("a machine that was moved from refuses everything, and may be given another") {
  Machine machine({.components = 4, .placement = Placement::direct});
  const auto cells = machine.array<int>(16, 1);
  const auto large = machine.array<int>(64, 1);
  Machine moved = std::move(machine);
  const auto refused = [&](const auto& act) {
    const auto error = thrown<Error>(act);
    CHECK(contains(error.what(), "moved from"));
    CHECK(is_one_line(error.what()));
  };
  const auto body = [](Processor self) -> Task<> { co_await self.idle(); };
  refused([&] { machine.pardo(4, body); });
  refused([&] { machine.pardo(0, body); });
  refused([&] { static_cast<void>(machine.array<int>(4)); });
  refused([&] { static_cast<void>(machine.array(std::vector<int>{1, 2})); });
  refused([&] { static_cast<void>(machine.combine(std::vector<int>{1}, std::vector<int>{2}, Sum())); });
  refused([&] { machine.broadcast(cells, large); });
  refused([&] { machine.scatter(large, cells); });
  refused([&] { machine.gather(cells, large); });
  refused([&] { machine.all_gather(cells, large); });
  refused([&] { machine.all_to_all(cells, cells); });
  refused([&] { machine.transpose(cells, 4, 4); });
  refused([&] { static_cast<void>(machine.ledger()); });
  refused([&] { static_cast<void>(machine.options()); });
  refused([&] { machine.on_progress({}); });
  machine.request_stop();  // may be called from a signal handler: does nothing
  check_usable(moved);
  Machine& same = moved;
  moved = std::move(same);
  machine = Machine({.components = 3});
  check_usable(machine);
  machine = std::move(moved);
  CHECK(machine.options().components == 4);
  check_usable(machine);
  refused([&] { moved.pardo(4, body); });
}

TEST_CASE("a factory that returns null") {
  networks().add({.name = "null-network", .summary = "none", .make = [](auto&&...) { return nullptr; }});
  access_protocols().add({.name = "null-protocol", .summary = "none", .make = [](auto&&...) { return nullptr; }});
  const auto network = thrown<ConfigError>([] { Machine machine({.network = "null-network"}); });
  CHECK(network.option == "network");
  CHECK(network.value == "null-network");
  CHECK(is_one_line(network.what()));
  const auto access = thrown<ConfigError>([] { Machine machine({.access = "null-protocol:3"}); });
  CHECK(access.option == "access");
  CHECK(access.value == "null-protocol:3");
}

TEST_CASE("a machine destroyed, assigned to or moved by its own processor ends its pardo") {
  for (const unsigned threads : thread_numbers) {
    for (const bool at_the_end : {false, true}) {
      const auto run = [&](const auto& harm) {
        auto machine = std::make_unique<Machine>(MachineOptions{.components = 6, .threads = threads});
        const auto cells = machine->array<int>(9000, 0);
        const auto error = thrown<Error>([&] {
          machine->pardo(9000, [&](Processor self) -> Task<> {
            co_await cells[self.id()].add(1);
            if (self.id() == 8000) harm(machine);
            if (at_the_end) co_return;
            while (true) co_await cells[self.id()].add(1);
          });
        });
        CHECK(contains(error.what(), "moved or destroyed while its pardo ran"));
        CHECK(is_one_line(error.what()));
        CHECK(cells.get(0) >= 1);
        CHECK(cells.host() == std::vector<int>(9000, cells.get(0)));
      };
      run([](std::unique_ptr<Machine>& machine) { machine.reset(); });
      run([](std::unique_ptr<Machine>& machine) { *machine = Machine({.components = 2}); });
      std::optional<Machine> taken;
      run([&](std::unique_ptr<Machine>& machine) { taken.emplace(std::move(*machine)); });
      check_usable(*taken);
      Machine other({.components = 2});
      run([&](std::unique_ptr<Machine>& machine) { other = std::move(*machine); });
      CHECK(other.options().components == 6);
      check_usable(other);
    }
  }
}

TEST_CASE("on_progress starts no pardo of its machine, and no exchange: the error comes out of the running pardo") {
  Machine machine({.components = 2, .placement = Placement::direct, .threads = 1});
  const auto cells = machine.array<int>(4, 1);
  const auto body = [&](Processor self) -> Task<> { co_await (cells[self.id()] = 2); };
  CHECK(contains(reason_after(machine, [&](std::uint64_t) { machine.pardo(2, body); }), "from on_progress"));
  CHECK(contains(reason_after(machine, [&](std::uint64_t) { machine.pardo(0, body); }), "from on_progress"));
  CHECK(contains(reason_after(machine, [&](std::uint64_t) { machine.all_to_all(cells, cells); }), "from on_progress"));
  CHECK(contains(reason_after(machine, [&](std::uint64_t) { static_cast<void>(machine.array<int>(3)); }),
                 "between pardos"));
  CHECK(cells.host() == std::vector<int>(4, 1));
  const std::uint64_t before = machine.ledger().steps();
  machine.on_progress({});
  machine.pardo(4, body);
  CHECK(cells.host() == std::vector<int>(4, 2));
  CHECK(machine.ledger().steps() == before + 1);
}

TEST_CASE("on_progress may throw, run another machine, set another report, and lose its machine") {
  std::optional<Machine> machine(std::in_place, MachineOptions{.components = 2, .threads = 1});
  CHECK(reason_after(*machine, [](std::uint64_t) { throw std::runtime_error("seen enough"); }) == "seen enough");
  Machine second({.components = 2});
  CHECK(reason_after(*machine, [&](std::uint64_t) {
          check_usable(second);
          throw std::runtime_error("the other ran");
        }) == "the other ran");
  CHECK(reason_after(*machine, [&, ballast = std::vector<int>(1000, 5)](std::uint64_t) {
          machine->on_progress([](std::uint64_t) { throw std::runtime_error("the second report"); });
          CHECK(ballast.at(999) == 5);
        }) == "the second report");
  CHECK(contains(reason_after(*machine, [&](std::uint64_t) { machine.reset(); }), "moved or destroyed"));
}

TEST_CASE("a second host thread cannot start a pardo while one runs, nor a processor set the report") {
  Machine machine({.components = 2});
  std::string reason;
  machine.pardo(4, [&](Processor self) -> Task<> {
    co_await self.idle();
    if (self.id() > 0) co_return;
    std::thread([&] {
      try {
        machine.pardo(2, [](Processor other) -> Task<> { co_await other.idle(); });
      } catch (const Error& error) {
        reason = error.what();
      }
    }).join();
  });
  CHECK(contains(reason, "second thread"));
  CHECK_THROWS_AS(machine.pardo(2,
                                [&](Processor self) -> Task<> {
                                  co_await self.idle();
                                  machine.on_progress({});
                                }),
                  Error);
  check_usable(machine);
}

TEST_CASE("what arrays offer host code is refused to processors, with what to write instead") {
  for (const unsigned threads : thread_numbers) {
    Machine machine({.components = 4, .rule = Rule::erew, .threads = threads});
    Machine second({.components = 4});
    const auto cells = machine.array<int>(8, 5, "cells");
    const auto foreign = second.array<int>(8, 5, "foreign");
    const auto refused = [&](const auto& act) {
      std::string reason;
      CHECK_THROWS_AS(machine.pardo(8,
                                    [&](Processor self) -> Task<> {
                                      co_await cells[self.id()].add(1);
                                      try {
                                        if (self.id() == 3) act();
                                      } catch (const Error& error) {
                                        reason = error.what();
                                        throw;
                                      }
                                      co_await cells[self.id()].add(1);
                                    }),
                      Error);
      CHECK(cells.host() == std::vector<int>(8, 6));
      CHECK(foreign.host() == std::vector<int>(8, 5));
      cells.fill(5);
      CHECK(is_one_line(reason));
      return reason;
    };
    for (const Array<int>* const array : {&cells, &foreign}) {
      const std::string read = "co_await " + array->name() + "[i]";
      const std::string write = "co_await (" + array->name() + "[i] = value)";
      CHECK(contains(refused([&] { static_cast<void>(array->get(0)); }), read));
      CHECK(contains(refused([&] { static_cast<void>(array->get(1000)); }), read));
      CHECK(contains(refused([&] { static_cast<void>(array->host()); }), read));
      CHECK(contains(refused([&] { array->set(0, 1); }), write));
      CHECK(contains(refused([&] { array->fill(1); }), write));
      CHECK(contains(refused([&] { array->assign(std::vector<int>(8, 1)); }), write));
    }
    CHECK(contains(refused([&] { static_cast<void>(second.array<int>(3)); }), "between pardos"));
    CHECK(contains(refused([&] { second.pardo(1, [](Processor self) -> Task<> { co_await self.idle(); }); }), "pardo"));
  }
}

TEST_CASE("an array that was moved from has no cells, for processors, plans and exchanges neither") {
  Machine machine({.components = 4, .placement = Placement::direct});
  auto first = machine.array<int>(4, 5);
  const auto moved = std::move(first);
  CHECK(thrown<AddressError>([&] {
          machine.pardo(1, [&](Processor self) -> Task<> { co_await first[self.id()]; });
        }).facts.size == 0);
  CHECK_THROWS_AS(machine.pardo(1, [&](Processor self) -> Task<> { co_await first[self.id()].add(1); }), AddressError);
  CHECK_THROWS_AS(first.send_by(nullptr), Error);
  CHECK_THROWS_AS(first.hot(), Error);
  CHECK_THROWS_AS(machine.all_to_all(first, moved), ConfigError);
  CHECK_THROWS_AS(machine.all_to_all(moved, first), ConfigError);
  CHECK_NOTHROW(first.fill(3));
  CHECK(moved.host() == std::vector<int>(4, 5));
}

TEST_CASE("arrays whose handles die in a pardo, on several threads at once") {
  Machine machine({.components = 16, .threads = 8});
  const std::uint64_t n = 9000;
  std::vector<std::optional<Array<int>>> doomed(n);
  for (std::uint64_t i = 0; i < n; i += 3) doomed[i] = machine.array<int>(2, 1);
  const auto sums = machine.array<int>(1, 0);
  machine.pardo(n, [&](Processor self) -> Task<> {
    if (!doomed[self.id()]) co_return;
    const Cell<int>& cell = (*doomed[self.id()])[1];
    doomed[self.id()].reset();
    const int value = co_await cell;
    co_await sums[0].add(value);
  });
  CHECK(sums.get(0) == static_cast<int>(n / 3));
  check_usable(machine);
}

}  // namespace pram
