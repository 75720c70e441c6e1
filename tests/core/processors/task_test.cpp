#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../thrown.hpp"

namespace pram {

namespace {

using testing::thrown;

Task<int> sum_of(const Array<int>& cells, std::uint64_t first, std::uint64_t last) {
  if (last - first == 1) co_return co_await cells[first];
  const std::uint64_t middle = (first + last) / 2;
  const int left = co_await sum_of(cells, first, middle);
  co_return left + co_await sum_of(cells, middle, last);
}

Task<std::string> word(const Array<int>& cells, std::uint64_t i) {
  const int letter = co_await cells[i];
  co_return std::string(40, static_cast<char>('a' + letter));
}

Task<> store(const Array<int>& cells, std::uint64_t i, int value) { co_await (cells[i] = value); }

Task<int> immediate(int value) { co_return value; }

/// Bytes of memory that this process has touched.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return resident * 4096;
}

#ifdef PRAM_SANITIZED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

}  // namespace

TEST_CASE("subtasks nest, return values of any type, and cost no step of their own") {
  Machine machine({.components = 4});
  const auto cells = machine.array(std::vector<int>{3, 1, 4, 1, 5, 9, 2, 6});
  const auto sums = machine.array<int>(3, 0);
  const auto letters = machine.array<char>(3, 'z');
  machine.pardo(3, [&](Processor self) -> Task<> {
    const int sum = co_await sum_of(cells, 0, 8);  // 8 steps
    co_await store(sums, self.id(), sum);          // 1
    const std::string text = co_await word(cells, self.id());
    co_await (letters[self.id()] = text.at(39));
    if (co_await immediate(7) != 7) co_await self.idle();
  });
  CHECK(sums.host() == std::vector<int>(3, 31));
  CHECK(letters.host() == std::vector<char>{'d', 'b', 'e'});
  CHECK(machine.ledger().steps() == 11);
  CHECK(machine.ledger().work() == 33);
}

TEST_CASE("subtasks keep processors in lockstep, however deep each of them is") {
  Machine machine({.components = 4, .rule = Rule::erew});
  const auto cells = machine.array<int>(8, 1);
  machine.pardo(8, [&](Processor self) -> Task<> {
    const auto i = self.id();
    if (i % 2 == 0) {
      co_await store(cells, i, 2);
      co_await store(cells, (i + 1) % 8, 3);
    } else {
      co_await (cells[i] = 4);
      co_await cells[(i + 1) % 8].add(10);
    }
  });
  CHECK(cells.host() == std::vector<int>{12, 3, 12, 3, 12, 3, 12, 3});
  CHECK(machine.ledger().steps() == 2);
}

TEST_CASE("a processor knows its number and how many there are") {
  for (const unsigned threads : {1U, 3U}) {
    Machine machine({.components = 7, .threads = threads});
    const std::uint64_t n = 20001;
    const auto ids = machine.array<std::uint64_t>(n, 0);
    machine.pardo(n, [&](Processor self) -> Task<> { co_await (ids[self.id()] = self.id() * 2 + self.count()); });
    for (std::uint64_t i = 0; i < n; i += 1000) CHECK(ids.get(i) == i * 2 + n);
  }
}

TEST_CASE("tasks are made by processors alone") {
  Machine machine({.components = 2});
  const auto cells = machine.array<int>(2, 5);
  CHECK_THROWS_AS(static_cast<void>(sum_of(cells, 0, 2)), Error);
  CHECK_THROWS_AS(static_cast<void>(immediate(1)), Error);
  machine.pardo(2, [&](Processor self) -> Task<> { co_await (cells[self.id()] = co_await sum_of(cells, 0, 2)); });
  CHECK(cells.host() == std::vector<int>{10, 10});
  CHECK_THROWS_AS(static_cast<void>(immediate(1)), Error);
}

TEST_CASE("a task that is never awaited does nothing") {
  Machine machine({.components = 2});
  const auto cells = machine.array<int>(2, 5);
  machine.pardo(2, [&](Processor self) -> Task<> {
    const Task<> never = store(cells, self.id(), 6);
    Task<int> moved = sum_of(cells, 0, 2);
    const Task<int> target = std::move(moved);
    co_await self.idle();
  });
  CHECK(cells.host() == std::vector<int>{5, 5});
  CHECK(machine.ledger().requests().total() == 0);
}

