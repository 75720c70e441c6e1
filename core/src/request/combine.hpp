#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <pram/detail/operation.hpp>

#include "../hash.hpp"

/// The operators on (value, processor) pairs by which requests of one address become one. All are associative and
/// commutative.
namespace pram::detail {

/// What a fold may need beside its operands.
struct FoldContext {
  std::uint64_t seed = 0;
  std::uint64_t step = 0;
  bool unequal_writes = false;  ///< set when plain writes of different values met
};

/// Arbitrary: of two writers the one with the smaller hash wins, the lower processor if they are equal.
inline bool wins(const FoldContext& context, std::uint32_t a, std::uint32_t b) {
  const std::uint64_t rank_a = hash64(context.step, a, context.seed);
  const std::uint64_t rank_b = hash64(context.step, b, context.seed);
  return rank_a != rank_b ? rank_a < rank_b : a < b;
}

/// One operator on words, specialised on what the words mean.
template <Fold fold, WordType type>
struct Operator {
  static Word apply(Word a, Word b) {
    if constexpr (type == WordType::float64) {
      return std::bit_cast<Word>(arithmetic(std::bit_cast<double>(a), std::bit_cast<double>(b)));
    } else if constexpr (type == WordType::float32) {
      const auto narrow = [](Word word) { return std::bit_cast<float>(static_cast<std::uint32_t>(word)); };
      return std::bit_cast<std::uint32_t>(arithmetic(narrow(a), narrow(b)));
    } else if constexpr (type == WordType::signed_integer && (fold == Fold::minimum || fold == Fold::maximum)) {
      return static_cast<Word>(arithmetic(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)));
    } else {
      return arithmetic(a, b);
    }
  }

  /// Leaves any value as it is.
  static Word identity() {
    if constexpr (type == WordType::float64) {
      return std::bit_cast<Word>(neutral<double>(-0.0, 1.0));  // -0.0 + x is x, the sign of zero included
    } else if constexpr (type == WordType::float32) {
      return std::bit_cast<std::uint32_t>(neutral<float>(-0.0F, 1.0F));
    } else if constexpr (type == WordType::signed_integer) {
      return static_cast<Word>(neutral<std::int64_t>(0, 1));
    } else {
      return neutral<Word>(0, 1);
    }
  }

 private:
  template <class T>
  static T arithmetic(T a, T b) {
    if constexpr (fold == Fold::add) return a + b;
    if constexpr (fold == Fold::multiply) return a * b;
    if constexpr (fold == Fold::minimum || fold == Fold::maximum) return extreme(a, b);
    if constexpr (std::is_integral_v<T>) {
      if constexpr (fold == Fold::bit_and) return a & b;
      if constexpr (fold == Fold::bit_or) return a | b;
      if constexpr (fold == Fold::bit_xor) return a ^ b;
    }
    return a;
  }

  /// Minimum or maximum, of floating-point numbers as IEEE 754-2019 has them. One NaN stands for all: which of several
  /// wins would depend on their order.
  template <class T>
  static T extreme(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      if (a != a || b != b) return std::numeric_limits<T>::quiet_NaN();
      if (a == b) return std::signbit(a) == (fold == Fold::minimum) ? a : b;
    }
    const bool first = fold == Fold::minimum ? a < b : b < a;
    return first ? a : b;
  }

  template <class T>
  static T neutral(T zero, T one) {
    using Limits = std::numeric_limits<T>;
    if constexpr (fold == Fold::multiply) return one;
    if constexpr (fold == Fold::minimum) return Limits::has_infinity ? Limits::infinity() : Limits::max();
    if constexpr (fold == Fold::maximum) return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    if constexpr (std::is_integral_v<T> && fold == Fold::bit_and) return static_cast<T>(~T{0});
    return zero;
  }
};

/// Calls visit(Operator<…>()) for the operator of an arithmetic fold.
template <class Visit>
decltype(auto) with_operator(Fold fold, WordType type, const Visit& visit) {
  const auto typed = [&]<Fold f>() -> decltype(auto) {
    switch (type) {
      case WordType::float64: return visit(Operator<f, WordType::float64>());
      case WordType::float32: return visit(Operator<f, WordType::float32>());
      case WordType::signed_integer: return visit(Operator<f, WordType::signed_integer>());
      default: return visit(Operator<f, WordType::unsigned_integer>());
    }
  };
  switch (fold) {
    case Fold::multiply: return typed.template operator()<Fold::multiply>();
    case Fold::minimum: return typed.template operator()<Fold::minimum>();
    case Fold::maximum: return typed.template operator()<Fold::maximum>();
    case Fold::bit_and: return typed.template operator()<Fold::bit_and>();
    case Fold::bit_or: return typed.template operator()<Fold::bit_or>();
    case Fold::bit_xor: return typed.template operator()<Fold::bit_xor>();
    default: return typed.template operator()<Fold::add>();
  }
}

inline bool is_arithmetic(Fold fold) { return fold >= Fold::add; }

inline Word apply_operator(Operation operation, Word a, Word b) {
  if (operation.fold == Fold::own) [[unlikely]]
    return own_operator(operation.own).apply(a, b);
  return with_operator(operation.fold, operation.type, [a, b](auto op) { return decltype(op)::apply(a, b); });
}

inline Word identity_of(Operation operation) {
  if (operation.fold == Fold::own) [[unlikely]]
    return own_operator(operation.own).identity;
  return with_operator(operation.fold, operation.type, [](auto op) { return decltype(op)::identity(); });
}

/// May a request of the second operation meet one of the first at its cell in one step?
inline bool compatible(Operation a, Operation b) {
  if (a.fold != b.fold || a.own != b.own) return false;
  return (a.action == Action::write) == (b.action == Action::write) &&
         (a.action == Action::multiprefix) == (b.action == Action::multiprefix);
}

/// Did two writers write the same value? Numbers are compared as numbers, so that zeros of both signs are the same, and
/// so are all NaNs; what is no number, as its type compares it.
bool same_value(Operation operation, Word a, Word b);

/// Combines (operand, processor) into (value, winner) under any fold.
inline void combine(Operation operation, FoldContext& context, Word& value, std::uint32_t& winner, Word operand,
                    std::uint32_t processor) {
  if (is_arithmetic(operation.fold)) {
    value = apply_operator(operation, value, operand);
    return;
  }
  if (value != operand && !context.unequal_writes) [[unlikely]]
    context.unequal_writes = !same_value(operation, value, operand);
  const bool replaces = operation.fold == Fold::arbitrary ? wins(context, processor, winner) : processor < winner;
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

/// The cell's value after the step's combined update of it.
/// @param writers  how many requests were combined
/// @param marker   what Rule::collision leaves behind
inline Word updated(Operation operation, Word old, Word combined, std::uint64_t writers, Word marker) {
  if (operation.action != Action::write) return normalise(operation, apply_operator(operation, old, combined));
  if (writers > 1 && operation.fold == Fold::tolerant) return old;
  if (writers > 1 && operation.fold == Fold::collision) {
    if (operation.type <= WordType::unsigned_integer) return normalise(operation, marker);
    return operation.width == 8 ? marker : marker & ((Word{1} << (8 * operation.width)) - 1);
  }
  return normalise(operation, combined);
}

}  // namespace pram::detail
