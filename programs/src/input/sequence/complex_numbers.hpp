#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// Complex numbers; a file has whole numbers, which are real parts.
struct ComplexNumbers {
  using Value = std::vector<std::complex<double>>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& values) { return {{"n", values.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::span<const std::complex<double>>> : ComplexNumbers {
  static std::tuple<std::span<const std::complex<double>>> arguments(const Value& values) { return values; }
};

}  // namespace pram::programs
