#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/every_machine.hpp"
#include "../thrown.hpp"

/// Minimum and maximum of floating-point numbers, as IEEE 754-2019 has them.
namespace pram::extremes {

namespace {

using testing::on_every_machine;

template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// A total order of the numbers in which -0.0 stands before 0.0.
template <class T>
bool before(T a, T b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}

/// What these values combine to, worked out one after the other; any NaN makes it the one that numeric_limits gives.
template <class T>
Bits<T> expected(const std::vector<T>& values, bool least) {
  T best = values.front();
  for (const T value : values) {
    if (std::isnan(value)) return std::bit_cast<Bits<T>>(std::numeric_limits<T>::quiet_NaN());
    if (least ? before(value, best) : before(best, value)) best = value;
  }
  return std::bit_cast<Bits<T>>(best);
}

/// NaNs with different payloads and signs, both zeros and infinities, and a few numbers; some draws leave the NaNs out.
template <class T>
std::vector<T> draw(std::size_t n, std::mt19937_64& random) {
  using Limits = std::numeric_limits<T>;
  const Bits<T> nan = std::bit_cast<Bits<T>>(Limits::quiet_NaN());
  const std::vector<T> known = {T{0},
                                -T{0},
                                T{1},
                                T{-2.5},
                                Limits::denorm_min(),
                                -Limits::denorm_min(),
                                Limits::infinity(),
                                -Limits::infinity(),
                                std::bit_cast<T>(nan),
                                std::bit_cast<T>(static_cast<Bits<T>>(nan | 5)),
                                std::bit_cast<T>(static_cast<Bits<T>>(nan | Bits<T>{1} << (8 * sizeof(T) - 1)))};
  const std::size_t kinds = random() % 3 == 0 ? known.size() : random() % 2 == 0 ? 8 : 2;
  std::vector<T> values(n);
  for (T& value : values) value = known[random() % kinds];
  return values;
}

/// Every method for a minimum or maximum gives these bits on every machine.
template <class T>
void check(std::mt19937_64& random) {
  on_every_machine({}, [&](MachineOptions options) {
    constexpr std::size_t n = 70;
    const std::vector<T> start = draw<T>(6, random);
    const std::vector<T> given = draw<T>(n, random);
    const auto bits = [](T value) { return std::bit_cast<Bits<T>>(value); };
    const auto with = [&](std::size_t cell) {
      std::vector<T> all = given;
      all.push_back(start[cell]);
      return all;
    };
    std::vector<T> lowest(n);
    std::vector<T> highest(n);
    Machine machine(options);
    const auto cells = machine.array(start, "cells");
    machine.pardo(n, [&](Processor self) -> Task<> {
      const T v = given[self.id()];
      co_await cells[0].min(v);
      co_await cells[1].max(v);
      co_await cells[2].fetch_min(v);
      co_await cells[3].fetch_max(v);
      lowest[self.id()] = co_await cells[4].multiprefix_min(v);
      highest[self.id()] = co_await cells[5].multiprefix_max(v);
    });
    for (std::size_t k = 0; k < 6; ++k) CHECK(bits(cells.get(k)) == expected(with(k), k % 2 == 0));
    for (std::size_t i = 1; i < n; ++i) {
      std::vector<T> lower(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(i));
      lower.push_back(start[4]);
      CHECK(bits(lowest[i]) == expected(lower, true));
      lower.back() = start[5];
      CHECK(bits(highest[i]) == expected(lower, false));
    }
    const std::vector<bool> key(n, true);
    CHECK(bits(machine.combine(key, given, Minimum{})[0].second) == expected(given, true));
    CHECK(bits(machine.combine(key, given, Maximum{})[0].second) == expected(given, false));
    for (const Rule rule : {Rule::minimum, Rule::maximum}) {
      options.rule = rule;
      Machine ruled(options);
      const auto written = ruled.array<T>(1, T{3});
      ruled.pardo(n, [&](Processor self) -> Task<> { co_await (written[0] = given[self.id()]); });
      CHECK(bits(written.get(0)) == expected(given, rule == Rule::minimum));
    }
  });
}

}  // namespace

TEST_CASE("minimum and maximum put NaN before all numbers and -0.0 below 0.0, to the bit on every protocol") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  check<double>(random);
  check<float>(random);
}

}  // namespace pram::extremes
