#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// Two vectors of n real numbers.
struct VectorPair {
  std::vector<double> left;
  std::vector<double> right;
};

/// Pairs of vectors; a file has them one after the other, of whole numbers.
struct VectorPairs {
  using Value = VectorPair;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if the numbers are not two vectors of one length
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& pair) { return {{"n", pair.left.size()}}; }
};

template <>
struct KindOf<std::span<const double>, std::span<const double>> : VectorPairs {
  static std::tuple<std::span<const double>, std::span<const double>> arguments(const Value& pair) {
    return {pair.left, pair.right};
  }
};

}  // namespace pram::programs
