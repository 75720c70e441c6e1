#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../thrown.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;
using Words = std::vector<std::uint64_t>;

constexpr std::uint64_t n = 24;
constexpr std::size_t words_each = 12;

Task<std::uint64_t> drawn_by_subroutine(Processor self, const Array<int>& cells) {
  const std::uint64_t first = self.random();
  co_await cells[self.id()];
  co_return first ^ self.random();
}

/// Words drawn before, between and after requests, by subroutines, some in steps without a request; two pardos.
Words all_words(MachineOptions options) {
  Machine machine(std::move(options));
  const auto cells = machine.array<int>(n, 0);
  Words words;
  for (int pardo = 0; pardo < 2; ++pardo) {
    std::vector<Words> drawn(n);
    machine.pardo(n, [&](Processor self) -> Task<> {
      Words& mine = drawn[self.id()];
      mine.push_back(self.random());
      mine.push_back(self.random());
      co_await cells[self.id()];
      mine.push_back(self.random());
      co_await self.idle();
      mine.push_back(self.random());
      for (std::uint64_t k = 0; k < self.id() % 3; ++k) co_await self.idle();
      mine.push_back(co_await drawn_by_subroutine(self, cells));
      mine.push_back(self.random(std::uint64_t{1} << 63));
    });
    for (const Words& mine : drawn) words.insert(words.end(), mine.begin(), mine.end());
  }
  CHECK(words.size() == n * words_each);
  return words;
}

/// The statistic of a test for equal shares.
double chi_square(const std::vector<std::uint64_t>& counts) {
  double total = 0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (const std::uint64_t count : counts) {
    const double off = static_cast<double>(count) - expected;
    sum += off * off / expected;
  }
  return sum;
}

/// More than six standard deviations above the mean of a chi-square with so many cells is no chance.
bool equal_shares(const std::vector<std::uint64_t>& counts) {
  const auto freedom = static_cast<double>(counts.size() - 1);
  return chi_square(counts) < freedom + 6 * std::sqrt(2 * freedom) + 12;
}

}  // namespace

TEST_CASE("random words are the same on every run, network and protocol, and for any number of threads") {
  const testing::ForcedWorkers all_workers;
  const Words alone = all_words({.components = 8, .access = "direct", .threads = 1, .seed = 5});
  CHECK(std::set<std::uint64_t>(alone.begin(), alone.end()).size() == alone.size());
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    CAPTURE(threads);
    CHECK(all_words({.components = 8, .access = "direct", .threads = threads, .seed = 5}) == alone);
  }
  CHECK(all_words({.components = 16, .network = "omega", .access = "combining", .threads = 3, .seed = 5}) == alone);
  CHECK(all_words({.components = 1, .network = "ideal", .access = "direct", .seed = 5}) == alone);
  const Words other = all_words({.components = 8, .access = "direct", .threads = 1, .seed = 6});
  for (std::size_t k = 0; k < alone.size(); ++k) CHECK(other[k] != alone[k]);
}

TEST_CASE("no two processors, steps, draws or pardos share a random word") {
  Machine machine({.components = 8});
  const auto cells = machine.array<int>(64, 0);
  std::vector<Words> drawn(64);
  const auto body = [&](Processor self) -> Task<> {
    for (int step = 0; step < 5; ++step) {
      for (int k = 0; k < 4; ++k) drawn[self.id()].push_back(self.random());
      co_await cells[self.id()];
    }
    drawn[self.id()].push_back(self.random());  // after the last request: the step that the next pardo begins with
  };
  machine.pardo(64, body);
  machine.pardo(64, body);
  machine.pardo(64, [&](Processor self) -> Task<> {
    drawn[self.id()].push_back(self.random());
    co_return;
  });
  machine.pardo(64, [&](Processor self) {
    drawn[self.id()].push_back(self.random());  // before the task is made
    return [](Words& mine, Processor me) -> Task<> {
      mine.push_back(me.random());
      co_return;
    }(drawn[self.id()], self);
  });
  std::set<std::uint64_t> all;
  std::size_t count = 0;
  for (const Words& mine : drawn) {
    all.insert(mine.begin(), mine.end());
    count += mine.size();
  }
  CHECK(count == 64 * (2 * 21 + 1 + 2));
  CHECK(all.size() == count);
}

