#include <cstdint>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../thrown.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;

/// The reason inside: what the nested exception says.
std::string reason_of(const std::exception& error) {
  try {
    std::rethrow_if_nested(error);
  } catch (const std::exception& inner) {
    return inner.what();
  } catch (int number) {
    return "int " + std::to_string(number);
  }
  return "nothing nested";
}

Task<int> throwing_at_depth(const Array<int>& cells, int depth) {
  if (depth > 0) co_return co_await throwing_at_depth(cells, depth - 1);
  const int value = co_await cells[0];
  if (value == 7) throw std::runtime_error("seven");
  co_return value;
}

}  // namespace

TEST_CASE("of the processors that throw in a step the lowest is named, with step, line and reason") {
  for (const unsigned threads : {1U, 3U}) {
    for (const std::uint64_t n : {12U, 10000U}) {  // the larger one is spread over the threads
      Machine machine({.components = 6, .threads = threads});
      const auto cells = machine.array<int>(n, 0, "cells");
      std::uint32_t line = 0;
      const auto error = thrown<ProgramError>([&] {
        machine.pardo(n, [&](Processor self) -> Task<> {
          co_await (cells[self.id()] = 1);
          if (self.id() == 3) line = __LINE__ + 1;
          co_await (cells[self.id()] = 2);
          if (self.id() >= 3) throw std::runtime_error("processor " + std::to_string(self.id()) + " is out of fuel");
          co_await (cells[self.id()] = 3);
          if (self.id() == 1) throw std::runtime_error("too late to be seen");
        });
      });
      CHECK(error.processor == 3);
      CHECK(error.step == 3);
      CHECK(error.line == SourceLine{__FILE__, line});
      CHECK(contains(error.what(), "processor 3 is out of fuel"));
      CHECK(testing::is_one_line(error.what()));
      CHECK(cells.host() == std::vector<int>(n, 2));
      CHECK(machine.ledger().steps() == 2);
      // The machine goes on.
      machine.pardo(n, [&](Processor self) -> Task<> { co_await cells[self.id()].add(5); });
      CHECK(cells.host() == std::vector<int>(n, 7));
      CHECK(machine.ledger().steps() == 3);
    }
  }
}

TEST_CASE("the exception that a processor threw is kept inside the error") {
  Machine machine({.components = 2});
  const auto cells = machine.array<int>(1, 7);
  const auto inside = [&](const auto& body) {
    try {
      machine.pardo(2, body);
    } catch (const ProgramError& error) {
      return reason_of(error);
    }
    return std::string("no error");
  };
  CHECK(inside([&](Processor self) -> Task<> {
          co_await self.idle();
          throw std::out_of_range("far out");
        }) == "far out");
  CHECK(inside([&](Processor self) -> Task<> {
          co_await self.idle();
          throw 42;
        }) == "int 42");
  CHECK(inside([&](Processor) -> Task<> { static_cast<void>(co_await throwing_at_depth(cells, 3)); }) == "seven");
}

TEST_CASE("a processor that throws before its first request has no line to name") {
  Machine machine({.components = 2});
  const auto cells = machine.array<int>(4, 0);
  const auto error = thrown<ProgramError>([&] {
    machine.pardo(4, [&](Processor self) -> Task<> {
      if (self.id() == 2) throw std::runtime_error("at once");
      co_await (cells[self.id()] = 1);
    });
  });
  CHECK(error.processor == 2);
  CHECK(error.step == 1);
  CHECK(error.line == SourceLine{});
  CHECK(cells.host() == std::vector<int>(4, 0));
}

TEST_CASE("the line of the last request is named also after idle steps") {
  Machine machine({.components = 2});
  const auto cells = machine.array<int>(4, 0);
  std::uint32_t line = 0;
  const auto error = thrown<ProgramError>([&] {
    machine.pardo(4, [&](Processor self) -> Task<> {
      line = __LINE__ + 1;
      co_await (cells[self.id()] = 1);
      co_await self.idle();
      co_await self.idle();
      throw std::runtime_error("rested too long");
    });
  });
  CHECK(error.step == 4);
  CHECK(error.line == SourceLine{__FILE__, line});
}

TEST_CASE("the line of the last request is the processor's own where processors are at different lines") {
  Machine machine({.components = 1});
  const auto cells = machine.array<int>(4, 0);
  std::uint32_t lines[4] = {};
  const auto error = thrown<ProgramError>([&] {
    machine.pardo(4, [&](Processor self) -> Task<> {
      const auto i = self.id();
      if (i < 2) {
        lines[i] = __LINE__ + 1;
        co_await (cells[i] = 1);
      } else {
        lines[i] = __LINE__ + 1;
        co_await cells[i].add(1);
      }
      if (i == 2) throw std::runtime_error("second line");
    });
  });
  CHECK(error.processor == 2);
  CHECK(error.line.line == lines[2]);
}

