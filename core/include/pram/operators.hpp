#pragma once

#include <concepts>
#include <limits>
#include <string_view>
#include <type_traits>

#include <pram/detail/operation.hpp>

/// How the values of one cell, or of one key, are combined: the operators that every machine has, and programs' own.
namespace pram {

namespace detail {

/// An operator's value of type T that leaves any other as it is. An operator on several types has identity<T>().
template <class Operator, class T>
requires requires { Operator::template identity<T>(); } || requires {
  Operator::identity();
}
constexpr auto identity_of() {
  if constexpr (requires { Operator::template identity<T>(); }) {
    return Operator::template identity<T>();
  } else {
    return Operator::identity();
  }
}

}  // namespace detail

/// An operator on values of type T, associative and commutative: a type with apply(a, b), identity() or identity<T>(),
/// which leaves any value as it is, and a name for the ledger. The three are static, so that values can be combined
/// anywhere.
template <class Operator, class T>
concept CombiningOperator = Storable<T> && requires(T a, T b) {
  { Operator::apply(a, b) } -> std::same_as<T>;
  { detail::identity_of<Operator, T>() } -> std::same_as<T>;
  { Operator::name } -> std::convertible_to<std::string_view>;
};

namespace detail {

/// Integers are computed as words, so that they wrap to their width, signed ones too.
template <Numeric T, class Arithmetic>
constexpr T wrapping(T a, T b, const Arithmetic& arithmetic) {
  if constexpr (std::integral<T>) {
    return static_cast<T>(arithmetic(static_cast<Word>(a), static_cast<Word>(b)));
  } else {
    return arithmetic(a, b);
  }
}

}  // namespace detail

struct Sum {
  static constexpr const char* name = detail::request_names(OperatorKind::sum).update;
  static constexpr ChangedBy changed_by = ChangedBy::anything;

  template <Numeric T>
  static constexpr T apply(T a, T b) {
    return detail::wrapping(a, b, [](auto x, auto y) { return x + y; });
  }
  template <Numeric T>
  static constexpr T identity() {
    return std::floating_point<T> ? static_cast<T>(-0.0) : T{0};  // -0.0 + x is x, the sign of zero included
  }
};

struct Product {
  static constexpr const char* name = detail::request_names(OperatorKind::product).update;
  static constexpr ChangedBy changed_by = ChangedBy::anything;

  template <Numeric T>
  static constexpr T apply(T a, T b) {
    return detail::wrapping(a, b, [](auto x, auto y) { return x * y; });
  }
  template <Numeric T>
  static constexpr T identity() {
    return T{1};
  }
};

/// Of floating-point numbers as IEEE 754-2019 has it: NaN goes before all numbers, -0.0 is less than 0.0. One NaN
/// stands for all, for which of several wins would depend on their order.
struct Minimum {
  static constexpr const char* name = detail::request_names(OperatorKind::minimum).update;
  static constexpr ChangedBy changed_by = ChangedBy::smaller_value;

  template <Numeric T>
  static T apply(T a, T b) {
    if constexpr (std::floating_point<T>) {
      if (a != a || b != b) return std::numeric_limits<T>::quiet_NaN();
      if (a == b) return __builtin_signbit(a) ? a : b;
    }
    return a < b ? a : b;
  }
  template <Numeric T>
  static constexpr T identity() {
    return std::floating_point<T> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
  }
};

/// Of floating-point numbers as Minimum orders them.
struct Maximum {
  static constexpr const char* name = detail::request_names(OperatorKind::maximum).update;
  static constexpr ChangedBy changed_by = ChangedBy::larger_value;

  template <Numeric T>
  static T apply(T a, T b) {
    if constexpr (std::floating_point<T>) {
      if (a != a || b != b) return std::numeric_limits<T>::quiet_NaN();
      if (a == b) return __builtin_signbit(a) ? b : a;
    }
    return b < a ? a : b;
  }
  template <Numeric T>
  static constexpr T identity() {
    return std::floating_point<T> ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
  }
};

struct BitAnd {
  static constexpr const char* name = detail::request_names(OperatorKind::bit_and).update;
  static constexpr ChangedBy changed_by = ChangedBy::cleared_bits;

  template <Bitwise T>
  static constexpr T apply(T a, T b) {
    return static_cast<T>(a & b);
  }
  template <Bitwise T>
  static constexpr T identity() {
    return static_cast<T>(~Word{0});
  }
};

struct BitOr {
  static constexpr const char* name = detail::request_names(OperatorKind::bit_or).update;
  static constexpr ChangedBy changed_by = ChangedBy::set_bits;

  template <Bitwise T>
  static constexpr T apply(T a, T b) {
    return static_cast<T>(a | b);
  }
  template <Bitwise T>
  static constexpr T identity() {
    return T{0};
  }
};

struct BitXor {
  static constexpr const char* name = detail::request_names(OperatorKind::bit_xor).update;
  static constexpr ChangedBy changed_by = ChangedBy::anything;

  template <Bitwise T>
  static constexpr T apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
  template <Bitwise T>
  static constexpr T identity() {
    return T{0};
  }
};

namespace detail {

/// Which of the operators that every machine has an operator is; `void` is none.
template <class Operator>
inline constexpr OperatorKind kind_of = OperatorKind::own;
template <>
inline constexpr OperatorKind kind_of<void> = OperatorKind::none;
#define PRAM_OPERATOR(Type, rule, ...) \
  template <>                          \
  inline constexpr OperatorKind kind_of<Type> = OperatorKind::rule;
#include <pram/detail/rules.def>

/// An operator on values of type T as one on words.
template <class Operator, Storable T>
struct OnWords {
  static Word apply(Word a, Word b) { return to_word<T>(Operator::apply(from_word<T>(a), from_word<T>(b))); }
  static Word identity() { return to_word<T>(identity_of<Operator, T>()); }
};

}  // namespace detail

}  // namespace pram
