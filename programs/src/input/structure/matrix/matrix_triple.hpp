#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// Two matrices of n rows and columns, stored row by row, and a third that may be their product.
struct MatrixTriple {
  std::vector<std::int64_t> left;
  std::vector<std::int64_t> right;
  std::vector<std::int64_t> product;
  std::uint64_t order = 0;
};

/// Triples of square matrices; a file has them one after the other.
struct MatrixTriples {
  using Value = MatrixTriple;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not 3 n^2 numbers for any n
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& triple) { return {{"n", triple.order}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const MatrixTriple&> : MatrixTriples {
  static std::tuple<const MatrixTriple&> arguments(const Value& triple) { return {triple}; }
};

}  // namespace pram::programs
