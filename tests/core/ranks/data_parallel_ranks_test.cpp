#include <doctest/doctest.h>

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/detail/exact_text.hpp>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/thread_ranks.hpp"
#include "../thrown.hpp"
#include "outcome.hpp"

/// Processors in data-parallel steps that several ranks run.
namespace pram {

namespace {

using testing::contains;
using testing::error_of;
using testing::on_ranks;
using testing::same_on_ranks;

std::string cells_of(const Array<std::int64_t>& array) {
  std::string text = array.name() + ":";
  for (const std::int64_t value : array.host()) text += fmt::format(" {}", value);
  return text + "\n";
}

std::string ledger_with_names(const Machine& machine) {
  std::string text;
  for (const StepRecord& step : machine.ledger().step_records())
    text += fmt::format("{} {}\n", step.step, to_string(step.served_by));
  return text + detail::exact_text(machine.ledger(), true);
}

/// Pointer jumping: registers, steps of own cells and of others, processors that end.
std::string jump(std::uint64_t n, const MachineOptions& options) {
  Machine machine(options);
  std::vector<std::uint32_t> successors(n);
  for (std::uint64_t i = 0; i < n; ++i) successors[i] = static_cast<std::uint32_t>(i + 1 < n ? (i * 7 + 1) % n : i);
  const auto next = machine.array(successors, "next");
  const auto rank = machine.array<std::int64_t>(n, 1, "rank");
  const Processors nodes = machine.processors(n);
  Registers<std::uint32_t> ahead = nodes.read(next, own_cell);
  auto mine = nodes.registers<std::int64_t>(1);
  auto steps = nodes.registers<std::uint8_t>(0);
  std::string text;
  nodes.end_where([&](std::uint64_t i) { return ahead[i] == i; });
  for (int k = 0; k < 6 && nodes.live() > 0; ++k) {
    text += fmt::format("live {}\n", nodes.live());
    nodes.read(rank, ahead, [&](std::uint64_t i, std::int64_t far) { mine[i] = (mine[i] + far) % 1000; });
    nodes.read(next, ahead, ahead);
    nodes.compute([&](std::uint64_t i) { ++steps[i]; });
    nodes.where([&](std::uint64_t i) { return i % 3 != 0; }).combine(rank, own_cell, Sum{}, mine);
    nodes.write(rank, own_cell, mine);
    nodes.write(next, own_cell, ahead);
    nodes.combine(
        rank, [&](std::uint64_t i) { return ahead[i] / 2; }, Maximum{},
        [&](std::uint64_t i) { return static_cast<std::int64_t>(i) + steps[i]; });
    nodes.end_where([&](std::uint64_t i) { return ahead[i] == i || i % 11 == static_cast<std::uint64_t>(k); });
    nodes.idle();
  }
  std::vector<std::int64_t> seen(n);
  const Processors all = machine.processors(n);
  all.compute([&](std::uint64_t i) { seen[i] = mine[i] + steps[i]; });
  machine.unite(seen);
  for (const std::int64_t one : seen) text += fmt::format("{} ", one);
  return text + cells_of(rank) + ledger_with_names(machine);
}

}  // namespace

TEST_CASE("data-parallel steps leave the same cells, registers and ledger on ranks as in one process") {
  static constexpr const char* accesses[] = {"direct", "direct", "combining:4,4"};
  std::mt19937_64 random(testing::seed());
  const int cases = testing::random_cases(100);
  for (int k = 0; k < cases; ++k) {
    const std::uint64_t n = random() % (k % 4 == 0 ? 3000 : 70);
    MachineOptions options{.components = 16, .access = accesses[random() % std::size(accesses)]};
    options.placement = random() % 2 == 0 ? Placement::hashed : Placement::direct;
    options.rule = Rule::arbitrary;
    options.seed = random();
    CAPTURE(testing::seed());
    CAPTURE(n);
    CAPTURE(options.access.text());
    same_on_ranks([&] { return jump(n, options); });
  }
}

TEST_CASE("steps in which processors ask for their own cells take nothing to other ranks but counts") {
  const auto bytes_of = [](bool own) {
    constexpr std::uint64_t n = 1 << 15;
    std::uint64_t bytes = 0;
    on_ranks(
        2,
        [own] {
          Machine machine({.components = 64});
          const auto cells = machine.array<std::int32_t>(n, 3, "cells");
          const Processors all = machine.processors(n);
          auto mine = all.registers<std::int32_t>(2);
          if (own) {
            all.read(cells, own_cell, mine);
            all.write(cells, own_cell, mine);
          } else {
            all.read(
                cells, [](std::uint64_t i) { return (i + n / 2) % n; }, mine);
          }
          return 0;
        },
        &bytes);
    return bytes;
  };
  CHECK(bytes_of(true) < 10000);
  CHECK(bytes_of(false) > 8 * (1 << 15));
}

TEST_CASE("a function that throws on one rank fails the step or the computation on all, as in one process") {
  const auto with_failure = [](const auto& act) {
    return [&act] {
      Machine machine({.components = 8});
      const auto cells = machine.array<std::int64_t>(100, 5, "cells");
      const Processors all = machine.processors(100);
      std::string text = error_of([&] { act(all, cells); });
      text += fmt::format("\nlive {} steps {}\n", all.live(), machine.ledger().steps());
      all.combine(cells, own_cell, Sum{}, [](std::uint64_t i) { return static_cast<std::int64_t>(i); });
      return text + cells_of(cells) + ledger_with_names(machine);
    };
  };
  const auto fails = [](std::uint64_t i) {
    if (i == 61 || i == 97) throw std::runtime_error("as asked");
  };
  using Cells = Array<std::int64_t>;
  const auto asking = [&](const Processors& all, const Cells& cells) {
    all.write(cells, own_cell, [&](std::uint64_t i) {
      fails(i);
      return std::int64_t{1};
    });
  };
  CHECK(contains(same_on_ranks(with_failure(asking)), "ProgramError processor 61 failed"));
  const auto naming = [&](const Processors& all, const Cells& cells) {
    all.write(
        cells, [&](std::uint64_t i) { return i == 50 || i == 80 ? 100 : i / 2; }, 4);
  };
  CHECK(contains(same_on_ranks(with_failure(naming)), "cells[100] is outside the array"));
  const auto taking_own = [&](const Processors& all, const Cells& cells) {
    all.read(cells, own_cell, [&](std::uint64_t i, std::int64_t) { fails(i); });
  };
  CHECK(contains(same_on_ranks(with_failure(taking_own)), "processor 61 failed"));
  const auto taking = [&](const Processors& all, const Cells& cells) {
    all.fetch_combine(
        cells, [](std::uint64_t i) { return i / 3; }, Sum{}, 1, [&](std::uint64_t i, std::int64_t) { fails(i); });
  };
  CHECK(contains(same_on_ranks(with_failure(taking)), "processor 61 failed"));
  const auto computing = [&](const Processors& all, const Cells&) { all.compute(fails); };
  CHECK(contains(same_on_ranks(with_failure(computing)), "processor 61 failed"));
  const auto ending = [&](const Processors& all, const Cells&) {
    all.end_where([&](std::uint64_t i) {
      fails(i);
      return i % 2 == 0;
    });
  };
  CHECK(contains(same_on_ranks(with_failure(ending)), "live 100"));
  const auto conflicting = [&](const Processors& all, const Cells& cells) {
    all.write(
        cells, [](std::uint64_t i) { return i == 99 ? 7 : i; },
        [](std::uint64_t i) { return static_cast<std::int64_t>(i); });
  };
  const auto under_rule = [&] {
    Machine machine({.components = 8, .rule = Rule::erew});
    const auto cells = machine.array<std::int64_t>(100, 5, "cells");
    const Processors all = machine.processors(100);
    const std::string text = error_of([&] { conflicting(all, cells); });
    return text + cells_of(cells) + ledger_with_names(machine);
  };
  const std::string broken = same_on_ranks(under_rule);
  CHECK(contains(broken, "ConflictError "));
  CHECK_MESSAGE(contains(broken, "cells[7]"), broken);
}

TEST_CASE("registers of other ranks are refused to functions, and all of them to host code of several ranks") {
  const auto program = [](const auto& act) {
    return [&act] {
      Machine machine({.components = 8});
      const Processors all = machine.processors(64);
      auto mine = all.registers<int>(3);
      const std::string text = error_of([&] { act(all, mine); });
      all.compute([&](std::uint64_t i) { mine[i] += 1; });  // goes on
      return text;
    };
  };
  const auto refused = [&](const auto& act, const char* part) {
    CHECK(program(act)().empty());
    for (const unsigned ranks : {2U, 5U}) {
      for (const std::string& one : on_ranks(ranks, program(act))) CHECK_MESSAGE(contains(one, part), one);
    }
  };
  using Mine = Registers<int>;
  refused([](const Processors&, Mine& mine) { mine[0] = 4; }, "Error host code asks for registers");
  refused([](const Processors&, const Mine& mine) { CHECK(mine[63] == 3); }, "or collect them there in a host vector");
  refused(
      [](const Processors&, Mine& mine) {
        for (int& one : mine) one = 2;
      },
      "work on them in compute()");
  refused([](const Processors& all, Mine& mine) { all.compute([&](std::uint64_t i) { mine[i] = mine[63 - i]; }); },
          "Error the register of processor 63 is asked for, which another of several ranks has");
  refused([](const Processors& all,
             Mine& mine) { all.end_where([&](std::uint64_t i) { return i == 7 && mine[40] == 0; }); },
          "Error the register of processor 40");
  // One that was moved from says so on any number of ranks.
  same_on_ranks([] {
    Machine machine({.components = 8});
    auto mine = machine.processors(64).registers<int>(3);
    const auto taken = std::move(mine);
    return error_of([&] { mine[0] = 1; });  // NOLINT(bugprone-use-after-move)
  });
}

TEST_CASE("a rank takes the memory of its own processors' registers") {
  constexpr std::uint64_t n = std::uint64_t{1} << 22;
  const auto taken = [] {
    Machine machine({.components = 64});
    const Processors all = machine.processors(n);
    const std::uint64_t before = machine.memory_use().now;
    const auto mine = all.registers<std::uint64_t>(3);
    return machine.memory_use().now - before;
  };
  const std::uint64_t whole = taken();
  CHECK(whole >= n * sizeof(std::uint64_t));
  for (const std::uint64_t part : on_ranks(4, taken)) CHECK(part <= whole / 4 + (std::uint64_t{2} << 20));
}

TEST_CASE("registers that the memory limit of one rank does not permit are refused on all") {
  const auto outcomes = on_ranks(2, [] {
    MachineOptions options{.components = 3};  // rank 0 has one of them
    options.memory_limit = std::uint64_t{14} << 20;
    Machine machine(options);
    const Processors all = machine.processors(std::uint64_t{3} << 20);
    std::string text = error_of([&] { static_cast<void>(all.registers<std::uint64_t>(1)); });
    const auto fits = all.registers<std::uint16_t>(1);
    return text;
  });
  CHECK(contains(outcomes[0], "LimitError "));
  CHECK(outcomes[1] == outcomes[0]);
}

}  // namespace pram
