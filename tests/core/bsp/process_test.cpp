#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../thrown.hpp"

namespace pram {

TEST_CASE("values of any plain type travel: narrow, negative, wide, in blocks") {
  struct Particle {
    double place[3];
    char kind;
  };
  Machine machine({.components = 3});
  machine.spmd([&](bsp::Process self) -> Task<> {
    const auto id = static_cast<int>(self.id());
    auto small = self.coarray<std::int8_t>(2, 9);
    auto wide = self.coarray<Particle>(1);
    const std::uint64_t next = (self.id() + 1) % self.count();
    small(next)[1] = static_cast<std::int8_t>(-id - 1);
    wide(next)[0] = Particle{{id + 0.5, 0, -1}, 'x'};
    self.queue<Particle>().send(next, Particle{{0, id + 0.25, 0}, 'y'});
    co_await self.sync();
    const int before = (id + 2) % 3;
    CHECK(small[0] == 9);
    CHECK(small[1] == -before - 1);
    CHECK(wide[0].place[0] == before + 0.5);
    CHECK(wide[0].kind == 'x');
    const auto back = wide(static_cast<std::uint64_t>(before))[0].get();
    for (const auto message : self.queue<Particle>()) {
      CHECK(message.value().place[1] == before + 0.25);
      CHECK(message.source() == static_cast<std::uint64_t>(before));
    }
    CHECK(self.queue<Particle>().size() == 1);
    co_await self.sync();
    CHECK(back.value().place[0] == (before + 2) % 3 + 0.5);
    CHECK(self.queue<Particle>().empty());
  });
}

TEST_CASE("others are all but one, the next first") {
  Machine machine({.components = 4});
  machine.spmd([&](bsp::Process self) -> Task<> {
    std::vector<std::uint64_t> met;
    for (const std::uint64_t other : self.others()) met.push_back(other);
    CHECK(met == std::vector<std::uint64_t>{(self.id() + 1) % 4, (self.id() + 2) % 4, (self.id() + 3) % 4});
    co_return;
  });
  machine.spmd(1, [&](bsp::Process self) -> Task<> {
    for (const std::uint64_t other : self.others()) FAIL(other);
    co_await self.sync();
  });
  CHECK(machine.ledger().supersteps() == 1);
  machine.spmd(0, [&](bsp::Process) -> Task<> { co_return; });
}

TEST_CASE("a sync in a subtask ends the superstep, and processes draw their own random words") {
  Machine machine({.components = 2, .threads = 1});
  std::set<std::uint64_t> words;
  std::uint64_t sum = 0;
  struct Subtask {
    static Task<int> exchange(bsp::Process self, const bsp::Coarray<int>& cells) {
      cells(1 - self.id())[0] = static_cast<int>(self.id()) + 5;
      co_await self.sync("in a subtask");
      co_return cells[0];
    }
  };
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<int>(1);
    const int got = co_await Subtask::exchange(self, cells);
    CHECK(got == 6 - static_cast<int>(self.id()));
    words.insert(self.random());
    co_await self.sync();
    words.insert(self.random());
    sum += self.random(std::uint64_t{10});
  });
  CHECK(words.size() == 4);
  CHECK(sum < 20);
  CHECK(machine.ledger().superstep_records()[0].tag == "in a subtask");
}

TEST_CASE("tags may be made while a program runs") {
  Machine machine({.components = 3});
  machine.spmd([](bsp::Process self) -> Task<> {
    for (int round = 0; round < 3; ++round) co_await self.sync("round " + std::to_string(round));
    co_await self.sync();
  });
  const auto& records = machine.ledger().superstep_records();
  REQUIRE(records.size() == 4);
  for (int round = 0; round < 3; ++round)
    CHECK(records[static_cast<std::size_t>(round)].tag == "round " + std::to_string(round));
  CHECK(records[3].tag.empty());
}

TEST_CASE("pardos and BSP runs of one machine follow each other, and share its numbers of steps") {
  Machine machine({.components = 2, .max_steps = 3});
  const auto array = machine.array<int>(2, 0);
  machine.pardo(2, [&](Processor self) -> Task<> { co_await (array[self.id()] = 1); });
  machine.spmd([](bsp::Process self) -> Task<> { co_await self.sync(); });
  CHECK(machine.ledger().superstep_records()[0].superstep == 2);
  machine.pardo(2, [&](Processor self) -> Task<> { co_await (array[self.id()] = 2); });
  CHECK(array.host() == std::vector<int>{2, 2});
  CHECK(machine.ledger().steps() == 2);
  CHECK(machine.ledger().supersteps() == 1);
  CHECK(testing::thrown<LimitError>([&] {
          machine.spmd([](bsp::Process self) -> Task<> { co_await self.sync(); });
        }).limit == "steps");
}

}  // namespace pram
