#pragma once

#include <string>
#include <tuple>

#include "input/kind.hpp"

namespace pram::programs {

/// Two whole numbers as decimal digits, the highest first.
struct DecimalPair {
  std::string left;
  std::string right;
};

/// Pairs of decimal numbers of n digits; a file has one on each of two lines.
struct DecimalPairs {
  using Value = DecimalPair;
  static constexpr const char* file = "text";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not two lines of digits
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& pair);
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const DecimalPair&> : DecimalPairs {
  static std::tuple<const DecimalPair&> arguments(const Value& pair) { return {pair}; }
};

}  // namespace pram::programs
