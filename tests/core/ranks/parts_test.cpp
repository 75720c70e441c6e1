#include <doctest/doctest.h>

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/exact_text.hpp>
#include <pram/detail/ranks/transport.hpp>
#include <pram/network/poll.hpp>
#include <pram/pram.hpp>

#include "../../support/thread_ranks.hpp"
#include "thrown_on_ranks.hpp"

/// Users' networks and plans that fail on several ranks, and profiles that have no more room.
namespace pram {

namespace {

using detail::this_rank;
using testing::check_same_error;
using testing::difference;
using testing::on_ranks;
using testing::thrown_by;

/// Asks for messages, and calls a function before each phase, which gets the number of the phase and gives the charge.
class WatchedNetwork : public Network {
 public:
  using Watch = std::function<std::uint64_t(std::uint64_t)>;
  explicit WatchedNetwork(Watch watch) : watch_(std::move(watch)) {}

  std::string name() const override { return "watched"; }
  bool wants_messages() const override { return true; }
  std::uint64_t carry(const Traffic&) override { return watch_(++phases_); }
  std::uint64_t carry_back(const Traffic&) override { return 1; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }

 private:
  Watch watch_;
  std::uint64_t phases_ = 0;
};

/// A value that compares by a part of it.
struct Tagged {
  std::int16_t value = 0;
  std::int16_t tag = 0;
  friend bool operator==(const Tagged& a, const Tagged& b) { return a.value == b.value; }
};

void add_often(Machine& machine, const Array<std::int64_t>& cells) {
  machine.pardo(60, [&](Processor self) -> Task<> {
    for (int k = 0; k < 20; ++k) co_await cells[(self.id() * 7 + 3) % cells.size()].add(1);
  });
}

}  // namespace

TEST_CASE("a network or a plan that fails says so on every rank as in one process") {
  check_same_error(
      [] {
        const auto network = std::make_shared<WatchedNetwork>(
            [](std::uint64_t phase) { return phase == 5 ? std::uint64_t{1} << 60 : 1; });
        Machine machine({.components = 8, .network = network, .access = "combining:4,2"});
        const auto cells = machine.array<std::int64_t>(100, 0, "cells");
        add_often(machine, cells);
      },
      "NetworkError ");
  check_same_error(
      [] {
        const auto network = std::make_shared<WatchedNetwork>([](std::uint64_t phase) -> std::uint64_t {
          if (phase == 7) throw Error("this network is out of order");
          return 1;
        });
        Machine machine({.components = 8, .network = network});
        const auto cells = machine.array<std::int64_t>(100, 0, "cells");
        add_often(machine, cells);
      },
      "this network is out of order");
  for (const std::uint32_t wrong : {0U, 3U, 6U, 7U}) {
    check_same_error(
        [wrong] {
          Machine machine({.components = 8});
          auto cells = machine.array<std::int64_t>(100, 0, "cells");
          cells.send_by(plan([wrong](Hop hop) { return hop.source < wrong ? hop.source : hop.source + 8; },
                             [](Hop hop) { return hop.home; }));
          add_often(machine, cells);
        },
        fmt::format("goes from component {} to component {}", wrong, wrong + 8));
    check_same_error(
        [wrong] {
          Machine machine({.components = 8});
          auto cells = machine.array<std::int64_t>(100, 0, "cells");
          cells.send_by(plan([wrong](Hop hop) { return hop.home == wrong ? (wrong + 1) % 8 : hop.home; }));
          add_often(machine, cells);
        },
        fmt::format("is at component {} and its home is component {}", (wrong + 1) % 8, wrong));
  }
}

TEST_CASE("values that compare by an operator== of their own agree, or not, as in one process") {
  for (const bool agree : {true, false}) {
    const auto program = [agree] {
      Machine machine({.components = 8, .rule = Rule::common});
      const auto cells = machine.array<Tagged>(20, {}, "cells");
      std::string said = thrown_by([&] {
        machine.pardo(60, [&](Processor self) -> Task<> {
          if (self.id() < 50) co_return;
          const auto id = static_cast<std::int16_t>(self.id());
          co_await (cells[id % 5] = {static_cast<std::int16_t>(agree || id != 58 ? 7 : 8), id});
        });
      });
      for (const Tagged& one : cells.host()) said += fmt::format(" {} {}", one.value, one.tag);
      return said + detail::exact_text(machine.ledger());
    };
    const std::string alone = program();
    CHECK((alone.find("two processors write different values into one cell at cells[3]") != std::string::npos) !=
          agree);
    for (const std::string& one : on_ranks(3, program)) CHECK(difference(one, alone) == "");
  }
}

TEST_CASE("a stop while one rank's network works ends all ranks in the same step") {
  for (const std::string access : {"direct", "combining:8,4", "adaptive", "integer-sort", "tree"}) {
    CAPTURE(access);
    const auto outcomes = on_ranks(3, [&access] {
      Machine* stopped = nullptr;
      const auto network = std::make_shared<WatchedNetwork>([&stopped](std::uint64_t phase) -> std::uint64_t {
        if (phase == 9 && this_rank() == 1) {
          stopped->request_stop();
          poll();
        }
        return 1;
      });
      Machine machine({.components = 32, .network = network, .access = access});
      stopped = &machine;
      const auto cells = machine.array<std::int64_t>(100, 0, "cells");
      std::string said = thrown_by([&] { add_often(machine, cells); });
      for (const std::int64_t value : cells.host()) said += fmt::format(" {}", value);
      return said + detail::exact_text(machine.ledger());
    });
    CHECK(outcomes[0].find("Interrupted stopped on request after step ") == 0);
    for (const std::string& one : outcomes) CHECK(difference(one, outcomes[0]) == "");
  }
}

TEST_CASE("a profile that has no more room on one rank ends all ranks after the same step") {
  const auto outcomes = on_ranks(3, [] {
    MachineOptions options{.components = 8, .ledger = LedgerDetail::profile};
    options.memory_limit = this_rank() == 2 ? 400'000 : 50'000'000;
    Machine machine(options);
    const auto cells = machine.array<std::int64_t>(30, 0, "cells");
    std::string said = thrown_by([&] {
      machine.pardo(10, [&](Processor self) -> Task<> {
        for (;;) co_await cells[self.id()].add(1);
      });
    });
    for (const std::int64_t value : cells.host()) said += fmt::format(" {}", value);
    return said + detail::exact_text(machine.ledger());
  });
  CHECK(outcomes[0].find("LimitError ") == 0);
  for (const std::string& one : outcomes) CHECK(difference(one, outcomes[0]) == "");
}

}  // namespace pram
