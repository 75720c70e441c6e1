#include <string>
#include <vector>

#include "../hash.hpp"
#include "families.hpp"

namespace pram::detail {

namespace {

constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
constexpr std::uint64_t most_wise = 64;

/// The remainder of x modulo 2^61 - 1, where 2^61 is 1.
std::uint64_t reduced(std::uint64_t x) {
  const std::uint64_t sum = (x & prime) + (x >> 61);
  return sum >= prime ? sum - prime : sum;
}

std::uint64_t multiplied(std::uint64_t a, std::uint64_t b) {
  __extension__ using Product = unsigned __int128;
  const Product product = Product{a} * b;
  return reduced((static_cast<std::uint64_t>(product) & prime) + static_cast<std::uint64_t>(product >> 61));
}

/// A random polynomial of degree K - 1 over the integers modulo 2^61 - 1 (Wegman and Carter, 1981): any K keys,
/// distinct modulo that prime, have independent values. Karlin and Upfal, Mehlhorn and Vishkin take K = Θ(log p).
class Polynomial final : public HashFunction {
 public:
  explicit Polynomial(std::vector<std::uint64_t> coefficients) : coefficients_(std::move(coefficients)) {}

  void choose(std::span<const std::uint64_t> keys, std::uint32_t n, std::uint32_t* out) const override {
    constexpr unsigned spare = 64 - 61;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const std::uint64_t x = reduced(keys[k]);
      std::uint64_t value = 0;
      for (const std::uint64_t coefficient : coefficients_) value = reduced(multiplied(value, x) + coefficient);
      out[k] = scaled(value << spare, n);
    }
  }

 private:
  std::vector<std::uint64_t> coefficients_;  // of the highest power first
};

/// Each is even over [0, prime): the one number of 61 bits that is none is drawn once more.
std::vector<std::uint64_t> drawn_coefficients(std::uint64_t count, std::uint64_t seed) {
  std::vector<std::uint64_t> coefficients;
  for (std::uint64_t draw = 0; coefficients.size() < count; ++draw) {
    const std::uint64_t number = hash64(draw, seed) & prime;
    if (number != prime) coefficients.push_back(number);
  }
  return coefficients;
}

}  // namespace

HashFamily k_wise_family() {
  return {"k-wise", "k-wise:K: a random polynomial of degree K - 1 modulo 2^61 - 1, any K keys independent",
          [](const Spec& family, std::uint64_t seed) -> std::unique_ptr<HashFunction> {
            const auto wise = family.values.size() == 1 ? whole_number(family.values.front()) : std::nullopt;
            if (!wise || *wise < 1 || *wise > most_wise || !family.options.empty())
              family.refuse("hash", "k-wise:K with K from 1 to " + std::to_string(most_wise));
            return std::make_unique<Polynomial>(drawn_coefficients(*wise, seed));
          }};
}

}  // namespace pram::detail
