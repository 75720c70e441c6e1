#pragma once

#include <cstdint>
#include <utility>

#include "combine.hpp"

/// How requests of one operation for one cell become one, as a type for each kind of operation: a loop over many
/// requests chooses it once, and calls nothing through a pointer.
namespace pram::detail {

/// Reads: the request that stands for them has no operand.
struct ReadFold {
  static constexpr bool writes = false;
  static constexpr bool fetches = false;
  static constexpr bool chooses = false;  ///< one of the writers?
};

/// Operands that an operator combines.
template <class Words>
struct OperatorFold {
  static constexpr bool writes = true;
  static constexpr bool fetches = false;
  static constexpr bool chooses = false;

  Operation operation;

  static Word apply(Word a, Word b) { return Words::apply(a, b); }
  static Word identity() { return Words::identity(); }

  void join(CombiningContext&, Word& value, std::uint32_t&, Word operand, std::uint32_t) const {
    value = Words::apply(value, operand);
  }
  /// The cell's value after one request alone.
  Word written(Word old, Word operand) const {
    return normalise(operation, operation.action == Action::write ? operand : Words::apply(old, operand));
  }
};

/// The same where each request also gets what the cell had before it.
template <class Words>
struct FetchFold : OperatorFold<Words> {
  static constexpr bool fetches = true;
};

/// Plain writes, of which the rule chooses one.
template <class RuleType>
struct RuleFold {
  static constexpr bool writes = true;
  static constexpr bool fetches = false;
  static constexpr bool chooses = true;

  Operation operation;

  void join(CombiningContext& context, Word& value, std::uint32_t& winner, Word operand,
            std::uint32_t processor) const {
    if (value != operand && !context.unequal_writes) [[unlikely]]
      context.unequal_writes = !same_value(operation, value, operand);
    if (!wins<RuleType>(context, processor, winner)) return;
    value = operand;
    winner = processor;
  }
  Word written(Word, Word operand) const { return normalise(operation, operand); }
};

/// Whether an operation's requests for one cell have the same result, bit by bit, in any order and grouping.
/// Floating-point numbers may not, and it is not known for a program's own operators and comparisons.
inline bool folds_in_any_order(Operation operation) {
  if (operation.action == Action::read) return true;
  if (operation.combines()) return operation.op != OperatorKind::own && operation.type <= WordType::unsigned_integer;
  return operation.type != WordType::opaque || operation.own <= no_equality;
}

/// Calls visit(fold) for an operation that folds in any order.
template <class Visit>
void with_fold(Operation operation, const Visit& visit) {
  if (operation.action == Action::read) {
    visit(ReadFold());
    return;
  }
  if (!operation.combines()) {
    if (with_rule(operation.rule, [](auto rule) { return rule.ranks_by_processor; })) {
      visit(RuleFold<rule_types::Concurrent>{operation});
      return;
    }
    with_rule(operation.rule, [operation, &visit](auto rule) {
      using Type = decltype(rule);
      if constexpr (!Type::ranks_by_processor) visit(RuleFold<Type>{operation});
    });
    return;
  }
  with_operator(operation.op, [&](auto built_in) {
    using Type = decltype(built_in);
    const auto visit_words = [&](auto words) {
      using Words = decltype(words);
      operation.fetches() ? visit(FetchFold<Words>{{operation}}) : visit(OperatorFold<Words>{operation});
    };
    operation.type == WordType::signed_integer ? visit_words(OnWords<Type, std::int64_t>())
                                               : visit_words(OnWords<Type, std::uint64_t>());
  });
}

}  // namespace pram::detail
