#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <pram/programs/input/kind.hpp>
#include <pram/programs/string.hpp>
#include <pram/programs/tree.hpp>

namespace pram::programs {

/// Sequences of n parentheses; a file has them as text, in which blanks and line ends may stand anywhere.
struct Parentheses {
  using Value = std::string;
  static constexpr const char* file = "text";
  static Shapes<Value> shapes();
  /// @throws InputError also for what is no parenthesis
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& text) { return {{"n", text.size()}}; }
};

/// The tree of an expression of whole numbers, +, * and parentheses, where * binds closer than +, and equal operators
/// are joined from the left.
/// @param file  for errors
/// @throws InputError naming what is wrong
ExpressionTree parse_expression(std::string_view text, const std::string& file);

/// Expressions with n numbers, modulo expression_modulus; a file has one as text.
struct ExpressionTrees {
  using Value = ExpressionTree;
  static constexpr const char* file = "expression";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& tree) { return {{"n", (tree.nodes() + 1) / 2}}; }
};

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
};

extern template const UntypedKind& untyped_kind<Parentheses>();
extern template const UntypedKind& untyped_kind<ExpressionTrees>();
extern template const UntypedKind& untyped_kind<AutomataAndTexts>();

}  // namespace pram::programs
