#pragma once

#include <cstdint>

#include "../request/combine.hpp"

/// How requests of one operation for one cell become one, as a type for each kind of combining: a loop over many
/// requests chooses it once, and calls nothing through a pointer. What has been asked so far stands under a mask
/// (word_operators.hpp), and so do operands that join it. Whatever serves requests at their cells is compiled for these
/// types, and for no others.
namespace pram::detail {

/// Reads: the request that stands for them has no operand.
struct ReadFold {
  static constexpr bool writes = false;
  static constexpr bool combines = false;  ///< by an operator?
  static constexpr bool fetches = false;
  static constexpr bool chooses = false;  ///< one of the writers?
};

/// Operands that an operator combines.
template <class Words>
struct OperatorFold {
  static constexpr bool writes = true;
  static constexpr bool combines = true;
  static constexpr bool fetches = false;
  static constexpr bool chooses = false;

  Operation operation;
  [[no_unique_address]] Words words;

  Word masked(Word word) const { return words.masked(word); }
  /// Leaves a masked word as it is.
  Word identity() const { return masked(words.identity()); }
  void join(CombiningContext&, Word& value, std::uint32_t&, Word operand, std::uint32_t) const {
    value = words.join(value, operand);
  }

  /// What the cell gets by one request alone.
  Word written(Word old, Word operand) const {
    return operation.action == Action::write ? operand : words.apply(old, operand);
  }
  /// What the cell gets by all requests.
  /// @param joined  all operands, masked
  Word left(Word old, Word joined, std::uint64_t, Word) const { return written(old, masked(joined)); }
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
  static constexpr bool combines = false;
  static constexpr bool fetches = false;
  static constexpr bool chooses = true;

  Operation operation;

  static Word masked(Word word) { return word; }
  void join(CombiningContext& context, Word& value, std::uint32_t& winner, Word operand,
            std::uint32_t processor) const {
    if (value != operand && !context.unequal_writes) [[unlikely]]
      context.unequal_writes = !same_value(operation, value, operand);
    if (!wins<RuleType>(context, processor, winner)) return;
    value = operand;
    winner = processor;
  }

  static Word written(Word, Word operand) { return operand; }
  Word left(Word old, Word joined, std::uint64_t writers, Word collision_marker) const {
    return left_by_writers(operation, old, joined, writers, collision_marker);
  }
};

/// Calls visit(fold) for plain writes.
template <class Visit>
void with_rule_fold(Operation operation, const Visit& visit) {
  if (with_rule(operation.rule, [](auto rule) { return rule.ranks_by_processor; })) {
    visit(RuleFold<rule_types::Concurrent>{operation});
    return;
  }
  with_rule(operation.rule, [operation, &visit](auto rule) {
    using Type = decltype(rule);
    if constexpr (!Type::ranks_by_processor) visit(RuleFold<Type>{operation});
  });
}

/// Calls visit(fold) for an operation that folds in any order.
template <class Visit>
void with_fold(Operation operation, const Visit& visit) {
  if (operation.action == Action::read) return visit(ReadFold());
  if (!operation.combines()) return with_rule_fold(operation, visit);
  with_integers(operation.op, operation.type, [operation, &visit](auto words) {
    using Words = decltype(words);
    operation.fetches() ? visit(FetchFold<Words>{{operation, words}}) : visit(OperatorFold<Words>{operation, words});
  });
}

/// Calls visit(fold) for a write or an update, whose operands join in the order of their processors.
/// @tparam Stored  of the cells
template <class Stored, class Visit>
void with_ordered_fold(Operation operation, const Visit& visit) {
  if (!operation.combines()) return with_rule_fold(operation, visit);
  if (operation.op == OperatorKind::own)
    return visit(OperatorFold<OwnWords>{operation, {own_operator(operation.own).apply}});
  with_words_in<Stored>(operation.op, operation.type, [operation, &visit](auto words) {
    visit(OperatorFold<decltype(words)>{operation, words});
  });
}

}  // namespace pram::detail
