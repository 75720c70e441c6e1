#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/detail/ranks/transport.hpp>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/thread_ranks.hpp"
#include "thrown_on_ranks.hpp"

/// Programs that several ranks run together.
namespace pram {

namespace {

using detail::this_rank;
using testing::check_same_error;
using testing::on_ranks;
using testing::thrown_by;

std::int64_t square(std::uint64_t k) { return static_cast<std::int64_t>(k * k % 1000); }

}  // namespace

TEST_CASE("host code of ranks reads what any rank has, and sets what it has itself") {
  for (const std::uint64_t size : {0ULL, 1ULL, 3ULL, 100ULL, 5000ULL}) {
    for (const unsigned ranks : {1U, 2U, 3U, 7U}) {
      CAPTURE(size);
      CAPTURE(ranks);
      const auto seen = on_ranks(ranks, [&] {
        CHECK(detail::ranks_of_program() == ranks);
        Machine machine({.components = 16});
        std::vector<std::int64_t> values;
        for (std::uint64_t k = 0; k < size; ++k) values.push_back(square(k));
        const auto given = machine.array(values, "given");
        const auto filled = machine.array<std::uint8_t>(size, 7, "filled");
        std::vector<std::int64_t> all = given.host();
        for (std::uint64_t k = 0; k < size; k += 1 + size / 5) all.push_back(given.get(k));
        if (size > 2) filled.set(2, 9);
        for (const std::uint8_t value : filled.host()) all.push_back(value);
        given.fill(-4);
        for (const std::int64_t value : given.host()) all.push_back(value);
        return all;
      });
      std::vector<std::int64_t> expected;
      for (std::uint64_t k = 0; k < size; ++k) expected.push_back(square(k));
      for (std::uint64_t k = 0; k < size; k += 1 + size / 5) expected.push_back(square(k));
      for (std::uint64_t k = 0; k < size; ++k) expected.push_back(k == 2 ? 9 : 7);
      expected.insert(expected.end(), size, -4);
      for (const auto& one : seen) CHECK(one == expected);
    }
  }
  CHECK(detail::ranks_of_program() == 1);
  CHECK(this_rank() == 0);
}

TEST_CASE("a failure of any rank is thrown on all, as one process throws it") {
  check_same_error(
      [] {
        Machine machine({.components = 8});
        const auto cells = machine.array<int>(100, 0, "cells");
        machine.pardo(100, [&](Processor self) -> Task<> {
          co_await (cells[self.id()] = 1);
          if (self.id() == 97 || self.id() == 61) throw std::runtime_error("as asked");
          co_await (cells[self.id()] = 2);
        });
      },
      "processor 61 failed");
  check_same_error(
      [] {
        Machine machine({.components = 8, .rule = Rule::erew});
        const auto cells = machine.array<int>(100, 0, "cells");
        machine.pardo(100, [&](Processor self) -> Task<> { co_await cells[self.id() < 90 ? self.id() : 93]; });
      },
      "two processors read one cell at cells[93]");
  check_same_error(
      [] {
        Machine machine({.components = 8, .rule = Rule::common});
        const auto cells = machine.array<int>(10, 0, "cells");
        machine.pardo(60,
                      [&](Processor self) -> Task<> { co_await (cells[self.id() % 10] = self.id() == 57 ? 2 : 1); });
      },
      "two processors write different values into one cell at cells[7]");
  check_same_error(
      [] {
        Machine machine({.components = 8});
        const auto cells = machine.array<int>(10, 0, "cells");
        machine.pardo(30, [&](Processor self) -> Task<> { co_await cells[self.id() == 29 ? 10 : 0]; });
      },
      "cells[10] is outside the array (size 10)");
  check_same_error(
      [] {
        MachineOptions options{.components = 8};
        options.max_steps = 3;
        Machine machine(options);
        const auto cells = machine.array<int>(10, 0, "cells");
        machine.pardo(30, [&](Processor self) -> Task<> {
          for (int k = 0; k < 5; ++k) co_await cells[self.id() % 10];
        });
      },
      "max_steps allows no more");
  check_same_error(
      [] {
        Machine machine({.components = 8});
        const auto cells = machine.array<int>(10, 0, "cells");
        cells.get(10);
      },
      "cells[10] is outside");
}

TEST_CASE("a failed step leaves the memory of the step before it on every rank") {
  const auto program = [] {
    Machine machine({.components = 8, .access = "combining:4,2", .rule = Rule::arbitrary});
    const auto cells = machine.array<std::int64_t>(50, 1, "cells");
    std::string said = thrown_by([&] {
      machine.pardo(200, [&](Processor self) -> Task<> {
        co_await cells[self.id() % 50].add(static_cast<std::int64_t>(self.id()));
        if (self.id() == 199) throw std::runtime_error("as asked");
        co_await (cells[self.id() % 7] = 5);
      });
    });
    for (const std::int64_t value : cells.host()) said += fmt::format(" {}", value);
    machine.pardo(50, [&](Processor self) -> Task<> { co_await cells[self.id()].multiply(2); });
    for (const std::int64_t value : cells.host()) said += fmt::format(" {}", value);
    return said + fmt::format(" {}", machine.ledger().steps());
  };
  const std::string alone = program();
  for (const std::string& one : on_ranks(3, program)) CHECK(one == alone);
}

TEST_CASE("a stop that one rank is asked for ends all after the same step") {
  const auto outcomes = on_ranks(3, [] {
    Machine machine({.components = 8});
    const auto cells = machine.array<std::int64_t>(30, 0, "cells");
    machine.on_progress([&](std::uint64_t step) {
      if (this_rank() == 1 && step >= 4) machine.request_stop();
    });
    std::string said = thrown_by([&] {
      machine.pardo(30, [&](Processor self) -> Task<> {
        for (;;) {
          co_await cells[self.id()].add(1);
          if (this_rank() == 1 && self.id() == 15) machine.request_stop();
        }
      });
    });
    return said + fmt::format(" {} {}", cells.get(0), machine.ledger().steps());
  });
  CHECK(outcomes[0].find("Interrupted stopped on request after step ") != std::string::npos);
  for (const std::string& one : outcomes) CHECK(one == outcomes[0]);
}

TEST_CASE("ranks that part ways throw what each was about to do, and none waits") {
  const auto parted = [](const auto& program, const std::string& part) {
    for (const unsigned ranks : {2U, 4U}) {
      for (const std::string& one : on_ranks(ranks, [&] { return thrown_by(program); })) {
        CHECK(one.find("Error ranks part ways: ") == 0);
        CHECK_MESSAGE(one.find(part) != std::string::npos, one);
      }
    }
  };
  parted(
      [] {
        Machine machine({.components = 8});
        const auto cells = machine.array<int>(10 + this_rank(), 0, "cells");
        cells.get(0);
      },
      "have not made the same calls with the same values");
  parted(
      [] {
        Machine machine({.components = 8});
        const auto cells = machine.array<int>(10, 0, "cells");
        cells.set(3, static_cast<int>(this_rank()));
        cells.get(3);
      },
      "have not made the same calls with the same values");
  parted(
      [] {
        Machine machine({.components = 8});
        const auto cells = machine.array<int>(10, 0, "cells");
        if (this_rank() == 0) {
          machine.pardo(16, [&](Processor) -> Task<> { co_await cells[0]; });
        } else {
          cells.get(4);
        }
      },
      "cells.get(4), rank 0 at call 3, a pardo of 16 at ranks_test.cpp:");
}

TEST_CASE("ranks that make different machines name both, and the option in which they differ") {
  const auto parted = [](const MachineOptions& others, const std::string& first, const std::string& second) {
    const auto program = [&] {
      return thrown_by([&] { const Machine machine(this_rank() == 1 ? others : MachineOptions{.components = 8}); });
    };
    for (const std::string& one : on_ranks(3, program)) {
      CHECK(one.find("Error ranks part ways: rank 1 is at call 1, a machine (") == 0);
      CHECK_MESSAGE(one.find(first) < one.find("rank 0 at call 1, a machine ("), one);
      CHECK_MESSAGE(one.find(second, one.find("rank 0 at call 1")) != std::string::npos, one);
    }
  };
  parted({.components = 16}, "(components 16, ", "(components 8, ");
  parted({.components = 8, .seed = 2}, "seed 2", "seed 1");
  parted({.components = 8, .network = "hypercube"}, "network hypercube", "network router");
  parted({.components = 8, .access = "combining:4,2"}, "access combining:4,2", "access combining:8");
  parted({.components = 8, .access = "combining:4,2,timing=asynchronous"}, "timing=asynchronous", "access combining:");
  parted({.components = 8, .rule = Rule::erew}, "rule EREW", "rule arbitrary");
  parted({.components = 8, .placement = Placement::balanced}, "placement balanced", "placement hashed");
  parted({.components = 8, .hash = "xxh3"}, "hash xxh3", "placement hashed");
  parted({.components = 8, .max_steps = 7}, "max_steps 7", "components 8");
  parted({.components = 8, .ledger = LedgerDetail::totals}, "ledger totals", "components 8");
}

TEST_CASE("ranks have threads and memory of their own") {
  const auto outcomes = on_ranks(3, [] {
    Machine machine(
        {.components = 8, .threads = 1 + this_rank(), .memory_limit = (std::uint64_t{1} << 30) + this_rank()});
    const auto cells = machine.array<int>(10, 5, "cells");
    return std::to_string(cells.get(4));
  });
  for (const std::string& one : outcomes) CHECK(one == "5");
}

TEST_CASE("a rank that ends early is named by those that go on") {
  const auto outcomes = on_ranks(3, [] {
    Machine machine({.components = 8});
    const auto cells = machine.array<int>(10, 0, "cells");
    if (this_rank() == 2) return std::string();
    return thrown_by([&] { cells.get(4); });
  });
  CHECK(outcomes[0] ==
        "Error ranks part ways: rank 2 is at the end of its program, rank 0 at call 3, cells.get(4); host code must do "
        "the same on every rank");
  CHECK(outcomes[1] == outcomes[0]);
}

TEST_CASE("observers alone are refused on several ranks, in one line") {
  struct Silent : Observer {};
  const auto program = [] {
    return thrown_by([] {
      Machine machine({.components = 16});
      Silent silent;
      const Observation observed = machine.observe(silent);
    });
  };
  CHECK(program().empty());
  for (const std::string& one : on_ranks(2, program))
    CHECK(one == "ConfigError ranks = '2' is not allowed: one rank, where a machine is observed");
}

namespace {

/// Bytes that two ranks send each other for a step of 2^16 requests of one line, of which each asks for some cell.
/// @param program  program(cells) is the pardo's: each processor asks once
template <class T, class Program>
std::uint64_t bytes_of_step(const MachineOptions& options, const Program& program) {
  constexpr std::uint64_t n = 1 << 16;
  std::uint64_t bytes = 0;
  on_ranks(
      2,
      [&] {
        Machine machine(options);
        const auto cells = machine.array<T>(n, 3, "cells");
        machine.pardo(n, program(cells));
        return 0;
      },
      &bytes);
  return bytes;
}

}  // namespace

TEST_CASE("a request crosses to another rank once, in however many phases it travels, with what it needs") {
  // Half of the requests are for cells of the other rank.
  constexpr std::uint64_t crossing = (1 << 16) / 2;
  const auto check = [](std::uint64_t bytes, std::uint64_t each) {
    CHECK(bytes >= each * crossing);
    CHECK(bytes <= (each + 1) * crossing);  // and what ranks agree on
  };
  const auto read = [](const auto& cells) {
    return [&cells](Processor self) -> Task<> { co_await cells[self.id() * 7919 % cells.size()]; };
  };
  const auto write = [](const auto& cells) {
    return [&cells](Processor self) -> Task<> { co_await (cells[self.id() * 7919 % cells.size()] = 7); };
  };
  const auto fetch = [](const auto& cells) {
    return [&cells](Processor self) -> Task<> { co_await cells[self.id() * 7919 % cells.size()].fetch_add(1); };
  };
  for (const std::string access : {"direct", "combining:64", "combining:8,8", "combining:4,4,4"}) {
    CAPTURE(access);
    const MachineOptions options{.components = 64, .access = access};
    check(bytes_of_step<std::int64_t>(options, read), 4 + 8);
    check(bytes_of_step<std::int32_t>(options, read), 4 + 4);
    check(bytes_of_step<std::int64_t>(options, write), 4 + 4 + 8);
    check(bytes_of_step<std::int32_t>(options, write), 4 + 4 + 4);
    check(bytes_of_step<std::int64_t>(options, fetch), 4 + 4 + 8 + 8);
    check(bytes_of_step<std::int16_t>(options, fetch), 4 + 4 + 4 + 4);
  }
  check(bytes_of_step<std::int32_t>({.components = 64, .rule = Rule::erew}, read), 4 + 4 + 4);
}

TEST_CASE("a processor's own cell is on its rank: nothing crosses") {
  std::uint64_t bytes = 0;
  on_ranks(
      3,
      [] {
        Machine machine({.components = 60});
        const auto cells = machine.array<std::int64_t>(6000, 3, "cells");
        machine.pardo(6000, [&](Processor self) -> Task<> {
          for (int k = 0; k < 10; ++k) co_await cells[self.id()].add(1);
        });
        return 0;
      },
      &bytes);
  CHECK(bytes < 6000 * 10);  // a byte a request: what ranks agree on
}

}  // namespace pram
