#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../ranks/same_error.hpp"
#include "../thrown.hpp"
#include "thread_counts.hpp"

namespace pram {

TEST_CASE("mistakes of processes are named with process, line and superstep") {
  const auto says = [](const auto& body, const std::vector<std::string>& parts) {
    for (const unsigned threads : {1U, 2U}) {
      const testing::ForcedWorkers all_workers;
      Machine machine({.components = 4, .threads = threads});
      const auto error = testing::thrown<Error>([&] { machine.spmd(body); });
      for (const std::string& part : parts) {
        CAPTURE(error.what());
        CHECK(testing::contains(error.what(), part));
      }
      CHECK(testing::is_one_line(error.what()));
      // The machine is sound.
      machine.spmd([](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        cells((self.id() + 1) % 4)[0] = 1;
        co_await self.sync();
        CHECK(cells[0] == 1);
      });
    }
    testing::same_error_on_ranks([&] {
      Machine machine({.components = 4});
      machine.spmd(body);
    });
  };
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(3, 0, "cells");
        if (self.id() == 2) cells(1)[3] = 5;
        co_await self.sync("put");
      },
      {"process 2", "cells[3]", "process 1", "superstep 1", "\"put\"", "mistakes_test.cpp", "3 elements"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(3, 0, "cells");
        if (self.id() >= 2) {
          const auto all = cells(1).get(2, 2);
          co_await self.sync();
          (void)all.values();
        } else {
          co_await self.sync();
        }
      },
      {"process 2 gets", "cells[2] and the next 1", "3 elements"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        if (self.id() == 3) cells(4)[0] = 1;
        co_await self.sync();
      },
      {"process 3", "process 4", "0 to 3", "mistakes_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1, 0, "cells");
        if (self.id() == 1) cells[1] = 0;
        co_await self.sync();
      },
      {"process 1", "cells[1]", "1 element"});
  says(
      [](bsp::Process self) -> Task<> {
        if (self.id() == 2) co_return;
        co_await self.sync("all");
      },
      {"process 0", "\"all\"", "process 2", "has ended"});
  says(
      [](bsp::Process self) -> Task<> {
        if (self.id() == 1) {
          auto cells = self.coarray<int>(1, 0, "cells");
          cells(0)[0] = 1;
        }
        co_await self.sync();
      },
      {"process 1", "process 0", "has not made it"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = std::make_unique<bsp::Coarray<int>>(self.coarray<int>(1, 0, "cells"));
        co_await self.sync();
        if (self.id() == 0) (*cells)(3)[0] = 1;
        if (self.id() == 3) cells.reset();
        co_await self.sync("late");
      },
      {"process 0", "process 3", "cells", "freed", "\"late\""});
  says(
      [](bsp::Process self) -> Task<> {
        if (self.id() == 2) {
          auto cells = self.coarray<double>(1);
          co_await self.sync();
        } else {
          auto cells = self.coarray<int>(1);
          co_await self.sync();
        }
      },
      {"coarray 1", "same order", "superstep 1", "mistakes_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        const auto future = cells(0)[0].get();
        if (self.id() == 1) (void)future.value();
        co_await self.sync();
        (void)future.value();
      },
      {"process 1 reads a future", "superstep 1", "mistakes_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        {
          const auto future = cells(0)[0].get();
          co_await self.sync();
          if (self.id() != 2) (void)future.value();
        }
        co_await self.sync();
      },
      {"process 2", "unread", "mistakes_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        if (self.id() == 0) self.queue<int>("numbers").send(1, 5);
        co_await self.sync();
        if (self.id() == 1) (void)self.queue<double>("numbers").size();
        co_await self.sync();
      },
      {"process 1", "\"numbers\"", "another type", "superstep 2", "mistakes_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        co_await self.sync();
        if (self.id() == 1) cells(0)[0] = 1;
      },
      {"process 1 puts", "without a sync", "superstep 2", "mistakes_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        auto ahead = cells(0)[0].get();
        co_await self.sync();
        const auto moved = std::move(ahead);
        (void)moved.value();
        if (self.id() == 2) (void)ahead.value();
      },
      {"process 2 reads a future that was moved from", "superstep 2"});
  says(
      [](bsp::Process self) -> Task<> {
        if (self.id() == 1) self.work(static_cast<std::uint64_t>(-3));
        co_await self.sync();
      },
      {"process 1 counts -3 local operations", "superstep 1", "mistakes_test.cpp"});
  for (const std::size_t count : {0U, 2U}) {
    says(
        [count](bsp::Process self) -> Task<> {
          struct Wide {
            double numbers[3];
          };
          auto cells = self.coarray<Wide>(3);
          const auto all = cells(0).get(1, count);
          co_await self.sync();
          (void)all.values();
          if (self.id() == 2) (void)all.value();
        },
        {"process 2 reads value() of a get of " + std::to_string(count) + " values", "superstep 2"});
    says(
        [count](bsp::Process self) -> Task<> {
          if (self.id() == 0) self.queue<int>("numbers").send(3, std::vector<int>(count, 7));
          co_await self.sync();
          for (const auto message : self.queue<int>("numbers")) {
            CHECK(message.values().size() == count);
            (void)message.value();
          }
          co_await self.sync();
        },
        {"process 3 reads value() of a message of " + std::to_string(count) + " values", "superstep 2"});
  }
}

