#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "input/kind.hpp"

namespace pram::programs {

/// Sequences of n parentheses; a file has them as text, in which blanks and line ends may stand anywhere.
struct Parentheses {
  using Value = std::string;
  static constexpr const char* file = "text";
  static Shapes<Value> shapes();
  /// @throws InputError also for what is no parenthesis
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& text) { return {{"n", text.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::string_view> : Parentheses {
  static std::tuple<std::string_view> arguments(const Value& text) { return text; }
};

}  // namespace pram::programs
