#pragma once

#include <string>
#include <tuple>

#include <pram/programs/string.hpp>
#include "input/kind.hpp"

namespace pram::programs {

/// A finite automaton, and the text that it reads.
struct AutomatonAndText {
  Automaton automaton;
  std::string text;
};

/// Texts of n letters with an automaton. A file has the letters of the alphabet in its first line; then a line for each
/// state, of which the first one is where it starts: the states that follow by each letter, counted from 0, and 1 if
/// it accepts, else 0; then an empty line, and the text.
struct AutomataAndTexts {
  using Value = AutomatonAndText;
  static constexpr const char* file = "text";
  static Shapes<Value> shapes();
  /// @throws InputError also for a state beyond the last one, or a letter of the text that is not of the alphabet
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& input) {
    return {{"n", input.text.size()}, {"states", input.automaton.accepts.size()}};
  }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const AutomatonAndText&> : AutomataAndTexts {
  static std::tuple<const AutomatonAndText&> arguments(const Value& input) { return {input}; }
};

}  // namespace pram::programs