TEST_CASE("a program may catch what its subtasks throw, and go on in the same step") {
  Machine machine({.components = 2});
  const auto cells = machine.array<int>(2, 7);
  const auto caught = machine.array<int>(2, 0);
  machine.pardo(2, [&](Processor self) -> Task<> {
    int value = 0;
    try {
      value = co_await throwing_at_depth(cells, 2);
    } catch (const std::runtime_error& error) {
      value = std::string(error.what()) == "seven" ? 77 : -1;
    }
    co_await (caught[self.id()] = value);
  });
  CHECK(caught.host() == std::vector<int>{77, 77});
  CHECK(machine.ledger().steps() == 2);
}

TEST_CASE("an index outside the array: array, index, size, processor, step and line") {
  Machine machine({.components = 3});
  const auto cells = machine.array<int>(10, 0, "cells");
  const auto empty = machine.array<int>(0, 0, "empty");
  std::uint32_t line = 0;
  const auto run = [&](auto index, const Array<int>& from) {
    return thrown<AddressError>([&] {
      machine.pardo(6, [&](Processor self) -> Task<> {
        co_await (cells[self.id()] = 1);
        if (self.id() < 4) co_await self.idle();
        if (self.id() < 4) co_return;
        line = __LINE__ + 1;
        co_await from[index];
      });
    });
  };
  const auto check = [&](const AddressError& error, const std::string& array, std::int64_t index, std::uint64_t size) {
    CHECK(error.facts.array == array);
    CHECK(error.facts.index == index);
    CHECK(error.facts.size == size);
    CHECK(error.facts.processor == 4);
    CHECK(error.facts.step == machine.ledger().steps() + 1);
    CHECK(error.facts.line == SourceLine{__FILE__, line});
    CHECK(testing::is_one_line(error.what()));
    CHECK(contains(error.what(), array + "[" + std::to_string(index) + "]"));
  };
  check(run(10, cells), "cells", 10, 10);
  check(run(-1, cells), "cells", -1, 10);
  check(run(std::int8_t{-128}, cells), "cells", -128, 10);
  check(run(std::uint64_t{1} << 40, cells), "cells", std::int64_t{1} << 40, 10);
  check(run(std::numeric_limits<std::int64_t>::min(), cells), "cells", std::numeric_limits<std::int64_t>::min(), 10);
  check(run(0, empty), "empty", 0, 0);
  CHECK(cells.host() == std::vector<int>{1, 1, 1, 1, 1, 1, 0, 0, 0, 0});
}

TEST_CASE("every kind of request checks its index") {
  Machine machine({.components = 3});
  const auto cells = machine.array<int>(10, 3, "cells");
  const auto fails = [&](const auto& body) {
    CHECK(thrown<AddressError>([&] { machine.pardo(2, body); }).facts.index == 10);
  };
  fails([&](Processor) -> Task<> { co_await (cells[10] = 1); });
  fails([&](Processor) -> Task<> { co_await cells[10].add(1); });
  fails([&](Processor) -> Task<> { co_await cells[10].fetch_add(1); });
  fails([&](Processor) -> Task<> { co_await cells[10].multiprefix_max(1); });
  CHECK(cells.host() == std::vector<int>(10, 3));
  CHECK(thrown<AddressError>([&] { static_cast<void>(cells.get(10)); }).facts.index == 10);
  CHECK(thrown<AddressError>([&] { cells.set(11, 1); }).facts.index == 11);
}

TEST_CASE("a program may catch an index outside the array, and ask again in the same step") {
  Machine machine({.components = 3});
  const auto cells = machine.array<int>(4, 3, "cells");
  const auto others = machine.array<int>(4, 3, "others");
  machine.pardo(8, [&](Processor self) -> Task<> {
    bool inside = true;
    try {
      co_await (cells[self.id()] = 5);
    } catch (const AddressError&) {
      inside = false;
    }
    if (!inside) co_await others[self.id() - 4].add(1);
  });
  CHECK(cells.host() == std::vector<int>{5, 5, 5, 5});
  CHECK(others.host() == std::vector<int>{4, 4, 4, 4});
  CHECK(machine.ledger().steps() == 1);
}

}  // namespace pram
