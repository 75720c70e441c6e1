#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/forced.hpp"

/// Values of 32 bits and less keep sign and width in cells of their size, whatever path the requests take.
namespace pram {

namespace {

constexpr std::uint64_t narrow_processors = 40;
constexpr std::uint64_t narrow_cells = 11;

/// Extremes among small values. Of floating-point numbers, those whose sums and products are exact in any order.
template <class T>
T random_value(std::mt19937_64& random) {
  if constexpr (std::same_as<T, bool>) {
    return random() % 2 == 0;
  } else if constexpr (std::floating_point<T>) {
    return static_cast<T>(static_cast<int>(random() % 3) - 1);
  } else {
    switch (random() % 6) {
      case 0: return std::numeric_limits<T>::min();
      case 1: return std::numeric_limits<T>::max();
      case 2: return static_cast<T>(-1);
      default: return static_cast<T>(random());
    }
  }
}

/// What each processor asks.
template <class T>
struct NarrowRequests {
  std::vector<T> memory;
  std::vector<std::uint32_t> index;
  std::vector<T> operand;
};

template <class T>
NarrowRequests<T> random_requests(std::mt19937_64& random) {
  NarrowRequests<T> made;
  for (std::uint64_t c = 0; c < narrow_cells; ++c) made.memory.push_back(random_value<T>(random));
  for (std::uint64_t i = 0; i < narrow_processors; ++i) {
    made.index.push_back(static_cast<std::uint32_t>(random() % narrow_cells));
    made.operand.push_back(random_value<T>(random));
  }
  return made;
}

template <class T>
struct NarrowLeft {
  std::vector<T> memory;
  std::vector<T> replies;
  bool operator==(const NarrowLeft&) const = default;
};

/// One processor after the other: all combine; all combine and get what the cell had; all read.
template <class Operator, class T>
NarrowLeft<T> by_hand(const NarrowRequests<T>& requests) {
  NarrowLeft<T> left{requests.memory, {}};
  const auto combine = [](T a, T b) { return static_cast<T>(Operator::apply(a, b)); };
  for (std::uint64_t i = 0; i < narrow_processors; ++i) {
    auto&& cell = left.memory[requests.index[i]];
    cell = combine(cell, requests.operand[i]);
  }
  for (std::uint64_t i = 0; i < narrow_processors; ++i) {
    auto&& cell = left.memory[requests.index[i]];
    left.replies.push_back(cell);
    cell = combine(cell, requests.operand[i]);
  }
  for (std::uint64_t i = 0; i < narrow_processors; ++i)
    left.replies.push_back(left.memory[(requests.index[i] + 1) % narrow_cells]);
  return left;
}

enum class NarrowForm { one_line, two_lines, whole_steps };

template <class Operator, class T>
NarrowLeft<T> by_machine(const NarrowRequests<T>& requests, const MachineOptions& options, NarrowForm form) {
  Machine machine(options);
  const auto array = machine.array(requests.memory, "array");
  std::vector<std::uint8_t> bytes(2 * narrow_processors *
                                  sizeof(T));  // of replies, since a vector of bool has no elements
  T* const replies = reinterpret_cast<T*>(bytes.data());
  if (form == NarrowForm::whole_steps) {
    const Processors all = machine.processors(narrow_processors);
    const auto take = [replies](std::uint64_t i, T reply) { replies[i] = reply; };
    all.combine(array, requests.index, Operator{}, requests.operand);
    all.multiprefix_combine(array, requests.index, Operator{}, requests.operand, take);
    all.read(
        array, [&](std::uint64_t i) { return (requests.index[i] + 1) % narrow_cells; },
        [replies](std::uint64_t i, T reply) { replies[narrow_processors + i] = reply; });
  } else {
    machine.pardo(narrow_processors, [&](Processor self) -> Task<> {
      const std::uint64_t i = self.id();
      const auto& cell = array[requests.index[i]];
      const T operand = requests.operand[i];
      const bool other_line = form == NarrowForm::two_lines && i % 3 == 0;
      if (other_line) {
        co_await cell.combine(Operator{}, operand);
        replies[i] = co_await cell.multiprefix_combine(Operator{}, operand);
      } else {
        co_await cell.combine(Operator{}, operand);
        replies[i] = co_await cell.multiprefix_combine(Operator{}, operand);
      }
      const auto& next = array[(requests.index[i] + 1) % narrow_cells];
      if (other_line) {
        replies[narrow_processors + i] = co_await next;
      } else {
        replies[narrow_processors + i] = co_await next;
      }
    });
  }
  return {array.host(), std::vector<T>(replies, replies + 2 * narrow_processors)};
}

template <class Operator, class T>
void check_operator(const NarrowRequests<T>& requests) {
  if constexpr (CombiningOperator<Operator, T>) {
    const NarrowLeft<T> expected = by_hand<Operator>(requests);
    CAPTURE(Operator::name);
    CAPTURE(sizeof(T));
    for (const char* const access : {"direct", "combining:4,4", "adaptive", "sorting", "copies"}) {
      for (const unsigned threads : {1U, 3U}) {
        for (const NarrowForm form : {NarrowForm::one_line, NarrowForm::two_lines, NarrowForm::whole_steps}) {
          CAPTURE(access);
          CAPTURE(threads);
          CAPTURE(static_cast<int>(form));
          MachineOptions options{.components = 16, .access = access, .threads = threads};
          options.network = options.access == "sorting" ? "hypercube" : "router";
          CHECK((by_machine<Operator>(requests, options, form) == expected));
        }
      }
    }
  }
}

template <class T>
void check_type(std::mt19937_64& random) {
  const NarrowRequests<T> requests = random_requests<T>(random);
  check_operator<Sum>(requests);
  check_operator<Product>(requests);
  check_operator<Minimum>(requests);
  check_operator<Maximum>(requests);
  check_operator<BitAnd>(requests);
  check_operator<BitOr>(requests);
  check_operator<BitXor>(requests);
}

}  // namespace

TEST_CASE("operators on values of 32 bits and less: what one processor after the other makes of them") {
  const testing::ForcedWorkers all_workers;
  std::mt19937_64 random(testing::seed());
  const int cases = std::max(1, testing::random_cases(25));
  for (int k = 0; k < cases; ++k) {
    check_type<bool>(random);
    check_type<char>(random);
    check_type<std::int8_t>(random);
    check_type<std::uint16_t>(random);
    check_type<std::int32_t>(random);
    check_type<std::uint32_t>(random);
    check_type<float>(random);
  }
}

TEST_CASE("writers of one negative value agree under the common rule, whichever came first") {
  const testing::ForcedWorkers all_workers;
  for (const char* const access : {"direct", "combining:4,4", "adaptive"}) {
    for (const unsigned threads : {1U, 3U}) {
      CAPTURE(access);
      CAPTURE(threads);
      Machine machine(
          {.components = 16, .network = "router", .access = access, .rule = Rule::common, .threads = threads});
      const auto values = machine.array<std::int16_t>(3, 9, "values");
      machine.pardo(64, [&](Processor self) -> Task<> { co_await (values[self.id() % 3] = std::int16_t{-7}); });
      machine.pardo(64, [&](Processor self) -> Task<> {
        if (self.id() < 20) {
          co_await (values[0] = std::int16_t{-32768});
        } else {
          co_await (values[0] = std::int16_t{-32768});
        }
      });
      machine.processors(64).write(
          values, [](std::uint64_t i) { return 1 + i % 2; }, std::int16_t{-1});
      CHECK(values.host() == std::vector<std::int16_t>{-32768, -1, -1});
      CHECK_THROWS_AS(machine.pardo(64,
                                    [&](Processor self) -> Task<> {
                                      co_await (values[0] = static_cast<std::int16_t>(self.id() == 40 ? -2 : -1));
                                    }),
                      ConflictError);
      CHECK(values.host() == std::vector<std::int16_t>{-32768, -1, -1});
    }
  }
}

TEST_CASE("small classes, and cells that tolerate or mark collisions") {
  struct Pair {
    std::int16_t x;
    std::uint16_t y;
    bool operator==(const Pair&) const = default;
  };
  const testing::ForcedWorkers all_workers;
  for (const unsigned threads : {1U, 3U}) {
    Machine machine({.components = 16,
                     .network = "router",
                     .rule = Rule::collision,
                     .threads = threads,
                     .collision_marker = 0xFFFF'FFFF'8000'0001});
    const auto pairs = machine.array<Pair>(8, {-1, 2}, "pairs");
    const auto numbers = machine.array<std::int32_t>(8, -4, "numbers");
    const auto bytes = machine.array<std::int8_t>(8, -4, "bytes");
    machine.pardo(12, [&](Processor self) -> Task<> {
      const std::uint64_t i = self.id();
      co_await (pairs[i % 8] = Pair{static_cast<std::int16_t>(-static_cast<int>(i)), 9});
      co_await (numbers[i % 8] = -100 - static_cast<std::int32_t>(i));
      co_await (bytes[i % 8] = static_cast<std::int8_t>(-static_cast<int>(i)));
    });
    for (std::int16_t i = 0; i < 8; ++i) {
      const auto c = static_cast<std::uint64_t>(i);
      CHECK(pairs.get(c) == (i < 4 ? Pair{1, 0x8000} : Pair{static_cast<std::int16_t>(-i), 9}));
      CHECK(numbers.get(c) == (i < 4 ? std::numeric_limits<std::int32_t>::min() + 1 : -100 - i));
      CHECK(bytes.get(c) == (i < 4 ? 1 : -i));
    }
  }
}

TEST_CASE("an array of narrow values takes half the memory of one of wide values") {
  Machine machine({.components = 2});
  const auto taken_by = [&](auto value) {
    const std::uint64_t before = machine.memory_use().now;
    const auto array = machine.array<decltype(value)>(1 << 20, value);
    return machine.memory_use().now - before;
  };
  const std::uint64_t narrow = taken_by(std::int32_t{1});
  CHECK(narrow == (1U << 20) * 8);
  CHECK(taken_by(float{1}) == narrow);
  CHECK(taken_by(true) == narrow);
  CHECK(taken_by(std::int64_t{1}) == 2 * narrow);
  CHECK(taken_by(1.0) == 2 * narrow);
}

}  // namespace pram
