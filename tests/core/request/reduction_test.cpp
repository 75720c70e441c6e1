#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../thrown.hpp"

namespace pram {

namespace {

/// Greatest common divisor: a program's own operator.
struct Gcd {
  static constexpr const char* name = "gcd";
  static std::int64_t apply(std::int64_t a, std::int64_t b) { return std::gcd(a, b); }
  static std::int64_t identity() { return 0; }
};

/// The intersection of intervals [low, high] of bytes, in a word.
struct Interval {
  std::uint16_t low;
  std::uint16_t high;
  friend bool operator==(const Interval&, const Interval&) = default;
};
struct Intersection {
  static constexpr const char* name = "intersection";
  static Interval apply(Interval a, Interval b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }
  static Interval identity() { return {0, 0xFFFF}; }
};

/// The larger of two values that are not negative: one operator for several types.
struct Larger {
  static constexpr const char* name = "larger";
  template <class T>
  static T apply(T a, T b) {
    return a < b ? b : a;
  }
  template <class T>
  static T identity() {
    return T{0};
  }
};

template <class T, class Apply>
std::vector<std::pair<std::int64_t, T>> by_hand(const std::vector<std::int64_t>& keys, const std::vector<T>& values,
                                                const Apply& apply) {
  std::map<std::int64_t, T> combined;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const auto [place, fresh] = combined.try_emplace(keys[k], values[k]);
    if (!fresh) place->second = apply(place->second, values[k]);
  }
  return {combined.begin(), combined.end()};
}

const char* const accesses[] = {"direct", "combining", "combining:4,4,spread=modular", "combining:4,4,physical=extra",
                                "combining:4,4,physical=last"};

}  // namespace

TEST_CASE("combine gives every key once with what its values combine to") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (const char* const access : accesses) {
    for (const std::size_t n : {0U, 1U, 2U, 17U, 1000U}) {
      for (const unsigned threads : {1U, 3U}) {
        Machine machine({.components = 16, .access = access, .threads = threads});
        std::vector<std::int64_t> keys(n);
        std::vector<std::int64_t> values(n);
        for (std::size_t k = 0; k < n; ++k) {
          keys[k] = static_cast<std::int64_t>(random() % (1 + n / 3)) * 1'000'003 - 500'000;
          values[k] = static_cast<std::int64_t>(random() % 2000) - 1000;
        }
        CHECK(machine.combine(keys, values, Sum{}) == by_hand(keys, values, std::plus<>()));
        CHECK(machine.combine(keys, values, Minimum{}) ==
              by_hand(keys, values, [](auto a, auto b) { return std::min(a, b); }));
        CHECK(machine.combine(keys, values, Maximum{}) ==
              by_hand(keys, values, [](auto a, auto b) { return std::max(a, b); }));
        CHECK(machine.combine(keys, values, BitXor{}) == by_hand(keys, values, std::bit_xor<>()));
        CHECK(machine.combine(keys, values, BitAnd{}) == by_hand(keys, values, std::bit_and<>()));
        CHECK(machine.combine(keys, values, BitOr{}) == by_hand(keys, values, std::bit_or<>()));
        for (std::int64_t& value : values) value = std::abs(value);  // 0 is no identity of negative numbers
        CHECK(machine.combine(keys, values, Gcd{}) ==
              by_hand(keys, values, [](auto a, auto b) { return std::gcd(a, b); }));
        CHECK(machine.ledger().steps() == (n == 0 ? 0U : 7U));
      }
    }
  }
}

TEST_CASE("combine multiplies and combines types that hold no numbers") {
  Machine machine({.components = 4});
  const std::vector<std::uint8_t> keys = {7, 7, 200, 7};
  const auto products = machine.combine(keys, std::vector<double>{2, 3, 5, 0.5}, Product{});
  CHECK(products == std::vector<std::pair<std::uint8_t, double>>{{7, 3.0}, {200, 5.0}});
  const std::vector<Interval> intervals = {{1, 9}, {3, 20}, {0, 0}, {2, 8}};
  const auto common = machine.combine(keys, intervals, Intersection{});
  CHECK(common == std::vector<std::pair<std::uint8_t, Interval>>{{7, {3, 8}}, {200, {0, 0}}});
  CHECK(machine.ledger().lines().back().operation == "intersection");
}