TEST_CASE("a sync that a process makes and does not await is named, whatever the process does next") {
  using Body = Task<> (*)(bsp::Process);
  // The process ends where others go on; it comes to another sync; all processes end.
  const Body ends = [](bsp::Process self) -> Task<> {
    co_await self.sync();
    if (self.id() % 3 == 2) {
      (void)self.sync("lost");
      co_return;
    }
    co_await self.sync();
  };
  const Body goes_on = [](bsp::Process self) -> Task<> {
    auto cells = self.coarray<int>(1);
    co_await self.sync();
    cells((self.id() + 1) % self.count())[0] = 1;
    if (self.id() >= 2) (void)self.sync("lost");
    co_await self.sync("kept");
  };
  const Body all_end = [](bsp::Process self) -> Task<> {
    co_await self.sync();
    if (self.id() >= 2) (void)self.sync("lost");
  };
  for (const Body body : {ends, goes_on, all_end}) {
    std::string told;
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      const testing::ForcedWorkers all_workers;
      Machine machine({.components = 16, .threads = threads});
      const std::string error = testing::thrown<Error>([&] { machine.spmd(body); }).what();
      CAPTURE(error);
      for (const char* const part :
           {"process 2 makes a sync \"lost\"", "mistakes_test.cpp", "in superstep 2", "co_await"})
        CHECK(testing::contains(error, part));
      CHECK(testing::is_one_line(error));
      if (told.empty()) told = error;
      CHECK(error == told);
    }
    testing::same_error_on_ranks([&] {
      Machine machine({.components = 16});
      machine.spmd(body);
    });
  }
  // A lost sync of a group is found, too.
  Machine machine({.components = 4});
  const auto error = testing::thrown<Error>([&] {
    machine.spmd([](bsp::Process self) -> Task<> {
      const bsp::Process half = co_await self.split(self.id() / 2);
      if (self.id() == 3) (void)half.sync("halves");
      co_await half.sync("other");
    });
  });
  CHECK(testing::contains(error.what(), "process 3 makes a sync \"halves\""));
}

TEST_CASE("too many processes are refused as processes") {
  Machine machine({.components = 4});
  for (const std::uint64_t many : {std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
    const auto error = testing::thrown<LimitError>(
        [&] { machine.spmd(many, [](bsp::Process self) -> Task<> { co_await self.sync(); }); });
    CHECK(testing::contains(error.what(), std::to_string(many) + " processes"));
  }
  const auto error = testing::thrown<LimitError>(
      [&] { machine.spmd(std::uint64_t{1} << 31, [](bsp::Process self) -> Task<> { co_await self.sync(); }); });
  CHECK(testing::contains(error.what(), "an spmd of 2147483648 processes"));
}

TEST_CASE("of several requests that no sync follows the same one is told for any number of threads") {
  std::optional<std::string> first;
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 8, .threads = threads});
    const auto error = testing::thrown<Error>([&] {
      machine.spmd([](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        co_await self.sync();
        self.queue<int>().send(0, 1);
        cells(7)[0] = 1;
        cells(3)[0] = 2;
      });
    });
    CAPTURE(error.what());
    CHECK(testing::contains(error.what(), "process 0 sends a message"));
    if (!first) first = error.what();
    CHECK(*first == error.what());
  }
}

