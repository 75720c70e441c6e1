#pragma once

#include <string>
#include <tuple>

#include "input/kind.hpp"

namespace pram::programs {

/// Two texts that are compared.
struct TextPair {
  std::string left;
  std::string right;
};

/// Pairs of texts with n letters together. A file has one text in each of its two lines.
struct TextPairs {
  using Value = TextPair;
  static constexpr const char* file = "text";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not two lines
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& pair) {
    return {{"n", pair.left.size() + pair.right.size()}, {"left", pair.left.size()}, {"right", pair.right.size()}};
  }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const TextPair&> : TextPairs {
  static std::tuple<const TextPair&> arguments(const Value& pair) { return {pair}; }
};

}  // namespace pram::programs
