#include "rounded_count.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "exact_count.hpp"

namespace pram::detail {

namespace {

constexpr std::uint32_t digits_of_sum = 7;

std::uint32_t width_of(std::uint64_t number) { return static_cast<std::uint32_t>(std::bit_width(number)); }

/// Of a rounded sum: its exponent, and its digits but for the first.
std::uint32_t bits_of_sum(std::uint64_t largest) {
  const std::uint32_t full = width_of(largest);
  return full <= digits_of_sum ? full : digits_of_sum - 1 + width_of(full - digits_of_sum + 1);
}

/// Rounds of a count whose first rounds halve the numbers so many times.
class HalvingRounds {
 public:
  HalvingRounds(const RoundedCount& count, const ExchangeFactors& factors, std::size_t halvings)
      : count_(count), full_(width_of(count.largest_sum)), scale_(factors.beyond > 0 ? 2 : 1) {
    made_.sums = made_.before = {count.first, count.components, factors.beyond, {}};
    std::uint32_t numbers = count.numbers;
    if (factors.beyond > 0) add({Round::Kind::to_neighbour}, numbers, width_of(count.largest_part));
    std::uint32_t group = 1;
    for (std::size_t k = 0; k < halvings; ++k) {
      numbers = (numbers + 1) / 2;
      add({Round::Kind::exchange, group}, numbers, bits_of(group));
      group *= 2;
    }
    for (const std::uint32_t radix : std::span(factors.radix).subspan(halvings)) {
      for (std::uint32_t shift = 1; shift < radix; ++shift)
        add({Round::Kind::exchange, group, radix, shift}, numbers, bits_of(group));
      group *= radix;
    }
    for (std::size_t k = halvings; k-- > 0;) give_back({Round::Kind::exchange, 1U << k}, halved(k + 1));
    if (factors.beyond > 0) give_back({Round::Kind::from_neighbour}, count.numbers);
  }

  RoundedCountRounds made() && { return std::move(made_); }

 private:
  /// The bits of a sum over so many components that exchange.
  std::uint32_t bits_of(std::uint32_t group) const {
    return std::min(full_, width_of(count_.largest_part * group * scale_));
  }

  std::uint32_t halved(std::size_t times) const {
    std::uint32_t numbers = count_.numbers;
    for (std::size_t k = 0; k < times; ++k) numbers = (numbers + 1) / 2;
    return numbers;
  }

  static std::uint64_t messages(std::uint64_t bits) { return (bits + message_bits - 1) / message_bits; }

  void add(const Round& round, std::uint64_t numbers, std::uint32_t bits) {
    made_.sums.rounds.insert(made_.sums.rounds.end(), messages(numbers * bits), round);
  }

  void give_back(const Round& round, std::uint64_t numbers) {
    const std::uint32_t bits = bits_of_sum(count_.largest_sum);
    add(round, numbers, bits);
    const std::uint64_t both = messages(numbers * (bits + std::min(full_, count_.digits)));
    made_.before.rounds.insert(made_.before.rounds.end(), both - messages(numbers * bits), round);
  }

  const RoundedCount& count_;
  std::uint32_t full_;
  std::uint32_t scale_;  ///< components for which one counts
  RoundedCountRounds made_;
};

}  // namespace

std::uint64_t rounded_sum(std::uint64_t sum) {
  const std::uint32_t full = width_of(sum);
  if (full <= digits_of_sum) return sum;
  const std::uint64_t unit = std::uint64_t{1} << (full - digits_of_sum);
  return (sum + unit - 1) / unit * unit;
}

std::uint64_t rounded_before(std::uint64_t before, std::uint64_t sum, std::uint32_t digits) {
  const std::uint32_t full = width_of(sum);
  return full <= digits ? before : before >> (full - digits) << (full - digits);
}

RoundedCountRounds rounded_count_rounds(const RoundedCount& count) {
  RoundedCountRounds best{{count.first, count.components, 0, {}}, {count.first, count.components, 0, {}}};
  if (count.components <= 1) return best;
  const ExchangeFactors factors = exchange_factors(count.components);
  const auto twos = static_cast<std::size_t>(std::ranges::count(factors.radix, 2U));
  for (std::size_t halvings = 0; halvings <= twos; ++halvings) {
    RoundedCountRounds made = HalvingRounds(count, factors, halvings).made();
    if (halvings == 0 || made.all() < best.all()) best = std::move(made);
  }
  return best;
}

}  // namespace pram::detail
