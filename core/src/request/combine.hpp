#pragma once

#include <cstdint>

#include <pram/detail/operation.hpp>

#include "rule_types.hpp"
#include "word_operators.hpp"

/// The operators on (value, processor) pairs by which requests of one address become one, associative and commutative.
namespace pram::detail {

inline Word apply_operator(Operation operation, Word a, Word b) {
  if (operation.op == OperatorKind::own) [[unlikely]]
    return own_operator(operation.own).apply(a, b);
  return with_words(operation.op, operation.type, [a, b](auto words) { return words.apply(a, b); });
}

inline Word identity_of(Operation operation) {
  if (operation.op == OperatorKind::own) [[unlikely]]
    return own_operator(operation.own).identity;
  return with_words(operation.op, operation.type, [](auto words) { return words.identity(); });
}

/// The mask of an operation's words (word_operators.hpp); none, if nothing is combined.
inline Word mask_of(Operation operation) {
  if (!operation.combines() || operation.op == OperatorKind::own) return 0;
  return with_words(operation.op, operation.type, [](auto words) { return Word{words.mask}; });
}

/// Whether requests of both operations may meet at one cell in one step.
inline bool compatible(Operation a, Operation b) {
  if (a.op != b.op || a.own != b.own) return false;
  return (a.action == Action::write) == (b.action == Action::write) &&
         (a.action == Action::multiprefix) == (b.action == Action::multiprefix);
}

/// Whether two writers wrote the same value. Numbers are compared as numbers: zeros of both signs are equal, and so are
/// all NaNs. Other values are compared by their type.
bool same_value(Operation operation, Word a, Word b);

/// Whether writer a wins against writer b under the rule.
template <class RuleType>
bool wins(const CombiningContext& context, std::uint32_t a, std::uint32_t b) {
  if constexpr (RuleType::ranks_by_processor) return a < b;
  const std::uint64_t rank_a = RuleType::rank(context, a);
  const std::uint64_t rank_b = RuleType::rank(context, b);
  return rank_a != rank_b ? rank_a < rank_b : a < b;
}

/// Combines (operand, processor) into (value, winner).
inline void combine(Operation operation, CombiningContext& context, Word& value, std::uint32_t& winner, Word operand,
                    std::uint32_t processor) {
  if (operation.combines()) {
    value = apply_operator(operation, value, operand);
    return;
  }
  if (value != operand && !context.unequal_writes) [[unlikely]]
    context.unequal_writes = !same_value(operation, value, operand);
  const bool replaces =
      with_rule(operation.rule, [&](auto rule) { return wins<decltype(rule)>(context, processor, winner); });
  if (replaces) {
    value = operand;
    winner = processor;
  }
}

/// Cuts an integer to its width, so that all words of one value are equal.
inline Word normalise(Operation operation, Word word) {
  if (operation.width == 8 || operation.type > WordType::unsigned_integer) return word;
  const unsigned unused = 64 - 8 * static_cast<unsigned>(operation.width);
  if (operation.type == WordType::signed_integer)
    return static_cast<Word>(static_cast<std::int64_t>(word << unused) >> unused);
  return (word << unused) >> unused;
}

/// Cuts a word that is no value of the cell's type, such as a marker, to the width of one.
inline Word cut(Operation operation, Word word) {
  if (operation.width == 8 || operation.type <= WordType::unsigned_integer) return normalise(operation, word);
  return word & ((Word{1} << (8 * operation.width)) - 1);
}

/// What plain writes leave in a cell.
/// @param combined  the value of the writer that the rule lets win
/// @param writers   how many there were
/// @param marker    MachineOptions::collision_marker
inline Word left_by_writers(Operation operation, Word old, Word combined, std::uint64_t writers, Word marker) {
  if (writers <= 1) return normalise(operation, combined);
  return cut(operation, with_rule(operation.rule, [old, combined, marker](auto rule) {
               if constexpr (NoneWins<decltype(rule)>) return decltype(rule)::left(old, marker);
               return combined;
             }));
}

/// The cell's value after the step's combined update of it.
/// @param writers  how many requests were combined
/// @param marker   MachineOptions::collision_marker
inline Word updated(Operation operation, Word old, Word combined, std::uint64_t writers, Word marker) {
  if (operation.action != Action::write) return normalise(operation, apply_operator(operation, old, combined));
  if (!operation.combines()) return left_by_writers(operation, old, combined, writers, marker);
  return normalise(operation, combined);
}

/// Whether requests of one cell come to the same, bit by bit, in any order and grouping. Floating-point numbers may
/// not, and nothing is known of a program's own operators and comparisons.
inline bool folds_in_any_order(Operation operation) {
  if (operation.action == Action::read) return true;
  if (operation.combines()) return operation.op != OperatorKind::own && operation.type <= WordType::unsigned_integer;
  return operation.type != WordType::opaque || operation.own <= no_equality;
}

}  // namespace pram::detail
