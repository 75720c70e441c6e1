#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "protocol/rounds/rounded_count.hpp"

namespace pram {

namespace {

using detail::carry_rounds;
using detail::Round;
using detail::rounded_before;
using detail::rounded_count_rounds;
using detail::rounded_sum;
using detail::RoundedCount;
using detail::RoundedCountRounds;
using detail::Rounds;

/// A superstep each: no component may send or receive two messages in one.
class OneMessage : public Network {
 public:
  std::string name() const override { return "one-message"; }
  bool wants_messages() const override { return true; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }
  std::uint64_t carry(const Traffic& phase) override {
    const std::set<std::uint32_t> sources(phase.source.begin(), phase.source.end());
    const std::set<std::uint32_t> destinations(phase.destination.begin(), phase.destination.end());
    fits = fits && sources.size() == phase.messages && destinations.size() == phase.messages;
    for (std::size_t k = 0; k < phase.source.size(); ++k) fits = fits && phase.source[k] != phase.destination[k];
    return 1;
  }

  bool fits = true;
};

/// The number of binary digits, naively.
std::uint32_t digits_of(std::uint64_t number) {
  std::uint32_t digits = 0;
  for (; number > 0; number /= 2) ++digits;
  return digits;
}

std::uint64_t messages_of(std::uint64_t bits) { return bits / 128 + (bits % 128 > 0 ? 1 : 0); }

struct Time {
  std::uint64_t sums = 0;
  std::uint64_t all = 0;
};

/// Supersteps of a count of 2^k components that halves its numbers so many times, by the bits of each round.
Time time_of(const RoundedCount& count, std::uint32_t halvings) {
  const std::uint32_t full = digits_of(count.largest_sum);
  const std::uint32_t sum = full <= 7 ? full : 6 + digits_of(full - 6);
  std::vector<std::uint64_t> numbers = {count.numbers};
  for (std::uint32_t k = 0; k < halvings; ++k) numbers.push_back((numbers.back() + 1) / 2);
  Time time;
  std::uint32_t round = 0;
  for (std::uint32_t group = 1; group < count.components; group *= 2, ++round) {
    const std::uint32_t bits = std::min(full, digits_of(count.largest_part * group));
    time.sums += messages_of(numbers[std::min<std::size_t>(round + 1, halvings)] * bits);
  }
  time.all = time.sums;
  for (std::uint32_t k = 1; k <= halvings; ++k) {
    time.sums += messages_of(numbers[k] * sum);
    time.all += messages_of(numbers[k] * (sum + std::min(full, count.digits)));
  }
  return time;
}

}  // namespace

TEST_CASE("a rounded count takes the supersteps that its bits need, the sums first") {
  // 48 numbers of 4096 components are halved to 6: 12 supersteps there. A sum has ten bits and a number eleven: the
  // sums come back in 1 + 1 + 2 messages of 128 bits, with the numbers in 1 + 2 + 4.
  const RoundedCountRounds made = rounded_count_rounds({0, 4096, 48, 1 << 17, 31, 11});
  CHECK(made.sums.rounds.size() == 16);
  CHECK(made.before.rounds.size() == 3);
  for (const std::uint32_t components : {2U, 4U, 64U, 256U, 4096U, 65536U}) {
    for (const std::uint32_t numbers : {1U, 12U, 30U, 48U}) {
      for (const std::uint32_t part : {7U, 31U, 200U}) {
        for (const std::uint32_t digits : {5U, 11U, 15U}) {
          const RoundedCount count{0, components, numbers, std::uint64_t{32} * components, part, digits};
          CAPTURE(components);
          CAPTURE(numbers);
          CAPTURE(part);
          CAPTURE(digits);
          Time least = time_of(count, 0);
          for (std::uint32_t halvings = 1; 1U << halvings <= components; ++halvings) {
            const Time time = time_of(count, halvings);
            if (time.all < least.all) least = time;
          }
          const RoundedCountRounds rounds = rounded_count_rounds(count);
          CHECK(rounds.sums.rounds.size() == least.sums);
          CHECK(rounds.all() == least.all);
        }
      }
    }
  }
}

TEST_CASE("a rounded count sends one message a component and superstep, on any number of components") {
  for (const std::uint32_t components : {1U, 2U, 3U, 5U, 7U, 12U, 18U, 23U, 64U, 1000U}) {
    for (const std::uint32_t numbers : {1U, 7U, 48U}) {
      CAPTURE(components);
      CAPTURE(numbers);
      std::vector<std::uint32_t> at(components + 3);
      std::iota(at.rbegin(), at.rend(), 0U);
      const RoundedCountRounds made = rounded_count_rounds({3, components, numbers, 1 << 14, 40, 8});
      CHECK((made.all() == 0) == (components == 1));
      for (const Rounds& rounds : {made.sums, made.before}) {
        OneMessage network;
        CHECK(carry_rounds(network, {&rounds, 1}, at).charge == rounds.rounds.size());
        CHECK(network.fits);
      }
    }
  }
}

TEST_CASE("after the first rounds of a rounded count each component has heard from all others") {
  for (const std::uint32_t components : {2U, 3U, 5U, 12U, 23U, 64U}) {
    CAPTURE(components);
    std::vector<std::set<std::uint32_t>> heard(components);
    for (std::uint32_t k = 0; k < components; ++k) heard[k] = {k};
    const Rounds rounds = rounded_count_rounds({0, components, 48, 1 << 14, 31, 8}).sums;
    for (const Round& round : rounds.rounds) {
      const auto before = heard;
      for (std::uint32_t k = 0; k < rounds.senders(round); ++k) {
        const auto [from, to] = rounds.message(round, k);
        heard.at(to).insert(before.at(from).begin(), before.at(from).end());
      }
    }
    for (const auto& of : heard) CHECK(of.size() == components);
  }
}

TEST_CASE("a sum is rounded up to seven binary digits, and what is before a component down to a unit of its own") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t sum = round < 300 ? static_cast<std::uint64_t>(round) : random() >> (random() % 63);
    if (sum > std::uint64_t{1} << 62) continue;
    CAPTURE(sum);
    std::uint64_t unit = 1;
    while (sum / unit >= 128) unit *= 2;
    const std::uint64_t rounded = sum % unit == 0 ? sum : (sum / unit + 1) * unit;
    CHECK(rounded_sum(sum) == rounded);
    CHECK(rounded_sum(rounded) == rounded);
    const std::uint64_t before = rounded == 0 ? 0 : random() % (sum + 1);
    const auto digits = static_cast<std::uint32_t>(1 + random() % 20);
    std::uint64_t step = 1;
    while (rounded / step >= std::uint64_t{1} << digits) step *= 2;
    CHECK(rounded_before(before, rounded, digits) == before / step * step);
  }
}

}  // namespace pram