TEST_CASE("no processors, or processors without a step") {
  Machine machine({.components = 4});
  machine.pardo(0, [](Processor self) -> Task<> { co_await self.idle(); });
  CHECK(machine.ledger().steps() == 0);
  int made = 0;
  Machine alone({.components = 4, .threads = 1});
  alone.pardo(5, [&](Processor) -> Task<> {
    ++made;
    co_return;
  });
  CHECK(made == 5);
  CHECK(alone.ledger().steps() == 0);
  CHECK(alone.ledger().work() == 0);
}

TEST_CASE("pardos do not nest, arrays are made between pardos, and neither does harm") {
  Machine machine({.components = 4});
  Machine second({.components = 4});
  const auto cells = machine.array<int>(4, 0);
  const auto empty = [](Processor self) -> Task<> { co_await self.idle(); };
  const auto refused = [&](const auto& act) {
    CHECK_THROWS_AS(machine.pardo(4,
                                  [&](Processor self) -> Task<> {
                                    co_await (cells[self.id()] = 1);
                                    if (self.id() == 2) act();
                                    co_await (cells[self.id()] = 2);
                                  }),
                    Error);
    CHECK(cells.host() == std::vector<int>(4, 1));
    CHECK_NOTHROW(machine.pardo(4, [&](Processor self) -> Task<> { co_await (cells[self.id()] = 3); }));
    CHECK(cells.host() == std::vector<int>(4, 3));
  };
  refused([&] { machine.pardo(2, empty); });
  refused([&] { second.pardo(2, empty); });
  refused([&] { static_cast<void>(machine.array<int>(4)); });
  CHECK(second.ledger().steps() == 0);
  CHECK_NOTHROW(second.pardo(2, empty));
}

TEST_CASE("a cell of another machine is refused") {
  Machine machine({.components = 4});
  Machine second({.components = 4});
  const auto mine = machine.array<int>(4, 0);
  const auto foreign = second.array<int>(4, 7);
  CHECK_THROWS_AS(machine.pardo(4, [&](Processor self) -> Task<> { co_await foreign[self.id()]; }), Error);
  CHECK_THROWS_AS(machine.pardo(4, [&](Processor self) -> Task<> { co_await (foreign[self.id()] = 1); }), Error);
  CHECK(foreign.host() == std::vector<int>(4, 7));
  CHECK_NOTHROW(machine.pardo(4, [&](Processor self) -> Task<> { co_await (mine[self.id()] = 1); }));
}

TEST_CASE("a body that throws before it makes a task ends the pardo, and the machine goes on") {
  Machine machine({.components = 4});
  const auto cells = machine.array<int>(8, 0);
  CHECK_THROWS(machine.pardo(8, [&](Processor self) {
    if (self.id() == 5) throw std::runtime_error("no task");
    return store(cells, self.id(), 1);
  }));
  CHECK(cells.host() == std::vector<int>(8, 0));
  machine.pardo(8, [&](Processor self) { return store(cells, self.id(), 1); });
  CHECK(cells.host() == std::vector<int>(8, 1));
}

TEST_CASE("hundreds of pardos use the same frames") {
  Machine machine({.components = 16, .threads = 2, .ledger = LedgerDetail::totals});
  const std::uint64_t n = 10000;
  const auto cells = machine.array<int>(n, 0);
  const auto body = [&](Processor self) -> Task<> {
    const int value = co_await sum_of(cells, self.id(), self.id() + 1);
    co_await store(cells, self.id(), value + 1);
  };
  for (int round = 0; round < 20; ++round) machine.pardo(n, body);
  const std::uint64_t before = resident_bytes();
  const int rounds = 300;
  for (int round = 0; round < rounds; ++round) machine.pardo(n, body);
  CHECK(cells.host() == std::vector<int>(n, 20 + rounds));
  // A frame that was not reused would have cost 100 bytes at least, each time.
  if (!sanitized) CHECK(resident_bytes() < before + rounds * n * 100 / 50);
}

TEST_CASE("processors may end at any step, and the others go on") {
  Machine machine({.components = 3});
  const auto left = machine.array<int>(1, 0);
  machine.pardo(10, [&](Processor self) -> Task<> {
    for (std::uint64_t k = 0; k < self.id(); ++k) co_await left[0].add(1);
  });
  CHECK(left.get(0) == 45);
  CHECK(machine.ledger().steps() == 9);
  CHECK(machine.ledger().work() == 45);
  const auto& records = machine.ledger().step_records();
  REQUIRE(records.size() == 9);
  for (std::uint64_t k = 0; k < 9; ++k) CHECK(records[k].processors == 9 - k);
}

}  // namespace pram
