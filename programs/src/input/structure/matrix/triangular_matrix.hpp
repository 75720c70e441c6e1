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

/// Lower triangular matrices of n rows. A file has all n^2 numbers. They are whole numbers, taken modulo
/// matrix_modulus.
struct TriangularMatrices {
  using Value = TriangularMatrix;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not n^2 numbers for any n, or if a number above the diagonal is not 0 modulo
  ///         matrix_modulus, or one on the diagonal is
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& matrix) { return {{"n", matrix.order}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const TriangularMatrix&> : TriangularMatrices {
  static std::tuple<const TriangularMatrix&> arguments(const Value& matrix) { return {matrix}; }
};

}  // namespace pram::programs
