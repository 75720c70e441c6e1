#include "slot_count.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pram::detail {

namespace {

constexpr std::uint32_t bits_of_component = 2;
constexpr std::uint32_t bits_of_slot = 10;
constexpr std::uint32_t bits_of_class = 5;

constexpr std::uint32_t largest_exact = 6;
constexpr double class_ratio = 1.2;

using Classes = std::array<double, std::size_t{1} << bits_of_class>;

/// The largest size of each class.
Classes class_ends() {
  Classes ends = {};
  for (std::size_t k = 1; k < ends.size(); ++k)
    ends[k] = k <= largest_exact ? static_cast<double>(k) : ends[k - 1] * class_ratio;
  return ends;
}

}  // namespace

std::uint32_t rounded_size(std::uint64_t records) {
  static const Classes ends = class_ends();
  if (records <= largest_exact) return static_cast<std::uint32_t>(records);
  const auto size = static_cast<double>(std::min<std::uint64_t>(records, (1U << bits_of_slot) - 1));
  const auto end = std::min(std::ranges::lower_bound(ends, size), ends.end() - 1);
  return static_cast<std::uint32_t>(std::lround(*end / std::sqrt(class_ratio)));
}

Rounds slot_rounds(std::uint32_t first, std::uint32_t components, std::uint32_t slots) {
  Rounds made{first, components, 0, {}};
  // The shares of so many components are still summed up together: first all, in the end one.
  std::vector<std::uint32_t> together = {components};
  while (together.back() > 1) together.push_back((together.back() + 1) / 2);
  const auto add = [&](std::size_t k, std::uint32_t bits) {
    const std::uint32_t shares = together[k - 1] - together[k];
    const std::uint32_t numbers = (shares * slots + components - 1) / components;
    made.rounds.insert(made.rounds.end(), messages_for(numbers, bits), Round{Round::Kind::rotation, 1, 2, together[k]});
  };
  std::uint32_t bits = bits_of_component;
  for (std::size_t k = 1; k < together.size(); ++k) {
    add(k, bits);
    bits = std::min(bits + 1, bits_of_slot);
  }
  for (std::size_t k = together.size() - 1; k > 0; --k) add(k, bits_of_class);
  return made;
}

}  // namespace pram::detail
