#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// Random bits: the first one lies anywhere with equal chance, and half of the bits after it are ones.
std::vector<std::uint8_t> random_bits(std::uint64_t n, std::uint64_t seed);

/// Bits; a number of a file is a one if it is not 0.
struct Bits {
  using Value = std::vector<std::uint8_t>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& bits) { return {{"n", bits.size()}}; }
};

template <>
struct KindOf<std::span<const std::uint8_t>> : Bits {
  static std::tuple<std::span<const std::uint8_t>> arguments(const Value& bits) { return bits; }
};

}  // namespace pram::programs
