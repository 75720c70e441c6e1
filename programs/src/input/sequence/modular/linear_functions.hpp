#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <pram/programs/scan.hpp>
#include "input/kind.hpp"

namespace pram::programs {

/// Linear functions of a recurrence; a file has factor and summand of each, two whole numbers.
struct LinearFunctions {
  using Value = std::vector<LinearFunction>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also for an odd number of them
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& functions) { return {{"n", functions.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::span<const LinearFunction>> : LinearFunctions {
  static std::tuple<std::span<const LinearFunction>> arguments(const Value& functions) { return functions; }
};

}  // namespace pram::programs
