#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// Random bits: every place is equally likely for the first 1, and each bit behind it is 1 with a chance of 1/2.
std::vector<std::uint8_t> random_bits(std::uint64_t n, std::uint64_t seed);

/// Bits; each number of a file stands for a bit, which is 1 unless the number is 0.
struct Bits {
  using Value = std::vector<std::uint8_t>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& bits) { return {{"n", bits.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::span<const std::uint8_t>> : Bits {
  static std::tuple<std::span<const std::uint8_t>> arguments(const Value& bits) { return bits; }
};

}  // namespace pram::programs
