#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <pram/programs/input/both.hpp>
#include <pram/programs/input/kind.hpp>

namespace pram::programs {

std::string random_letters(std::uint64_t n, std::uint64_t seed, std::string_view alphabet);

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
};

/// Texts of n characters with a pattern of n/4 or so. A file is that of TextsAndPatterns.
struct TextsAndLongPatterns : TextsAndPatterns {
  static Shapes<Value> shapes();
};

/// Pairs of texts with n letters together. A file has one text in each of its two lines.
struct TextPairs : Both<std::string> {
  static constexpr const char* file = "text";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not two lines
  static Value read(const InputRequest& request, const Sizes& sizes);
};

/// Pairs of whole numbers of n decimal digits, the highest first; a file has one on each of two lines.
struct DecimalPairs : Both<std::string> {
  static constexpr const char* file = "text";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not two lines of digits
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& pair);
};

extern template const UntypedKind& untyped_kind<TextsAndPatterns>();
extern template const UntypedKind& untyped_kind<TextsAndLongPatterns>();
extern template const UntypedKind& untyped_kind<TextPairs>();
extern template const UntypedKind& untyped_kind<DecimalPairs>();

}  // namespace pram::programs