TEST_CASE("combine takes truth values, as keys and as values") {
  Machine machine({.components = 4});
  const std::vector<bool> keys = {true, false, true, true, false};
  CHECK(machine.combine(keys, std::vector<int>{1, 20, 3, 5, 40}, Sum{}) ==
        std::vector<std::pair<bool, int>>{{false, 60}, {true, 9}});
  const std::vector<bool> values = {false, true, true, false, true};
  CHECK(machine.combine(keys, values, BitAnd{}) == std::vector<std::pair<bool, bool>>{{false, true}, {true, false}});
  CHECK(machine.combine(std::vector<int>{4, 4, 4, 2, 2}, values, BitOr{}) ==
        std::vector<std::pair<int, bool>>{{2, true}, {4, true}});
}

TEST_CASE("cells combine by the operators of combine under their names") {
  Machine machine({.components = 4});
  const auto cells = machine.array<int>(8, 6, "cells");
  std::vector<int> before(5);
  std::vector<int> ordered(5);
  machine.pardo(5, [&](Processor self) -> Task<> {
    const int v = static_cast<int>(self.id()) + 1;
    co_await cells[0].combine(Sum{}, v);
    co_await cells[1].combine(Product{}, v);
    co_await cells[2].combine(Minimum{}, v);
    co_await cells[3].combine(Maximum{}, 2 * v);
    co_await cells[4].combine(BitAnd{}, v | 4);
    co_await cells[5].combine(BitOr{}, v);
    before[self.id()] = co_await cells[6].fetch_combine(BitXor{}, v);
    ordered[self.id()] = co_await cells[7].multiprefix_combine(Sum{}, v);
  });
  CHECK(cells.host() == std::vector<int>{6 + 15, 6 * 120, 1, 10, 4, 7, 6 ^ 1 ^ 2 ^ 3 ^ 4 ^ 5, 6 + 15});
  CHECK(std::ranges::count(before, 6) >= 1);
  CHECK(ordered == std::vector<int>{6, 7, 9, 12, 16});
  CHECK(machine.ledger().lines()[0].operation == "add");
  CHECK(machine.ledger().lines()[6].operation == "fetch_xor");

  // One operator by two names.
  machine.pardo(4, [&](Processor self) -> Task<> {
    if (self.id() < 2) {
      co_await cells[0].combine(Sum{}, 1);
    } else {
      co_await cells[0].add(1);
    }
  });
  CHECK(cells.get(0) == 25);
}

namespace {

/// Combines random values into a cell in three ways, and into a key, and by hand.
template <class T, class Operator>
void check_combines(const char* access, unsigned threads, std::uint64_t seed) {
  INFO("operator ", std::string(Operator::name), " access ", access, " threads ", threads, " seed ", seed);
  std::mt19937_64 random(seed);
  constexpr std::uint64_t n = 50;
  std::vector<T> values(n);
  for (T& value : values) value = static_cast<T>(random() % 100);
  std::vector<T> before(n + 1);  // of each value: what those ahead of it combine to
  before[0] = detail::identity_of<Operator, T>();
  for (std::size_t k = 0; k < n; ++k) before[k + 1] = Operator::apply(before[k], values[k]);
  Machine machine({.components = 16, .access = access, .threads = threads});
  const auto cells = machine.array<T>(3, detail::identity_of<Operator, T>(), "cells");
  std::vector<T> fetched(n);
  std::vector<T> ordered(n);
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::uint64_t i = self.id();
    co_await cells[0].combine(Operator{}, values[i]);
    fetched[i] = co_await cells[1].fetch_combine(Operator{}, values[i]);
    ordered[i] = co_await cells[2].multiprefix_combine(Operator{}, values[i]);
  });
  CHECK(cells.host() == std::vector<T>(3, before[n]));
  CHECK(std::vector<T>(before.begin(), before.end() - 1) == ordered);
  CHECK(std::ranges::count(fetched, detail::identity_of<Operator, T>()) >= 1);
  CHECK(machine.combine(std::vector<int>(n, 7), values, Operator{}) == std::vector<std::pair<int, T>>{{7, before[n]}});
}

template <class T, class... Operators>
void check_combine_each(const char* access, unsigned threads, std::uint64_t seed) {
  (check_combines<T, Operators>(access, threads, seed), ...);
}

}  // namespace

