#pragma once

#include <tuple>

#include "input/kind.hpp"
#include "input/text/text_and_pattern.hpp"

namespace pram::programs {

/// A text, and a pattern that may be about as long.
struct TextAndLongPattern : TextAndPattern {};

/// Texts of n characters with a pattern of n/4 or so. A file is that of TextsAndPatterns.
struct TextsAndLongPatterns {
  using Value = TextAndLongPattern;
  static constexpr const char* file = TextsAndPatterns::file;
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes) {
    return {TextsAndPatterns::read(request, sizes)};
  }
  static InputSizes sizes(const Value& input) { return TextsAndPatterns::sizes(input); }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const TextAndLongPattern&> : TextsAndLongPatterns {
  static std::tuple<const TextAndLongPattern&> arguments(const Value& input) { return {input}; }
};

}  // namespace pram::programs
