#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// The coefficients of two polynomials modulo polynomial_modulus, the constant ones first.
struct ResiduePair {
  std::vector<std::uint32_t> left;
  std::vector<std::uint32_t> right;
};

/// Pairs of polynomials with n coefficients together; a file has the two halves of its numbers, any whole numbers.
struct ResiduePairs {
  using Value = ResiduePair;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& pair) {
    return {{"n", pair.left.size() + pair.right.size()}, {"left", pair.left.size()}, {"right", pair.right.size()}};
  }
};

template <>
struct KindOf<std::span<const std::uint32_t>, std::span<const std::uint32_t>> : ResiduePairs {
  static std::tuple<std::span<const std::uint32_t>, std::span<const std::uint32_t>> arguments(const Value& pair) {
    return {pair.left, pair.right};
  }
};

}  // namespace pram::programs