TEST_CASE("cells and keys combine alike by built-in operators and a program's own, for any number of threads") {
  const std::uint64_t seed = testing::seed();
  for (const char* const access : accesses) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      check_combine_each<std::int8_t, Sum, Product, Minimum, Maximum, BitAnd, BitOr, BitXor, Larger>(access, threads,
                                                                                                     seed);
      check_combine_each<std::uint64_t, Sum, Product, Minimum, Maximum, BitAnd, BitOr, BitXor, Larger>(access, threads,
                                                                                                       seed);
      check_combine_each<float, Minimum, Maximum, Larger>(access, threads, seed);
      check_combine_each<double, Sum, Minimum, Maximum>(access, threads, seed);
      check_combine_each<std::int64_t, Gcd>(access, threads, seed);
    }
  }
}

TEST_CASE("every row of the table gives a cell its requests and a rule its name") {
  Machine machine({.components = 4});
  const auto cells = machine.array<int>(3, 1, "cells");
  const auto check = [&](Rule rule, const std::string& name, const std::vector<std::string>& requests) {
    CHECK(to_string(rule) == name);
    CHECK(rule_from(name) == rule);
    const auto lines = machine.ledger().lines();
    REQUIRE(lines.size() >= 3);
    for (std::size_t k = 0; k < 3; ++k) CHECK(lines[lines.size() - 3 + k].operation == requests[k]);
  };
#define PRAM_OPERATOR(Type, rule, plain, fetching, ordered, ...) \
  machine.pardo(4, [&](Processor self) -> Task<> {               \
    const int value = static_cast<int>(self.id());               \
    co_await cells[0].plain(value);                              \
    static_cast<void>(co_await cells[1].fetching(value));        \
    static_cast<void>(co_await cells[2].ordered(value));         \
  });                                                            \
  check(Rule::rule, #rule, {#plain, #fetching, #ordered});       \
  CHECK(std::string(Type::name) == #plain);
#include <pram/detail/rules.def>
}

TEST_CASE("sums and products of integers wrap, and are defined where they do") {
  static_assert(Sum::apply<std::int8_t>(127, 1) == -128);
  static_assert(Sum::apply(std::numeric_limits<std::int64_t>::max(), std::int64_t{1}) ==
                std::numeric_limits<std::int64_t>::min());
  static_assert(Product::apply<std::uint16_t>(0xFFFF, 0xFFFF) == 1);
  static_assert(Product::apply(std::numeric_limits<int>::min(), -1) == std::numeric_limits<int>::min());
}

TEST_CASE("combine refuses values without keys") {
  Machine machine;
  CHECK(testing::thrown<ConfigError>([&] {
          (void)machine.combine(std::vector<int>{1, 2}, std::vector<int>{1}, Sum{});
        }).option == "values");
}

TEST_CASE("own operators fetch and keep the order of processors on every protocol") {
  for (const char* const access : accesses) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      Machine machine({.components = 16, .access = access, .threads = threads});
      constexpr std::uint64_t n = 100;
      const auto cells = machine.array<std::int64_t>(3, 0, "cells");
      std::vector<std::int64_t> before(n);
      std::vector<std::int64_t> ordered(n);
      machine.pardo(n, [&](Processor self) -> Task<> {
        const auto value = static_cast<std::int64_t>(60 * (1 + self.id() % 7));
        before[self.id()] = co_await cells[1].fetch_combine(Gcd{}, value);
        ordered[self.id()] = co_await cells[2].multiprefix_combine(Gcd{}, value);
      });
      CHECK(cells.get(1) == 60);
      CHECK(cells.get(2) == 60);
      std::int64_t so_far = 0;
      for (std::uint64_t i = 0; i < n; ++i) {
        CHECK(ordered[i] == so_far);
        so_far = std::gcd(so_far, static_cast<std::int64_t>(60 * (1 + i % 7)));
      }
      // Some serial order: the first finds 0, and what is found only ever shrinks to a divisor.
      CHECK(std::ranges::count(before, 0) == 1);
      for (const std::int64_t found : before) CHECK(found % 60 == 0);
      CHECK(machine.ledger().lines()[0].operation == "fetch_gcd");
      CHECK(machine.ledger().lines()[1].operation == "multiprefix_gcd");
    }
  }
}

}  // namespace pram
