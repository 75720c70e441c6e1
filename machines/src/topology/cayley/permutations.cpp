#include "permutations.hpp"

#include <bit>

namespace pram {

std::uint32_t factorial(std::uint32_t symbols) {
  std::uint32_t product = 1;
  for (std::uint32_t factor = 2; factor <= symbols; ++factor) product *= factor;
  return product;
}

std::uint32_t number_of(const Permutation& permutation, std::uint32_t symbols) {
  std::uint32_t number = 0;
  std::uint32_t seen = 0;
  for (std::uint32_t place = 0; place < symbols; ++place) {
    const std::uint32_t symbol = permutation[place];
    const auto smaller_seen = static_cast<std::uint32_t>(std::popcount(seen & ((1u << symbol) - 1)));
    number = number * (symbols - place) + symbol - smaller_seen;
    seen |= 1u << symbol;
  }
  return number;
}

Permutation permutation_of(std::uint32_t number, std::uint32_t symbols) {
  Permutation made{};
  // Each digit says how many of the symbols to its right are smaller.
  for (std::uint32_t place = symbols; place-- > 0;) {
    const std::uint32_t radix = symbols - place;
    made[place] = static_cast<std::uint8_t>(number % radix);
    number /= radix;
    for (std::uint32_t right = place + 1; right < symbols; ++right) {
      if (made[right] >= made[place]) ++made[right];
    }
  }
  return made;
}

Permutation positions(const Permutation& from, const Permutation& to, std::uint32_t symbols) {
  Permutation place_in_to{};
  for (std::uint32_t place = 0; place < symbols; ++place) place_in_to[to[place]] = static_cast<std::uint8_t>(place);
  Permutation made{};
  for (std::uint32_t place = 0; place < symbols; ++place) made[place] = place_in_to[from[place]];
  return made;
}

}  // namespace pram
