#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// A matrix of n × n real numbers, stored row by row.
struct SquareMatrix {
  std::vector<double> values;
  std::uint64_t order = 0;
};

/// Square matrices of real numbers; the numbers of a file are whole.
struct SquareMatrices {
  using Value = SquareMatrix;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not n^2 numbers for any n
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& matrix) { return {{"n", matrix.order}}; }
  static const UntypedKind& untyped();
};

/// Serves a program that takes a matrix and n.
template <>
struct KindOf<std::span<const double>, std::uint64_t> : SquareMatrices {
  static std::tuple<std::span<const double>, std::uint64_t> arguments(const Value& matrix) {
    return {matrix.values, matrix.order};
  }
};

}  // namespace pram::programs
