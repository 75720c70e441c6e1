#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <pram/operators.hpp>

/// The built-in operators on the words of values. A loop over many words is compiled once for each type here, so that
/// the types are few: sign and complement of integers are a mask, which the loop holds in a register.
///
/// apply() and identity() are those of the operator. A loop that combines many words into one masks each of them, has
/// masked words join, and masks what they come to: so the mask is off the path from one word to the next, and the loop
/// is vectorised as if there were none.
namespace pram::detail {

/// An operator on values of one type, for all that read their words as this type.
template <class Operator, Storable T>
struct PlainWords {
  static constexpr Word mask = 0;

  static Word apply(Word a, Word b) { return OnWords<Operator, T>::apply(a, b); }
  static Word identity() { return OnWords<Operator, T>::identity(); }

  static Word masked(Word word) { return word; }
  static Word join(Word a, Word b) { return apply(a, b); }
};

/// An operator on unsigned integers, between masks: under complements an or is an and, the least is the largest, and
/// with a flip of their signs signed integers are in the order of unsigned ones.
template <class Operator>
struct MaskedWords {
  Word mask = 0;

  Word apply(Word a, Word b) const { return masked(join(masked(a), masked(b))); }
  Word identity() const { return masked(OnWords<Operator, std::uint64_t>::identity()); }

  /// Puts a word under the mask, or takes a masked word out.
  Word masked(Word word) const { return word ^ mask; }
  static Word join(Word a, Word b) { return OnWords<Operator, std::uint64_t>::apply(a, b); }
};

/// A program's own operator.
struct OwnWords {
  static constexpr Word mask = 0;

  Word (*function)(Word, Word);

  Word apply(Word a, Word b) const { return function(a, b); }

  static Word masked(Word word) { return word; }
  Word join(Word a, Word b) const { return function(a, b); }
};

/// Calls visit(words) for an operator on integers of a sign. Every operator that is not named here goes by its own
/// type.
template <class Operator, class Visit>
decltype(auto) with_integers(WordType type, const Visit& visit) {
  const bool is_signed = type == WordType::signed_integer;
  const Word sign = is_signed ? Word{1} << 63 : 0;
  if constexpr (std::same_as<Operator, Sum> || std::same_as<Operator, Product> || std::same_as<Operator, BitXor>) {
    return visit(PlainWords<Operator, std::uint64_t>());
  } else if constexpr (std::same_as<Operator, Minimum>) {
    return visit(MaskedWords<Minimum>{sign});
  } else if constexpr (std::same_as<Operator, Maximum>) {
    return visit(MaskedWords<Minimum>{~sign});
  } else if constexpr (std::same_as<Operator, BitOr>) {
    return visit(MaskedWords<BitOr>{0});
  } else if constexpr (std::same_as<Operator, BitAnd>) {
    return visit(MaskedWords<BitOr>{~Word{0}});
  } else if (is_signed) {
    return visit(PlainWords<Operator, std::int64_t>());
  } else {
    return visit(PlainWords<Operator, std::uint64_t>());
  }
}

/// Calls visit(Type()) for the type of a built-in operator.
template <class Visit>
decltype(auto) with_operator(OperatorKind op, const Visit& visit) {
  switch (op) {
#define PRAM_OPERATOR(Type, rule, ...) \
  case OperatorKind::rule: {           \
    return visit(Type());              \
  }
#include <pram/detail/rules.def>
    case OperatorKind::none:
    case OperatorKind::own: break;
  }
  __builtin_unreachable();  // neither has a type here
}

/// Calls visit(words) for a built-in operator on integers.
template <class Visit>
decltype(auto) with_integers(OperatorKind op, WordType type, const Visit& visit) {
  return with_operator(
      op, [type, &visit](auto built_in) -> decltype(auto) { return with_integers<decltype(built_in)>(type, visit); });
}

/// Calls visit(words) for a built-in operator on values of a type, which has been found to combine them.
template <class Visit>
decltype(auto) with_words(OperatorKind op, WordType type, const Visit& visit) {
  return with_operator(op, [type, &visit](auto built_in) -> decltype(auto) {
    using Type = decltype(built_in);
    if constexpr (CombiningOperator<Type, double>) {
      if (type == WordType::float64) return visit(PlainWords<Type, double>());
      if (type == WordType::float32) return visit(PlainWords<Type, float>());
    }
    return with_integers<Type>(type, visit);
  });
}

/// The same for values that stand in cells.
/// @tparam Stored  of the cells: the only floating-point numbers there are those of its size
template <class Stored, class Visit>
decltype(auto) with_words_in(OperatorKind op, WordType type, const Visit& visit) {
  using Real = std::conditional_t<sizeof(Stored) == sizeof(double), double, float>;
  return with_operator(op, [type, &visit](auto built_in) -> decltype(auto) {
    using Type = decltype(built_in);
    if constexpr (CombiningOperator<Type, Real>) {
      if (type == word_type<Real>()) return visit(PlainWords<Type, Real>());
    }
    return with_integers<Type>(type, visit);
  });
}

}  // namespace pram::detail
