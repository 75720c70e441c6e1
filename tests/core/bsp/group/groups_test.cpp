#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../../support/forced.hpp"
#include "../../ranks/same_error.hpp"
#include "../../thrown.hpp"
#include "../thread_counts.hpp"

namespace pram {

TEST_CASE(
    "a split puts processes of a colour together, with ids in their order, and coarrays and queues of their own") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 10, .threads = threads});
    machine.spmd([&](bsp::Process self) -> Task<> {
      const std::uint64_t id = self.id();
      auto all = self.coarray<std::uint64_t>(1, 100 + id);
      const bsp::Process group = co_await self.split(7 * (id % 3));
      CHECK(group.id() == id / 3);
      CHECK(group.count() == (id % 3 == 0 ? 4 : 3));
      auto cells = group.coarray<std::uint64_t>(2, 0, "cells");
      const std::uint64_t next = (group.id() + 1) % group.count();
      cells(next)[0] = id;
      group.queue<std::uint64_t>().send(next, id);
      const auto ahead = all((id + 1) % 10)[0].get();
      co_await group.sync();
      const std::uint64_t before = group.id() == 0 ? id + 3 * (group.count() - 1) : id - 3;
      CHECK(cells[0] == before);
      REQUIRE(group.queue<std::uint64_t>().size() == 1);
      CHECK((*group.queue<std::uint64_t>().begin()).value() == before);
      CHECK((*group.queue<std::uint64_t>().begin()).source() == (group.id() + group.count() - 1) % group.count());
      CHECK(self.queue<std::uint64_t>().empty());
      // What was asked of all comes with their sync, not with the group's.
      CHECK_THROWS_AS((void)ahead.value(), Error);
      co_await self.sync();
      CHECK(ahead.value() == 100 + (id + 1) % 10);
      CHECK(group.queue<std::uint64_t>().size() == 1);
    });
  }
}

TEST_CASE("rows and columns of a grid exchange by collectives, each at its own number of syncs") {
  constexpr std::uint64_t rows = 3;
  constexpr std::uint64_t columns = 5;
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = rows * columns, .threads = threads});
    machine.spmd([&](bsp::Process self) -> Task<> {
      const std::uint64_t i = self.id() / columns;
      const std::uint64_t j = self.id() % columns;
      const bsp::Process row = co_await self.split(i);
      const bsp::Process column = co_await self.split(j);
      CHECK(row.id() == j);
      CHECK(column.id() == i);
      for (std::uint64_t k = 0; k <= i; ++k) {  // each row at its own number
        const std::uint64_t sum = co_await bsp::all_reduce(row, self.id(), Sum{});
        CHECK(sum == columns * columns * i + columns * (columns - 1) / 2);
      }
      const std::uint64_t first = co_await bsp::broadcast(column, self.id(), 2);
      CHECK(first == 2 * columns + j);
      const bsp::Process pair = co_await row.split(j / 2);
      CHECK(pair.count() == (j == 4 ? 1 : 2));
      const auto both = co_await bsp::all_gather(pair, self.id());
      CHECK(both.front() == i * columns + j / 2 * 2);
      const std::uint64_t all = co_await bsp::all_reduce(self, std::uint64_t{1}, Sum{});
      CHECK(all == rows * columns);
    });
  }
}

TEST_CASE("a round in which groups sync is one superstep, with their tags, the processes that go on and all messages") {
  Machine machine({.components = 6, .network = "router:g=2,l=5"});
  machine.spmd([&](bsp::Process self) -> Task<> {
    const bsp::Process group = co_await self.split(self.id() / 4);  // 0 to 3, and 4 and 5
    auto cells = group.coarray<std::uint64_t>(8);
    const auto send = [&](std::uint64_t words) {
      if (group.id() == 0) cells(1).put(0, std::vector<std::uint64_t>(words));
    };
    self.work(10 + self.id());
    send(self.id() == 0 ? 3 : 7);
    co_await group.sync(self.id() < 4 ? "left" : "right");
    if (self.id() < 4) {
      for (int k = 0; k < 2; ++k) {
        self.work(100);
        send(2);
        co_await group.sync("left");
      }
    } else {
      self.work(50);
    }
    co_await self.sync("all");
  });
  const auto& records = machine.ledger().superstep_records();
  REQUIRE(records.size() == 5);
  CHECK(records[0].tag == "split");
  CHECK(records[0].processes == 6);
  CHECK(records[0].messages == 2 * (3 + 1));
  CHECK(records[0].words == 8);
  CHECK(records[0].relation() == 3);  // requests and replies cross at the lowest process of each group
  CHECK(records[0].charge == 2 * 3 + 5);
  CHECK(records[0].charge_back == 2 * 3 + 5);
  CHECK(records[1].tag == "left + right");
  CHECK(records[1].processes == 6);
  CHECK(records[1].words == 10);
  CHECK(records[1].relation() == 7);
  CHECK(records[1].charge == 2 * 7 + 5);
  CHECK(records[1].largest_work == 15);
  CHECK(records[1].work == 75);
  // Processes 4 and 5 have come to the sync of all, and wait. Their work is that of the round in which they did it.
  CHECK(records[2].tag == "left");
  CHECK(records[2].processes == 4);
  CHECK(records[2].words == 2);
  CHECK(records[2].work == 4 * 100 + 2 * 50);
  CHECK(records[3].processes == 4);
  CHECK(records[3].work == 400);
  CHECK(records[4].tag == "all");
  CHECK(records[4].processes == 6);
  CHECK(records[4].charge == 5);  // l
  bool found = false;
  for (const TransferTotal& line : machine.ledger().transfers()) {
    if (line.operation != "split") continue;
    found = true;
    CHECK(line.words == 8);  // there and back
    CHECK(testing::contains(line.where.file, "groups_test.cpp"));
  }
  CHECK(found);
}

