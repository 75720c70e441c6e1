#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "bsp/shared_requests.hpp"

#include "../../support/every_machine.hpp"
#include "../../support/forced.hpp"
#include "../ranks/same_error.hpp"
#include "../thrown.hpp"
#include "thread_counts.hpp"

// What the rules refuse processes at shared arrays, what else may go wrong there, and that nothing of it stays.
namespace pram {

namespace {

using Cells = Array<std::int64_t>;
using KeptFutures = std::vector<bsp::Future<std::int64_t>>;

/// A breach that a body commits in its second superstep, and what the error says of it.
struct Wanted {
  std::string breach;
  std::uint64_t index = 0;
  std::uint64_t processes[2] = {0, 0};
  std::string operations[2];
};

template <class Body>
void breaks(Rule rule, const Wanted& wanted, const Body& body) {
  for (const char* const access : {"direct", "combining:4,4"}) {
    testing::same_error_on_ranks([&] {
      Machine machine({.components = 16, .access = access, .rule = rule});
      const auto cells = machine.array<std::int64_t>(64, 7, "cells");
      const std::string what = testing::what_is_thrown([&] {
        machine.spmd(20, [&](bsp::Process self) -> Task<> {
          self.write(cells[self.id()], 100);
          auto put = self.coarray<int>(1);
          KeptFutures kept;
          co_await self.sync("before");
          self.write(cells[40 + self.id()], 1);
          put((self.id() + 1) % 20)[0] = 1;
          body(self, cells, kept);
          co_await self.sync("breach");
        });
      });
      for (std::uint64_t k = 0; k < 64; ++k) CHECK(cells.get(k) == (k < 20 ? 100 : 7));  // as of the last sync
      throw std::runtime_error(what);
    });
  }
  testing::on_every_machine({.rule = rule}, [&](const MachineOptions& options) {
    Machine machine(options);
    const auto cells = machine.array<std::int64_t>(64, 7, "cells");
    std::atomic<std::uint32_t> first_line = 0;
    const auto error = testing::thrown<ConflictError>([&] {
      machine.spmd(20, [&](bsp::Process self) -> Task<> {
        self.write(cells[self.id()], 100);
        auto put = self.coarray<int>(1);
        KeptFutures kept;
        co_await self.sync("before");
        self.write(cells[40 + self.id()], 1);  // legal, and undone
        put((self.id() + 1) % 20)[0] = 1;
        first_line = body(self, cells, kept);
        co_await self.sync("breach");
      });
    });
    CAPTURE(error.what());
    CHECK(error.facts.breach == wanted.breach);
    CHECK(error.facts.step == 2);
    CHECK(error.facts.tag == "breach");
    CHECK(error.facts.processes);
    CHECK(error.facts.array == "cells");
    CHECK(error.facts.index == wanted.index);
    for (int k = 0; k < 2; ++k) {
      CHECK(error.facts.processors[k] == wanted.processes[k]);
      CHECK(error.facts.operations[k] == wanted.operations[k]);
      CHECK(error.facts.lines[k].line == first_line + static_cast<std::uint32_t>(k));
      CHECK(testing::contains(error.facts.lines[k].file, "shared_conflicts_test"));
    }
    CHECK(testing::contains(error.what(), "superstep 2 \"breach\""));
    CHECK(testing::contains(error.what(), "process " + std::to_string(wanted.processes[1])));
    CHECK(testing::is_one_line(error.what()));
    // Memory is that of the last sync, and the machine goes on.
    for (std::uint64_t k = 0; k < 64; ++k) CHECK(cells.get(k) == (k < 20 ? 100 : 7));
    CHECK(machine.ledger().supersteps() == 1);
    CHECK(machine.ledger().requests().total() == 20);
    machine.spmd(3, [&](bsp::Process self) -> Task<> {
      const auto value = self.read(cells[self.id()]);
      co_await self.sync();
      CHECK(value.value() == 100);
    });
  });
}

}  // namespace

// Both lines of a breach follow each other, the first one's number is what the body returns.

TEST_CASE(
    "shared arrays: EREW and CREW refuse what two processes do to one cell, and what one does to it in two ways") {
  breaks(Rule::erew, {"two processes read one cell", 3, {4, 9}, {"read", "read"}},
         [](bsp::Process self, const Cells& cells, KeptFutures& kept) -> std::uint32_t {
           if (self.id() == 4) kept.push_back(self.read(cells[3]));
           if (self.id() == 9) kept.push_back(self.read(cells[3]));
           return __LINE__ - 2;
         });
  breaks(Rule::erew, {"one process reads a cell that another writes", 3, {4, 9}, {"write", "read"}},
         [](bsp::Process self, const Cells& cells, KeptFutures& kept) -> std::uint32_t {
           if (self.id() == 4) self.write(cells[3], 1);
           if (self.id() == 9) kept.push_back(self.read(cells[3]));
           return __LINE__ - 2;
         });
  for (const Rule rule : {Rule::erew, Rule::crew}) {
    breaks(rule, {"two processes write one cell", 3, {4, 9}, {"write", "add"}},
           [](bsp::Process self, const Cells& cells, KeptFutures&) -> std::uint32_t {
             if (self.id() == 4) self.write(cells[3], 1);
             if (self.id() == 9) self.update(cells[3], Sum{}, 1);
             return __LINE__ - 2;
           });
    breaks(rule, {"one process reads and writes a cell in one superstep", 3, {9, 9}, {"read", "write"}},
           [](bsp::Process self, const Cells& cells, KeptFutures& kept) -> std::uint32_t {
             if (self.id() == 9) kept.push_back(self.read(cells[3]));
             if (self.id() == 9) self.write(cells[3], 1);
             return __LINE__ - 2;
           });
    breaks(rule, {"one process changes a cell in two ways", 3, {9, 9}, {"add", "write"}},
           [](bsp::Process self, const Cells& cells, KeptFutures&) -> std::uint32_t {
             if (self.id() == 9) self.update(cells[3], Sum{}, 1);
             if (self.id() == 9) self.write(cells[3], 1);
             return __LINE__ - 2;
           });
  }
}

TEST_CASE("shared arrays: CRCW refuses unequal common writes and mixed operations") {
  breaks(Rule::common, {"two processes write different values into one cell", 3, {4, 9}, {"write", "write"}},
         [](bsp::Process self, const Cells& cells, KeptFutures&) -> std::uint32_t {
           self.write(cells[5], 5);
           if (self.id() == 9) self.write(cells[3], 1);
           if (self.id() == 4) self.write(cells[3], 2);
           if (self.id() == 9) self.write(cells[3], 3);
           return __LINE__ - 2;
         });
  for (const Rule rule : {Rule::common, Rule::arbitrary}) {
    breaks(rule, {"mixed operations update one cell", 3, {9, 9}, {"add", "min"}},
           [](bsp::Process self, const Cells& cells, KeptFutures&) -> std::uint32_t {
             if (self.id() == 9) self.update(cells[3], Sum{}, 1);
             if (self.id() == 9) self.update(cells[3], Minimum{}, 1);
             return __LINE__ - 2;
           });
  }
}

TEST_CASE("shared arrays: no rule blames a process for several requests of one kind for one cell") {
  for (const Rule rule : {Rule::erew, Rule::crew, Rule::common, Rule::tolerant, Rule::collision}) {
    CAPTURE(to_string(rule));
    testing::on_every_machine({.rule = rule}, [](const MachineOptions& options) {
      Machine machine(options);
      const auto cells = machine.array<std::int64_t>(60, 7, "cells");
      machine.spmd(20, [&](bsp::Process self) -> Task<> {
        const auto one = self.read(cells[self.id()]);
        const auto two = self.read(cells, self.id());
        self.write(cells[20 + self.id()], 1);
        self.write(cells[20 + self.id()], static_cast<std::int64_t>(self.id()));
        self.update(cells[40 + self.id()], Sum{}, 1);
        const auto three = self.fetch(cells[40 + self.id()], Sum{}, 10);
        self.update(cells[40 + self.id()], Sum{}, 100);
        const auto four = self.fetch(cells[40 + self.id()], Sum{}, 1000);
        co_await self.sync();
        CHECK(one.value() == 7);
        CHECK(two.value() == 7);
        CHECK(three.value() == 8);
        CHECK(four.value() == 118);
      });
      for (std::uint64_t k = 0; k < 20; ++k) {
        CHECK(cells.get(20 + k) == static_cast<std::int64_t>(k));
        CHECK(cells.get(40 + k) == 1118);
      }
      CHECK(machine.ledger().largest_read_degree() == 1);
      CHECK(machine.ledger().largest_write_degree() == 1);
      CHECK(machine.ledger().models().front() == "EREW");
    });
  }
}

TEST_CASE("shared arrays: when puts conflict at a sync, or a process fails, its writes are undone, too") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 8, .rule = Rule::erew, .threads = threads});
    const auto cells = machine.array<int>(30, 7, "cells");
    const auto conflict = testing::thrown<ConflictError>([&] {
      machine.spmd(8, [&](bsp::Process self) -> Task<> {
        auto block = self.coarray<int>(1);
        self.write(cells[self.id()], 1);
        co_await self.sync();
        self.write(cells[8 + self.id()], 1);
        block(0)[0] = 1;
        co_await self.sync();
      });
    });
    CHECK(conflict.facts.operations[0] == "put");
    for (std::uint64_t k = 0; k < 30; ++k) CHECK(cells.get(k) == (k < 8 ? 1 : 7));
    CHECK(machine.ledger().requests().writes == 8);

    CHECK_THROWS_AS(machine.spmd(8,
                                 [&](bsp::Process self) -> Task<> {
                                   self.write(cells[20 + self.id()], 1);
                                   if (self.id() == 5) throw std::runtime_error("no");
                                   co_await self.sync();
                                 }),
                    ProgramError);
    CHECK(cells.get(20) == 7);

    // The limit leaves no room for so many requests.
    machine = Machine({.components = 8, .threads = threads, .memory_limit = 8 << 20});
    const auto few = machine.array<int>(4, 7, "few");
    CHECK_THROWS_AS(machine.spmd(8,
                                 [&](bsp::Process self) -> Task<> {
                                   self.write(few[0], 1);
                                   co_await self.sync();
                                   for (int k = 0; k < 100000; ++k) self.write(few[1], k);
                                   co_await self.sync();
                                 }),
                    LimitError);
    CHECK(few.get(0) == 1);
    CHECK(few.get(1) == 7);
  }
}

