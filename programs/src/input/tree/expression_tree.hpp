#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include <pram/programs/tree.hpp>
#include "input/kind.hpp"

namespace pram::programs {

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
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const ExpressionTree&> : ExpressionTrees {
  static std::tuple<const ExpressionTree&> arguments(const Value& tree) { return {tree}; }
};

}  // namespace pram::programs