TEST_CASE("a split costs what a get of a word from the lowest process of its group does, also link by link") {
  for (const char* const network : {"router:g=3,l=9", "torus:4x4", "ideal"}) {
    const auto colour = [](std::uint64_t id) { return id * id % 5; };
    Machine splits({.components = 16, .network = network});
    splits.spmd([&](bsp::Process self) -> Task<> {
      const bsp::Process group = co_await self.split(colour(self.id()));
      CHECK(group.count() > 0);
    });
    Machine gets({.components = 16, .network = network});
    gets.spmd([&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<std::uint64_t>(1);
      std::uint64_t lowest = 0;
      while (colour(lowest) != colour(self.id())) ++lowest;
      const auto word = cells(lowest)[0].get();
      co_await self.sync();
      CHECK(word.value() == 0);
    });
    const SuperstepRecord& had = splits.ledger().superstep_records().at(0);
    const SuperstepRecord& wanted = gets.ledger().superstep_records().at(0);
    CHECK(had.charge == wanted.charge);
    CHECK(had.charge_back == wanted.charge_back);
    CHECK(had.words == wanted.words);
    CHECK(had.relation() == wanted.relation());
  }
}

TEST_CASE("mistakes with groups are named with process, superstep, tag and line") {
  const auto says = [](const auto& body, const std::vector<std::string>& parts) {
    std::optional<std::string> first;
    for (const unsigned threads : testing::thread_counts) {
      const testing::ForcedWorkers all_workers;
      Machine machine({.components = 6, .threads = threads});
      const auto error = testing::thrown<Error>([&] { machine.spmd(body); });
      const std::string what = error.what();
      CAPTURE(what);
      for (const std::string& part : parts) CHECK(testing::contains(what, part));
      CHECK(testing::is_one_line(what));
      if (!first) first = what;
      CHECK(*first == what);
      machine.spmd([](bsp::Process self) -> Task<> {
        const bsp::Process half = co_await self.split(self.id() % 2);
        const int three = co_await bsp::all_reduce(half, 1, Sum{});
        CHECK(three == 3);
      });
    }
    testing::same_error_on_ranks([&] {
      Machine machine({.components = 6});
      machine.spmd(body);
    });
  };
  says(
      [](bsp::Process self) -> Task<> {
        const bsp::Process group = co_await self.split(self.id() % 2);
        if (self.id() == 3) co_return;
        co_await group.sync("half");
        co_await self.sync("whole");
      },
      {"process 1", "\"half\"", "of a group of 3", "process 3 (1 of its group)", "superstep 2", "has ended",
       "groups_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        const bsp::Process group = co_await self.split(self.id() % 2);
        if (self.id() == 2) {
          co_await self.sync("whole");
        } else {
          co_await group.sync("half");
          co_await self.sync("whole");
        }
        co_await group.sync("half");
      },
      {"process 0", "\"half\"", "process 2 (1 of its group)", "superstep 3", "another one", "\"whole\"",
       "of all processes"});
  says(
      [](bsp::Process self) -> Task<> {
        const bsp::Process row = co_await self.split(self.id() / 3);
        const bsp::Process column = co_await self.split(self.id() % 3);
        if (self.id() == 0 || self.id() == 4) {
          co_await column.sync("down");
          co_await row.sync("across");
        } else {
          co_await row.sync("across");
          co_await column.sync("down");
        }
      },
      {"process 0", "\"down\"", "superstep 3", "process 3 (1 of its group)", "\"across\" of a group of 3"});
  says(
      [](bsp::Process self) -> Task<> {
        if (self.id() == 4) {
          co_await self.sync();
        } else {
          (void)co_await self.split(1);
        }
      },
      {"process 0 splits", "superstep 1", "process 4 stands at a sync", "together", "groups_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        const bsp::Process group = co_await self.split(self.id() / 2);
        auto cells = group.coarray<int>(1, 0, "cells");
        if (self.id() == 5) cells(2)[0] = 1;
        co_await group.sync();
      },
      {"process 5", "process 2", "the group has processes 0 to 1", "groups_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        const bsp::Process group = co_await self.split(self.id() / 2);
        auto cells = group.coarray<int>(1, 0, "cells");
        if (self.id() == 3) cells(0)[4] = 1;
        co_await group.sync("narrow");
      },
      {"process 3 (1 of its group)", "cells[4] of process 2 (0 of its group)", "superstep 2", "\"narrow\"",
       "1 element"});
  says(
      [](bsp::Process self) -> Task<> {
        const bsp::Process group = co_await self.split(self.id() / 3);
        auto cells = self.coarray<int>(1, 0, "cells");
        co_await group.sync();
        if (self.id() == 4) cells(0)[0] = 1;
        co_await group.sync();
      },
      {"process 4 puts a value", "superstep 4", "without a sync", "groups_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        const bsp::Process group = co_await self.split(self.id() / 3);
        auto cells = std::make_unique<bsp::Coarray<int>>(group.coarray<int>(1, 0, "cells"));
        co_await group.sync();
        if (self.id() == 3) (void)(*cells)(1)[0].get();
        co_await group.sync("unread");
      },
      {"process 3 let a future die unread", "superstep 3", "groups_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        const bsp::Process group = co_await self.split(self.id() / 3);
        auto cells = std::make_unique<bsp::Coarray<int>>(group.coarray<int>(1, 0, "cells"));
        co_await group.sync();
        if (self.id() == 3) (*cells)(1)[0] = 1;
        if (self.id() == 4) cells.reset();
        co_await group.sync("late");
      },
      {"process 3 (0 of its group)", "process 4 (1 of its group)", "has freed it", "superstep 3 \"late\"",
       "groups_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        const bsp::Process group = co_await self.split(self.id() / 3);
        (void)group.queue<int>("numbers").size();
        if (self.id() == 5) group.queue<double>("numbers").send(0, 1);
        co_await group.sync();
      },
      {"process 5", "\"numbers\"", "another type", "superstep 2", "groups_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        const bsp::Process group = co_await self.split(self.id() / 3);
        std::vector<int> values(self.id() == 4 ? 2 : 1);
        co_await bsp::all_reduce(group, values, Sum{}, {.algorithm = bsp::Algorithm::one_phase});
      },
      {"process 3 (0 of its group)", "4 bytes of all-reduce from process 1", "8 bytes"});
}

