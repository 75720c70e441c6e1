#include "exact_count.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

namespace pram::detail {

namespace {

/// Rounds of a count whose first rounds halve the numbers so many times.
/// @param radix  factors of the components that count, those of 2 first
std::vector<Round> halving_rounds(const Count& count, std::span<const std::uint32_t> radix, std::uint32_t beyond,
                                  std::size_t halvings) {
  const auto full = static_cast<std::uint32_t>(std::bit_width(count.largest_sum));
  const auto bits = [&](std::uint64_t components) {
    return std::min(full, static_cast<std::uint32_t>(std::bit_width(count.largest_part * components)));
  };
  std::vector<Round> made;
  const auto add = [&made](Round round, std::uint32_t messages) { made.insert(made.end(), messages, round); };
  std::uint32_t group = 1;
  std::uint32_t numbers = count.numbers;
  const std::uint32_t scale = beyond > 0 ? 2 : 1;  // components for which one counts
  if (beyond > 0) add({Round::Kind::to_neighbour}, messages_for(numbers, bits(1)));
  for (std::size_t k = 0; k < halvings; ++k) {
    numbers = (numbers + 1) / 2;
    add({Round::Kind::exchange, group}, messages_for(numbers, bits(std::uint64_t{group} * scale)));
    group *= 2;
  }
  for (std::size_t k = halvings; k < radix.size(); ++k) {
    for (std::uint32_t shift = 1; shift < radix[k]; ++shift) {
      add({Round::Kind::exchange, group, radix[k], shift}, messages_for(numbers, bits(std::uint64_t{group} * scale)));
    }
    group *= radix[k];
  }
  group = 1U << halvings;
  for (std::size_t k = halvings; k-- > 0;) {
    group /= 2;
    // What the halving left this component without: sums and prefixes.
    std::uint32_t without = count.numbers;
    for (std::size_t i = 0; i <= k; ++i) without = (without + 1) / 2;
    add({Round::Kind::exchange, group}, messages_for(2 * without, full));
  }
  if (beyond > 0) add({Round::Kind::from_neighbour}, messages_for(2 * count.numbers, full));
  return made;
}

}  // namespace

ExchangeFactors exchange_factors(std::uint32_t components) {
  ExchangeFactors made;
  std::uint32_t left = components;
  while (left % 2 == 0) left /= 2, made.radix.push_back(2);
  while (left % 3 == 0) left /= 3, made.radix.push_back(3);
  if (left > 1) {
    made.radix.assign(static_cast<std::size_t>(std::bit_width(components)) - 1, 2);
    made.beyond = components - std::bit_floor(components);
  }
  return made;
}

Rounds count_rounds(const Count& count) {
  Rounds best{count.first, count.components, 0, {}};
  if (count.components <= 1) return best;
  const auto [radix, beyond] = exchange_factors(count.components);
  best.beyond = beyond;
  for (std::size_t halvings = 0; halvings <= radix.size(); ++halvings) {
    if (halvings > 0 && radix[halvings - 1] != 2) break;
    std::vector<Round> made = halving_rounds(count, radix, best.beyond, halvings);
    if (best.rounds.empty() || made.size() < best.rounds.size()) best.rounds = std::move(made);
  }
  return best;
}

}  // namespace pram::detail
