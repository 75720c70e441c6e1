#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// A lower triangular matrix modulo matrix_modulus, n × n, stored row by row, with no zero on its diagonal.
struct TriangularMatrix {
  std::vector<std::uint32_t> values;
  std::uint64_t order = 0;
};

/// Lower triangular matrices of n rows; a file has all n^2 numbers, any whole ones.
struct TriangularMatrices {
  using Value = TriangularMatrix;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not n^2 numbers for any n, a number above the diagonal is not 0, or one on
  ///         the diagonal is 0
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& matrix) { return {{"n", matrix.order}}; }
};

template <>
struct KindOf<const TriangularMatrix&> : TriangularMatrices {
  static std::tuple<const TriangularMatrix&> arguments(const Value& matrix) { return {matrix}; }
};

}  // namespace pram::programs