TEST_CASE("a group is for the process that split it off, until its run ends") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 4, .threads = threads});
    std::vector<std::optional<bsp::Process>> kept(4);
    machine.spmd([&](bsp::Process self) -> Task<> {
      kept[self.id()] = co_await self.split(self.id() % 2);
      co_await self.sync();
      const bsp::Process other = *kept[(self.id() + 1) % 4];
      CHECK_THROWS_AS((void)other.coarray<int>(1), Error);
      CHECK_THROWS_AS((void)other.queue<int>(), Error);
      co_await self.sync();
    });
    CHECK_THROWS_AS((void)kept[0]->coarray<int>(1), Error);
    machine.spmd([&](bsp::Process self) -> Task<> {
      CHECK_THROWS_AS((void)kept[self.id()]->coarray<int>(1), Error);
      CHECK_THROWS_AS((void)kept[self.id()]->queue<int>(), Error);
      co_return;
    });
    const auto error = testing::thrown<Error>(
        [&] { machine.spmd([&](bsp::Process self) -> Task<> { co_await kept[self.id()]->sync(); }); });
    CHECK(testing::contains(error.what(), "a run that has ended"));
  }
}

TEST_CASE("an exception in one group ends the run, while others wait and have subtasks") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 8, .threads = threads});
    const auto error = testing::thrown<ProgramError>([&] {
      machine.spmd([](bsp::Process self) -> Task<> {
        const bsp::Process group = co_await self.split(self.id() / 4);
        if (self.id() < 4) {
          (void)co_await bsp::all_reduce(self, 1, Sum{});  // waits for those that never come
        } else {
          co_await group.sync();
          co_await group.sync("inner");
          if (self.id() == 6) throw std::runtime_error("six is unhappy");
          co_await self.sync();
        }
      });
    });
    CHECK(error.processor == 6);
    CHECK(error.step == 4);
    CHECK(testing::contains(error.what(), "process 6 failed in superstep 4, after the sync \"inner\" at"));
    CHECK(testing::contains(error.what(), "six is unhappy"));
  }
}

}  // namespace pram
