#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// A matrix of n rows and columns, stored row by row, and a vector of n numbers.
struct MatrixAndVector {
  std::vector<std::int64_t> matrix;
  std::vector<std::int64_t> vector;
};

/// Square matrices of whole numbers with a vector; a file has the matrix, and then the vector.
struct MatricesAndVectors {
  using Value = MatrixAndVector;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not n (n + 1) numbers for any n
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& input) { return {{"n", input.vector.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const MatrixAndVector&> : MatricesAndVectors {
  static std::tuple<const MatrixAndVector&> arguments(const Value& input) { return {input}; }
};

}  // namespace pram::programs
