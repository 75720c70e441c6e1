#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// A matrix of whole numbers, stored row by row.
struct Matrix {
  std::vector<std::int64_t> values;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
};

/// Matrices of n numbers, as square as n permits.
struct Matrices {
  using Value = Matrix;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& matrix) {
    return {{"n", matrix.values.size()}, {"rows", matrix.rows}, {"columns", matrix.columns}};
  }
  static const UntypedKind& untyped();
};

/// Serves a program that takes a matrix, its rows and its columns.
template <>
struct KindOf<std::span<const std::int64_t>, std::uint64_t, std::uint64_t> : Matrices {
  static std::tuple<std::span<const std::int64_t>, std::uint64_t, std::uint64_t> arguments(const Value& matrix) {
    return {matrix.values, matrix.rows, matrix.columns};
  }
};

}  // namespace pram::programs
