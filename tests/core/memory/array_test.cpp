#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../thrown.hpp"

namespace pram {

namespace {

using testing::thrown;

struct Point {
  std::int16_t x;
  std::int32_t y;
  friend bool operator==(const Point&, const Point&) = default;
};

}  // namespace

TEST_CASE("arrays hold what they are given, cell by cell or as a whole, under every placement") {
  for (const Placement placement : {Placement::hashed, Placement::balanced, Placement::direct}) {
    for (const std::uint64_t size : {0U, 1U, 2U, 3U, 63U, 64U, 65U, 1000U, 5000U}) {
      Machine machine({.components = 24, .placement = placement});
      std::vector<std::int64_t> values(size);
      for (std::uint64_t i = 0; i < size; ++i) values[i] = static_cast<std::int64_t>(i * i) - 500;
      const auto array = machine.array(values, "values");
      CHECK(array.size() == size);
      CHECK(array.name() == "values");
      CHECK(array.host() == values);
      if (size == 0) continue;
      array.set(size - 1, -7);
      values[size - 1] = -7;
      CHECK(array.host() == values);
      CHECK(array.get(size / 2) == values[size / 2]);
      array.fill(9);
      CHECK(array.host() == std::vector<std::int64_t>(size, 9));
      array.assign(values);
      CHECK(array.host() == values);
    }
  }
}

TEST_CASE("host values of another number are refused") {
  Machine machine({.components = 2});
  const auto array = machine.array<int>(3, 1);
  CHECK_THROWS_AS(array.assign(std::vector<int>{1, 2}), ConfigError);
  CHECK_THROWS_AS(array.assign(std::vector<int>{1, 2, 3, 4}), ConfigError);
  CHECK(array.host() == std::vector<int>{1, 1, 1});
}

TEST_CASE("arrays without a name get different ones") {
  Machine machine({.components = 2});
  const auto first = machine.array<int>(1);
  const auto second = machine.array<int>(1);
  CHECK_FALSE(first.name().empty());
  CHECK(first.name() != second.name());
}

TEST_CASE("cells may be bool, enumerations and small structs") {
  enum class Colour : std::uint8_t { red, green };
  Machine machine({.components = 3});
  const auto flags = machine.array<bool>(4, false);
  const auto colours = machine.array<Colour>(4, Colour::red);
  const auto points = machine.array<Point>(4, {-1, 2});
  machine.pardo(4, [&](Processor self) -> Task<> {
    const auto i = self.id();
    Point point = co_await points[i];
    point.y += static_cast<std::int32_t>(i);
    co_await (points[3 - i] = point);
    co_await (colours[i] = i % 2 == 0 ? Colour::green : Colour::red);
    co_await flags[0].bit_or(i == 2);
  });
  CHECK(points.host() == std::vector<Point>{{-1, 5}, {-1, 4}, {-1, 3}, {-1, 2}});
  CHECK(colours.host() == std::vector<Colour>{Colour::green, Colour::red, Colour::green, Colour::red});
  CHECK(flags.host() == std::vector<bool>{true, false, false, false});
}

TEST_CASE("moving an array moves its cells") {
  Machine machine({.components = 2});
  auto first = machine.array<int>(3, 5, "first");
  auto moved = std::move(first);
  CHECK(moved.host() == std::vector<int>{5, 5, 5});
  CHECK(moved.name() == "first");
  CHECK(first.size() == 0);  // NOLINT(bugprone-use-after-move): an empty array is what is left
  CHECK(first.host().empty());
  CHECK_THROWS_AS(first.set(0, 1), AddressError);
  auto second = machine.array<int>(2, 6, "second");
  second = std::move(moved);
  CHECK(second.name() == "first");
  machine.pardo(3, [&](Processor self) -> Task<> { co_await second[self.id()].add(1); });
  CHECK(second.host() == std::vector<int>{6, 6, 6});
  const Array<int> none;
  CHECK(none.size() == 0);
  CHECK(none.host().empty());
  CHECK_NOTHROW(static_cast<void>(none.name()));
}

TEST_CASE("moving a machine moves its arrays, options and ledger") {
  Machine machine({.components = 5, .rule = Rule::sum});
  const auto cells = machine.array<int>(5, 1);
  machine.pardo(5, [&](Processor self) -> Task<> { co_await (cells[self.id()] = 2); });
  Machine moved = std::move(machine);
  moved.pardo(5, [&](Processor) -> Task<> { co_await (cells[0] = 3); });
  CHECK(cells.host() == std::vector<int>{15, 2, 2, 2, 2});
  CHECK(moved.ledger().steps() == 2);
  CHECK(moved.options().components == 5);
  moved = Machine({.components = 3});
  CHECK(moved.ledger().steps() == 0);
  CHECK(cells.get(0) == 15);  // its machine is gone, its cells are not
  const auto fresh = moved.array<int>(3, 4);
  CHECK_THROWS_AS(moved.pardo(3, [&](Processor self) -> Task<> { co_await cells[self.id()]; }), Error);
  moved.pardo(3, [&](Processor self) -> Task<> { co_await fresh[self.id()].add(1); });
  CHECK(fresh.host() == std::vector<int>(3, 5));
}

TEST_CASE("an array may outlive its machine") {
  Array<int> cells;
  {
    Machine machine({.components = 5});
    cells = machine.array<int>(4, 1, "cells");
    machine.pardo(4, [&](Processor self) -> Task<> { co_await cells[self.id()].add(static_cast<int>(self.id())); });
  }
  CHECK(cells.host() == std::vector<int>{1, 2, 3, 4});
  cells.set(0, 9);
  CHECK(cells.get(0) == 9);
  CHECK(cells.name() == "cells");
}

TEST_CASE("arrays freed between pardos make room, and what is left is not touched") {
  Machine machine({.components = 5});
  const auto kept = machine.array<int>(100, 1, "kept");
  for (int round = 0; round < 200; ++round) {
    const auto passing = machine.array<int>(100, round, "passing");
    machine.pardo(100, [&](Processor self) -> Task<> {
      const int value = co_await passing[self.id()];
      co_await kept[self.id()].add(value);
    });
  }
  CHECK(kept.host() == std::vector<int>(100, 1 + 199 * 200 / 2));
  // One name, two lines of the program, however many arrays bore it.
  CHECK(machine.ledger().lines().size() == 2);
}

TEST_CASE("an array whose handle dies in a pardo lives until its end") {
  Machine machine({.components = 5, .threads = 1});
  const auto results = machine.array<int>(10, 0);
  std::optional<Array<int>> doomed = machine.array<int>(10, 7, "doomed");
  machine.pardo(10, [&](Processor self) -> Task<> {
    const Cell<int>& cell = (*doomed)[self.id()];
    co_await cell.add(1);
    if (self.id() == 0) doomed.reset();
    const int value = co_await cell;
    co_await (results[self.id()] = value);
  });
  CHECK(results.host() == std::vector<int>(10, 8));
  const auto next = machine.array<int>(10, 3, "next");
  CHECK(next.host() == std::vector<int>(10, 3));
}

TEST_CASE("machines side by side do not meet") {
  Machine first({.components = 5});
  Machine second({.components = 9, .rule = Rule::sum});
  const auto a = first.array<int>(3, 1);
  const auto b = second.array<int>(3, 1);
  for (int round = 0; round < 3; ++round) {
    first.pardo(3, [&](Processor self) -> Task<> { co_await a[self.id()].add(1); });
    second.pardo(7, [&](Processor) -> Task<> { co_await (b[1] = 2); });
  }
  CHECK(a.host() == std::vector<int>{4, 4, 4});
  CHECK(b.host() == std::vector<int>{1, 14, 1});
  CHECK(first.ledger().steps() == 3);
}

TEST_CASE("more pairs of array and operation than a pardo can tell apart are refused, and the machine goes on") {
  constexpr std::size_t n = 33'000;
  Machine machine({.components = 4, .threads = 1});
  std::vector<Array<int>> arrays;
  for (std::size_t k = 0; k < n; ++k) arrays.push_back(machine.array<int>(1, static_cast<int>(k)));
  const auto read_and_write = [&](std::size_t count) {
    machine.pardo(count, [&](Processor self) -> Task<> {
      const int value = co_await arrays[self.id()][0];
      co_await (arrays[self.id()][0] = value + 1);
    });
  };
  CHECK(thrown<LimitError>([&] { read_and_write(n); }).limit == "source lines");
  CHECK(arrays[0].get(0) == 0);
  CHECK(arrays[n - 1].get(0) == static_cast<int>(n) - 1);
  read_and_write(100);  // some of those that were known already
  CHECK(arrays[99].get(0) == 100);
  CHECK(arrays[100].get(0) == 100);
}

TEST_CASE("arrays come and go without end: what is gone takes no place among those that are told apart" *
          doctest::test_suite("heavy")) {
  Machine machine({.components = 4, .threads = 1, .ledger = LedgerDetail::totals});
  constexpr int times = 70'000;
  std::int64_t sum = 0;
  for (int k = 0; k < times; ++k) {
    const auto array = machine.array<int>(1, k, "array " + std::to_string(k));
    machine.pardo(1, [&](Processor) -> Task<> { co_await array[0].add(1); });
    sum += array.get(0);
  }
  CHECK(sum == std::int64_t{times} * (times + 1) / 2);
  CHECK(machine.ledger().steps() == times);
  CHECK(machine.ledger().lines().size() == times);
  CHECK(machine.ledger().lines().back().array == "array " + std::to_string(times - 1));
}

}  // namespace pram
