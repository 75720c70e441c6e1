#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "input/kind.hpp"

namespace pram::programs {

/// A text, and the pattern that is searched in it.
struct TextAndPattern {
  std::string text;
  std::string pattern;
};

/// Texts of n characters with a pattern. The first line of a file is the pattern, the rest is the text.
struct TextsAndPatterns {
  using Value = TextAndPattern;
  static constexpr const char* file = "text";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& input) {
    return {{"n", input.text.size()}, {"pattern_letters", input.pattern.size()}};
  }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::string_view, std::string_view> : TextsAndPatterns {
  static std::tuple<std::string_view, std::string_view> arguments(const Value& input) {
    return {input.text, input.pattern};
  }
};

}  // namespace pram::programs
