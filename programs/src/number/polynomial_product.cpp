#include <pram/programs/number.hpp>

#include <algorithm>
#include <bit>

#include <pram/programs/input/sequence/modular.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

std::uint32_t product_of(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint32_t>(a * b % polynomial_modulus);
}
std::uint32_t sum_of(std::uint32_t a, std::uint32_t b) { return (a + b) % polynomial_modulus; }
std::uint32_t difference_of(std::uint32_t a, std::uint32_t b) {
  return (a + polynomial_modulus - b) % polynomial_modulus;
}

std::uint32_t power_of(std::uint32_t base, std::uint64_t exponent) {
  std::uint32_t power = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) power = product_of(power, base);
    base = product_of(base, base);
  }
  return power;
}

/// Transforms of N = 2^k points. The powers of a root of unity are known to all processors, as those of fft() are.
struct NumberTheoreticTransform {
  explicit NumberTheoreticTransform(std::uint64_t size) : points(size) {
    const std::uint32_t root = power_of(3, (polynomial_modulus - 1) / points);
    for (std::uint32_t one = 1; power.size() < points; one = product_of(one, root)) power.push_back(one);
  }

  /// The root of order 2 half to the power k, or to -k.
  std::uint32_t root_to(std::uint64_t k, std::uint64_t half, bool inverse) const {
    const std::uint64_t exponent = k * (points / (2 * half));
    return power[inverse ? (points - exponent) % points : exponent];
  }

  /// What processor `self` does for the transform: the values get into the order of bits reversed.
  Task<> forwards(const Array<std::uint32_t>& values, std::uint64_t self) const {
    for (std::uint64_t half = points / 2; half >= 1; half /= 2) {
      const std::uint64_t k = self % half;
      const std::uint64_t low = self / half * 2 * half + k;
      const std::uint32_t one = co_await values[low];
      const std::uint32_t other = co_await values[low + half];
      co_await (values[low] = sum_of(one, other));
      co_await (values[low + half] = product_of(difference_of(one, other), root_to(k, half, false)));
    }
  }

  /// What processor `self` does for the inverse transform, whose result still has a factor of N.
  Task<> backwards(const Array<std::uint32_t>& values, std::uint64_t self) const {
    for (std::uint64_t half = 1; half < points; half *= 2) {
      const std::uint64_t k = self % half;
      const std::uint64_t low = self / half * 2 * half + k;
      const std::uint32_t one = co_await values[low];
      const std::uint32_t other = product_of(co_await values[low + half], root_to(k, half, true));
      co_await (values[low] = sum_of(one, other));
      co_await (values[low + half] = difference_of(one, other));
    }
  }

  std::uint64_t points;
  std::vector<std::uint32_t> power = {};
};

/// The coefficients of the product, and the points of the transforms.
std::uint64_t coefficients_of(const ResiduePairs::Value& pair) {
  return pair.left.empty() || pair.right.empty() ? 0 : pair.left.size() + pair.right.size() - 1;
}

}  // namespace

std::vector<std::uint32_t> polynomial_product(Machine& machine, std::span<const std::uint32_t> left,
                                              std::span<const std::uint32_t> right) {
  if (left.empty() || right.empty()) return {};
  const std::uint64_t n = left.size() + right.size() - 1;
  if (n > most_coefficients)
    throw ConfigError("coefficients", std::to_string(n), "at most " + std::to_string(most_coefficients));
  for (const std::span<const std::uint32_t> all : {left, right}) {
    for (const std::uint32_t one : all) {
      if (one >= polynomial_modulus)
        throw ConfigError("coefficient", std::to_string(one), "below " + std::to_string(polynomial_modulus));
    }
  }
  const NumberTheoreticTransform transform(std::bit_ceil(n));
  const std::uint64_t points = transform.points;
  const auto padded_array = [&](std::span<const std::uint32_t> values, const char* name) {
    std::vector<std::uint32_t> all(values.begin(), values.end());
    all.resize(points, 0);
    return machine.array(all, name);
  };
  const auto one = padded_array(left, "left");
  const auto other = padded_array(right, "right");
  if (points > 1) {
    machine.pardo(points, [&](Processor self) -> Task<> {
      return transform.forwards(self.id() < points / 2 ? one : other, self.id() % (points / 2));
    });
  }
  const std::uint32_t share = power_of(static_cast<std::uint32_t>(points), polynomial_modulus - 2);
  machine.pardo(points, [&](Processor self) -> Task<> {
    const std::uint32_t mine = co_await one[self.id()];
    const std::uint32_t theirs = co_await other[self.id()];
    co_await (one[self.id()] = product_of(product_of(mine, theirs), share));
  });
  machine.pardo(points / 2, [&](Processor self) -> Task<> { return transform.backwards(one, self.id()); });
  std::vector<std::uint32_t> product = one.host();
  product.resize(n);
  return product;
}

Program polynomial_product_program() {
  return program<ResiduePairs>(
      polynomial_product,
      {.name = "polynomial-product",
       .alias = "ntt",
       .what = "two polynomials of n coefficients together, by number-theoretic transforms",
       .columns = "coefficient from that of x^0 on",
       .source = "Pollard 1971; JáJá 8.4",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps =
           [](const ResiduePairs::Value& pair) {
             return coefficients_of(pair) == 0 ? 0 : 8 * ceil_log2(coefficients_of(pair)) + 3;
           },
       .work = "O(n log n)",
       .work_at_most =
           [](const ResiduePairs::Value& pair) {
             const std::uint64_t n = coefficients_of(pair);
             return n == 0 ? 0 : std::bit_ceil(n) * (6 * ceil_log2(n) + 3);
           },
       .degree_at_most = 1,
       .size = {.usual = 1 << 13, .bytes_each = 16 + processor_bytes, .most = most_coefficients},
       .oracle =
           [](std::span<const std::uint32_t> left, std::span<const std::uint32_t> right) {
             std::vector<std::uint32_t> product(left.empty() || right.empty() ? 0 : left.size() + right.size() - 1);
             for (std::size_t i = 0; i < left.size(); ++i) {
               for (std::size_t j = 0; j < right.size(); ++j)
                 product[i + j] = sum_of(product[i + j], product_of(left[i], right[j]));
             }
             return product;
           },
       .against = "every coefficient times every other"});
}

}  // namespace pram::programs
