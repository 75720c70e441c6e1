#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../../support/forced.hpp"
#include "../../thrown.hpp"
#include "../thread_counts.hpp"

namespace pram {

namespace {

/// The counts of a ledger's only queue with unread messages.
std::pair<std::uint64_t, std::uint64_t> only_unread(const Machine& machine, const std::string& queue) {
  const auto& all = machine.ledger().unread_messages();
  REQUIRE(all.size() == 1);
  CHECK(all[0].queue == queue);
  return {all[0].messages, all[0].of_another_type};
}

}  // namespace

TEST_CASE("messages that come with a collective are there after it, whatever its supersteps, and gone with the next") {
  for (const unsigned threads : testing::thread_counts) {
    for (const char* const algorithm :
         {"one-phase", "two-phase", "tree", "auto", "ring", "doubling", "rabenseifner", "circulant", "swing"}) {
      CAPTURE(algorithm);
      const testing::ForcedWorkers all_workers;
      Machine machine({.components = 8, .threads = threads});
      const bsp::CollectiveOptions by = {.algorithm = algorithm};
      machine.spmd([&](bsp::Process self) -> Task<> {
        const auto queue = self.queue<std::uint64_t>();
        const std::vector<std::uint64_t> row(3, self.id());
        for (std::uint64_t target = 0; target < 8; ++target) {
          queue.send(target, self.id());
          queue.send(target, 5, row);
        }
        std::vector<std::uint64_t> values(20, 1);
        co_await bsp::all_reduce(self, values, Sum{}, by);
        CHECK(values == std::vector<std::uint64_t>(20, 8));
        CHECK(queue.size() == 16);
        std::uint64_t place = 0;
        for (const auto message : queue) {
          CHECK(message.source() == place / 2);
          CHECK(message.values().size() == (place % 2 == 0 ? 1 : 3));
          CHECK(message.values().back() == place / 2);
          ++place;
        }
        co_await bsp::broadcast(self, values, 3, {.algorithm = "circulant"});
        CHECK(queue.empty());
        CHECK(values == std::vector<std::uint64_t>(20, 8));
      });
      CHECK(machine.ledger().unread_messages().empty());
    }
  }
}

TEST_CASE("puts, gets and messages before blocks by named algorithms are done with the first superstep, and stay") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 8, .threads = threads});
    machine.spmd([](bsp::Process self) -> Task<> {
      const auto queue = self.queue<std::uint32_t>();
      auto cells = self.coarray<std::uint64_t>(1, 100 + self.id());
      std::uint64_t round = 0;
      const auto ask = [&] {
        ++round;
        for (const std::uint64_t target : self.others()) queue.send(target, static_cast<std::uint32_t>(round));
        cells((self.id() + 1) % 8)[0] = 1000 * round + self.id();
        return cells((self.id() + 2) % 8)[0].get();
      };
      const auto find = [&](const bsp::Future<std::uint64_t>& got, std::uint64_t wanted) {
        CHECK(queue.size() == 7);
        for (const auto message : queue) CHECK(message.value() == round);
        CHECK(cells[0] == 1000 * round + (self.id() + 7) % 8);
        CHECK(got.value() == wanted);
      };
      const std::uint64_t next = (self.id() + 1) % 8;
      const auto first = ask();
      (void)co_await bsp::all_to_all(self, std::vector<std::uint64_t>(16, 1), {.algorithm = "bruck"});
      find(first, 100 + (self.id() + 2) % 8);
      for (const char* const algorithm : {"ring", "circulant", "doubling"}) {
        const auto got = ask();
        (void)co_await bsp::all_gather(self, self.id(), {.algorithm = algorithm});
        find(got, 1000 * (round - 1) + next);
      }
      const auto last = ask();
      (void)co_await bsp::gather(self, self.id(), 5, {.algorithm = "gather-binomial"});
      find(last, 1000 * (round - 1) + next);
      co_await bsp::scan(self, 1, Sum{}, {.algorithm = "two-sweeps"});
      CHECK(queue.empty());
    });
    CHECK(machine.ledger().unread_messages().empty());
  }
}