TEST_CASE("what is for processors or host code is refused to processes in words of their own") {
  Machine machine({.components = 4});
  const auto array = machine.array<int>(4, 0, "array");
  const auto says = [&](const auto& body, const std::vector<std::string>& parts) {
    const auto error = testing::thrown<Error>([&] { machine.spmd(body); });
    CAPTURE(error.what());
    for (const std::string& part : parts) CHECK(testing::contains(error.what(), part));
    CHECK(testing::is_one_line(error.what()));
  };
  says(
      [&](bsp::Process self) -> Task<> {
        co_await self.sync();
        if (self.id() == 3) co_await (array[0] = 1);
        co_await self.sync();
      },
      {"process 3 awaits something else than a sync", "superstep 2", "mistakes_test.cpp"});
  says(
      [&](bsp::Process self) -> Task<> {
        if (self.id() == 1) (void)array.get(0);
        co_await self.sync();
      },
      {"a process reads by `self.read(array[i])`"});
  says(
      [&](bsp::Process self) -> Task<> {
        if (self.id() == 1) array.set(0, 1);
        co_await self.sync();
      },
      {"a process writes by `self.write(array[i], value)`"});
  const auto nested = [](bsp::Process inner) -> Task<> { co_await inner.sync(); };
  says(
      [&](bsp::Process self) -> Task<> {
        if (self.id() == 1) machine.spmd(nested);
        co_await self.sync();
      },
      {"a process starts no pardo and no spmd"});
}

TEST_CASE("a process may not await shared memory, nor a processor use coarrays") {
  Machine machine({.components = 2});
  const auto array = machine.array<int>(2);
  const auto error = testing::thrown<Error>([&] {
    machine.spmd([&](bsp::Process self) -> Task<> {
      (void)co_await array[self.id()];
      co_await self.sync();
    });
  });
  CHECK(testing::contains(error.what(), "process 0"));
  CHECK(testing::contains(error.what(), "something else"));
  std::optional<bsp::Process> kept;
  machine.spmd(1, [&](bsp::Process self) -> Task<> {
    kept = self;
    co_return;
  });
  CHECK_THROWS_AS(kept->work(1), Error);
  CHECK_THROWS_AS(machine.pardo(1, [&](Processor) -> Task<> { co_await kept->sync(); }), Error);
  machine.spmd([](bsp::Process self) -> Task<> { co_await self.sync(); });
}

TEST_CASE("what a process throws ends the run, and is the lowest one's") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 8, .threads = threads});
    const auto error = testing::thrown<ProgramError>([&] {
      machine.spmd([](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(100);
        const auto future = cells(0)[0].get();
        co_await self.sync("first");
        if (self.id() >= 5) throw std::runtime_error("process " + std::to_string(self.id()) + " is unhappy");
        (void)future.value();
        co_await self.sync();
      });
    });
    CHECK(error.processor == 5);
    CHECK(error.step == 2);
    CHECK(error.process);
    CHECK(error.tag == "first");
    CHECK(testing::contains(error.line.file, "mistakes_test.cpp"));
    CHECK(testing::contains(error.what(),
                            "process 5 failed in superstep 2, after the sync \"first\" at mistakes_test.cpp:"));
    CHECK(testing::contains(error.what(), ": process 5 is unhappy"));
    CHECK(machine.ledger().supersteps() == 1);
    // Supersteps count in the run, as in other errors of processes.
    const auto again = testing::thrown<ProgramError>([&] {
      machine.spmd([](bsp::Process self) -> Task<> {
        if (self.id() == 7) throw std::runtime_error("no");
        co_await self.sync();
      });
    });
    CHECK(again.what() == std::string("process 7 failed in superstep 1, before its first sync: no"));
  }
}

TEST_CASE("coarrays count against the memory limit, and come back") {
  Machine machine({.components = 4, .threads = 1, .memory_limit = 8U << 20});
  const auto fill = [&](std::uint64_t size) {
    machine.spmd([&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<std::uint64_t>(size);
      co_await self.sync();
    });
  };
  CHECK_THROWS_AS(fill(1U << 20), LimitError);
  const std::uint64_t before = machine.memory_use().now;
  for (int round = 0; round < 10; ++round) fill(100'000);
  CHECK(machine.memory_use().now <= before + (1U << 20));
  CHECK_THROWS_AS(fill(~std::uint64_t{0} / 4), LimitError);
  // What is too large is named with its line.
  const auto too_large = testing::thrown<LimitError>([&] { fill(std::uint64_t{1} << 50); });
  CHECK(testing::contains(too_large.what(), "process 0 makes a coarray of 1125899906842624 elements, in superstep 1"));
  CHECK(testing::contains(too_large.what(), "mistakes_test.cpp"));
  const auto not_there = testing::thrown<LimitError>([&] {
    machine.spmd([&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<std::uint64_t>(4);
      co_await self.sync();
      const auto all = cells(0).get(0, self.id() == 3 ? std::uint64_t{1} << 50 : 1);
      co_await self.sync();
      (void)all.values();
    });
  });
  CHECK(testing::contains(not_there.what(), "process 3 gets 9007199254740992 bytes, in superstep 2"));
  CHECK(testing::contains(not_there.what(), "mistakes_test.cpp"));
}

}  // namespace pram