TEST_CASE("shared arrays: a superstep has as many requests as slots have numbers") {
  constexpr std::uint64_t most = 0xFFFF'FFFD;
  CHECK_NOTHROW(bsp::detail::SharedRequests::check_count(most));
  const auto error = testing::thrown<LimitError>([] { bsp::detail::SharedRequests::check_count(most + 1); });
  CHECK(error.limit == "requests of a superstep");
  CHECK(error.asked == most + 1);
  CHECK(error.allowed == most);
  CHECK(testing::contains(error.what(), "4294967294 requests"));
  CHECK(testing::contains(error.what(), "at most 4294967293"));
  CHECK(testing::is_one_line(error.what()));
}

TEST_CASE("shared arrays: mistakes are named with process, line and superstep") {
  Machine machine({.components = 4});
  Machine other({.components = 4});
  const auto cells = machine.array<int>(3, 0, "cells");
  const auto strange = other.array<int>(3, 0, "strange");
  const auto says = [&](const auto& body, const std::vector<std::string>& parts) {
    const auto error = testing::thrown<Error>([&] { machine.spmd(body); });
    for (const std::string& part : parts) {
      CAPTURE(error.what());
      CHECK(testing::contains(error.what(), part));
    }
    CHECK(testing::is_one_line(error.what()));
  };
  says(
      [&](bsp::Process self) -> Task<> {
        if (self.id() == 2) self.write(cells[-1], 5);
        co_await self.sync();
      },
      {"cells[-1]", "size 3", "process 2", "superstep", "shared_conflicts_test.cpp"});
  says(
      [&](bsp::Process self) -> Task<> {
        if (self.id() == 1) self.update(strange[0], Sum{}, 5);
        co_await self.sync();
      },
      {"process 1", "not of this machine", "shared_conflicts_test.cpp"});
  says(
      [&](bsp::Process self) -> Task<> {
        const auto value = self.read(cells[0]);
        (void)value.value();
        co_await self.sync();
      },
      {"process 0 reads a future", "superstep 1", "shared_conflicts_test.cpp"});
  says(
      [&](bsp::Process self) -> Task<> {
        const auto value = self.fetch(cells[0], Sum{}, 0);
        co_await self.sync();
        if (self.id() != 3) (void)value.value();
      },
      {"process 3 let a future die unread", "shared_conflicts_test.cpp"});
  says(
      [&](bsp::Process self) -> Task<> {
        co_await self.sync();
        if (self.id() > 1) self.update(cells[0], Sum{}, 1);
      },
      {"process 2 asks for add of cells", "superstep 2", "without a sync", "shared_conflicts_test.cpp"});
  says(
      [&](bsp::Process self) -> Task<> {
        if (self.id() == 2) co_return;
        self.write(cells[0], 1);
        co_await self.sync("all");
      },
      {"process 0", "\"all\"", "process 2", "has ended"});
  CHECK(cells.host() == std::vector<int>(3, 0));
}

}  // namespace pram