TEST_CASE("messages that nobody looks at are counted by queue, those for which one looks under another type apart") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 8, .threads = threads});
    Ledger before = machine.ledger();
    machine.spmd([](bsp::Process self) -> Task<> {
      const auto ints = self.queue<int>();
      ints.send(self.id(), 1);
      ints.send((self.id() + 1) % 8, 2);
      co_await self.sync();
      // Five processes look for words of another length, one does not look, two read.
      if (self.id() < 5) CHECK(self.queue<std::uint64_t>().empty());
      if (self.id() > 5) CHECK(ints.size() == 2);
      co_await bsp::all_reduce(self, 1, Sum{});
    });
    CHECK(only_unread(machine, "queue") == std::pair<std::uint64_t, std::uint64_t>(12, 10));

    // Messages of a named queue are of no other type. What the end of a run leaves counts, in groups, too.
    before = machine.ledger();
    machine.spmd([](bsp::Process self) -> Task<> {
      const bsp::Process half = co_await self.split(self.id() / 4);
      const auto rows = half.queue<double>("rows");
      const auto words = half.queue<double>();
      rows.send(0, 1.5);
      words.send(0, 2.5);
      co_await half.sync();
      CHECK(half.queue<int>("other").empty());
      CHECK(words.size() == (half.id() == 0 ? 4 : 0));
    });
    const Ledger between = machine.ledger() - before;
    REQUIRE(between.unread_messages().size() == 1);
    CHECK(between.unread_messages()[0].queue == "rows");
    CHECK(between.unread_messages()[0].messages == 8);
    CHECK(between.unread_messages()[0].of_another_type == 0);
    CHECK(machine.ledger().unread_messages().size() == 2);
    CHECK((machine.ledger() - machine.ledger()).unread_messages().empty());
  }
}

TEST_CASE("an unread queue beside one that is read, and messages that stay for the supersteps of a collective") {
  Machine machine({.components = 4});
  machine.spmd([](bsp::Process self) -> Task<> {
    const auto ints = self.queue<int>();
    const auto words = self.queue<std::uint64_t>();
    for (int k = 0; k < 3; ++k) ints.send(0, k);
    words.send(0, 1);
    co_await bsp::all_reduce(self, 1, Sum{}, {.algorithm = bsp::Algorithm::two_phase});
    // A process finds words where it looks: the others were not looked for under their type.
    CHECK(words.size() == (self.id() == 0 ? 4 : 0));
    co_await bsp::all_reduce(self, 1, Sum{}, {.algorithm = bsp::Algorithm::tree});
    CHECK(ints.empty());
  });
  CHECK(only_unread(machine, "queue") == std::pair<std::uint64_t, std::uint64_t>(12, 0));
}

TEST_CASE("a process that syncs while others are in the midst of a collective is named, and the machine goes on") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 4, .threads = threads});
    const auto error = testing::thrown<Error>([&] {
      machine.spmd([](bsp::Process self) -> Task<> {
        if (self.id() == 3) {
          co_await self.sync();
          co_await self.sync();
        } else {
          int value = 1;
          co_await bsp::broadcast(self, std::span(&value, 1), 0, {.algorithm = bsp::Algorithm::two_phase});
        }
      });
    });
    const std::string what = error.what();
    CAPTURE(what);
    CHECK(testing::contains(what, "process 0 is in the midst of a collective, in superstep 2 \"broadcast\""));
    CHECK(testing::contains(what, "process 3 is not"));
    CHECK(testing::contains(what, "inbox_test.cpp"));
    CHECK(testing::is_one_line(error.what()));
    machine.spmd([](bsp::Process self) -> Task<> { CHECK(co_await bsp::all_reduce(self, 1, Sum{}) == 4); });
  }
}

TEST_CASE("an operator that sends messages between the supersteps of a collective is refused") {
  Machine machine({.components = 4});
  const auto error = testing::thrown<Error>([&] {
    machine.spmd([](bsp::Process self) -> Task<> {
      const auto queue = self.queue<int>();
      const auto sum = [&](int a, int b) {
        queue.send(0, a);
        return a + b;
      };
      co_await bsp::all_reduce(self, 1, sum, {.algorithm = bsp::Algorithm::tree});
    });
  });
  const std::string what = error.what();
  CAPTURE(what);
  CHECK(testing::contains(what, "sends a message while a collective is under way, in superstep 2 \"all-reduce\""));
}

}  // namespace pram