TEST_CASE("random words and numbers are uniform: over processors, steps, draws and bits") {
  Machine machine({.components = 16, .access = "direct"});
  constexpr std::uint64_t processors = 4096;
  constexpr int steps = 4;
  constexpr int draws = 4;
  constexpr std::size_t numbers = 37;
  std::vector<Words> drawn(processors);
  std::vector<std::vector<std::size_t>> below(processors);
  machine.pardo(processors, [&](Processor self) -> Task<> {
    for (int step = 0; step < steps; ++step) {
      for (int k = 0; k < draws; ++k) {
        drawn[self.id()].push_back(self.random());
        below[self.id()].push_back(self.random(numbers));
      }
      co_await self.idle();
    }
  });
  std::vector<std::uint64_t> ones(64), high(256), low(256), shares(numbers), pairs(256);
  for (std::uint64_t i = 0; i < processors; ++i) {
    for (std::size_t k = 0; k < drawn[i].size(); ++k) {
      const std::uint64_t word = drawn[i][k];
      for (std::size_t bit = 0; bit < 64; ++bit) ones[bit] += (word >> bit) & 1;
      ++high[word >> 56];
      ++low[word & 255];
      REQUIRE(below[i][k] < numbers);
      ++shares[below[i][k]];
      // The next draw of the same processor, and the same draw of the next processor.
      const std::uint64_t next = k % 2 == 0 ? drawn[i][(k + 1) % drawn[i].size()] : drawn[(i + 1) % processors][k];
      ++pairs[((word >> 60) << 4) | (next >> 60)];
    }
  }
  CHECK(equal_shares(high));
  CHECK(equal_shares(low));
  CHECK(equal_shares(shares));
  CHECK(equal_shares(pairs));
  const double mean = static_cast<double>(processors) * steps * draws / 2;
  for (const std::uint64_t count : ones) CHECK(std::abs(static_cast<double>(count) - mean) < 6 * std::sqrt(mean / 2));
}

TEST_CASE("a random number below a bound has the bound's type, and any bound will do") {
  Machine machine({.components = 2});
  std::vector<std::uint64_t> halves(2);
  machine.pardo(1, [&](Processor self) -> Task<> {
    static_assert(std::same_as<decltype(self.random(6)), int>);
    static_assert(std::same_as<decltype(self.random(std::uint8_t{6})), std::uint8_t>);
    for (int k = 0; k < 100; ++k) {
      CHECK(self.random(1) == 0);
      CHECK(self.random(std::uint8_t{255}) < 255);
      CHECK(self.random(std::numeric_limits<std::int64_t>::max()) >= 0);
      // Where a remainder would make the lower half twice as likely as it should be.
      const std::uint64_t bound = std::uint64_t{3} << 62;
      const std::uint64_t number = self.random(bound);
      CHECK(number < bound);
      ++halves[number < bound / 2 ? 0 : 1];
    }
    co_return;
  });
  CHECK(halves[0] > 20);
  CHECK(halves[1] > 20);
}

TEST_CASE("distributions of the standard library take a processor's random bits") {
  static_assert(std::uniform_random_bit_generator<RandomBits>);
  Machine machine({.components = 2});
  std::vector<double> seen(8);
  std::vector<int> order{0, 1, 2, 3, 4, 5, 6, 7};
  machine.pardo(8, [&](Processor self) -> Task<> {
    auto bits = self.random_bits();
    seen[self.id()] = std::uniform_real_distribution<>(2, 3)(bits);
    if (self.id() == 0) std::shuffle(order.begin(), order.end(), self.random_bits());
    co_return;
  });
  for (const double x : seen) CHECK((x >= 2 && x < 3));
  CHECK(std::set<double>(seen.begin(), seen.end()).size() == 8);
  std::ranges::sort(order);
  CHECK(order == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("a step that fails gives random words like any other, and the next pardo has others") {
  const auto words_of = [](unsigned threads) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 4, .rule = Rule::erew, .threads = threads});
    const auto cells = machine.array<int>(4, 0, "cells");
    std::vector<Words> drawn(4);
    bool clash = true;
    const auto body = [&](Processor self) -> Task<> {
      co_await cells[self.id()];
      drawn[self.id()].push_back(self.random());
      co_await cells[clash ? 0 : self.id()];
      drawn[self.id()].push_back(self.random());
    };
    CHECK(thrown<ConflictError>([&] { machine.pardo(4, body); }).facts.step == 2);
    clash = false;
    machine.pardo(4, body);
    CHECK(machine.ledger().steps() == 3);
    Words all;
    for (const Words& mine : drawn) all.insert(all.end(), mine.begin(), mine.end());
    return all;
  };
  const Words alone = words_of(1);
  CHECK(alone.size() == 12);
  CHECK(std::set<std::uint64_t>(alone.begin(), alone.end()).size() == 12);
  for (const unsigned threads : {2U, 3U, 8U}) CHECK(words_of(threads) == alone);
}

TEST_CASE("there is no random number below 1, and none for host code") {
  Machine machine({.components = 2});
  const auto cells = machine.array<int>(4, 0, "cells");
  for (const int bound : {0, -5}) {
    std::uint32_t line = 0;
    const auto error = thrown<ProgramError>([&] {
      machine.pardo(4, [&](Processor self) -> Task<> {
        line = __LINE__ + 1;
        co_await cells[self.id()];
        if (self.id() == 2 && self.random(bound) == 0) co_await self.idle();
      });
    });
    CHECK(error.processor == 2);
    CHECK(error.step == (bound == 0 ? 2 : 3));
    CHECK(error.line == SourceLine{__FILE__, line});
    CHECK(contains(error.what(), "self.random(" + std::to_string(bound) + "): the bound must be 1 or more"));
  }
  const Processor nobody(0);
  CHECK(contains(thrown<Error>([&] { (void)nobody.random(); }).what(), "inside a pardo"));
}

}  // namespace pram
