#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// Two matrices of n rows and columns, stored row by row.
struct MatrixPair {
  std::vector<std::int64_t> left;
  std::vector<std::int64_t> right;
  std::uint64_t order = 0;
};

/// Pairs of square matrices; a file has them one after the other.
struct MatrixPairs {
  using Value = MatrixPair;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& pair) { return {{"n", pair.order}}; }
  static const UntypedKind& untyped();
};

/// Serves a program that takes two matrices and n.
template <>
struct KindOf<std::span<const std::int64_t>, std::span<const std::int64_t>, std::uint64_t> : MatrixPairs {
  static std::tuple<std::span<const std::int64_t>, std::span<const std::int64_t>, std::uint64_t> arguments(
      const Value& pair) {
    return {pair.left, pair.right, pair.order};
  }
};

}  // namespace pram::programs
