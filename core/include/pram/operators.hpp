#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/cell.hpp>
#include <pram/error.hpp>

/// What Machine::combine() may do with the values of equal keys: the operators that every machine has, and programs'
/// own.
namespace pram {

// Each under the name of the rule that combines so.
struct Sum {
  static constexpr Fold fold = Fold::add;
};
struct Product {
  static constexpr Fold fold = Fold::multiply;
};
/// Of floating-point numbers as IEEE 754-2019 has it: NaN before all numbers, -0.0 less than 0.0.
struct Minimum {
  static constexpr Fold fold = Fold::minimum;
};
struct Maximum {
  static constexpr Fold fold = Fold::maximum;
};
struct BitAnd {
  static constexpr Fold fold = Fold::bit_and;
};
struct BitOr {
  static constexpr Fold fold = Fold::bit_or;
};
struct BitXor {
  static constexpr Fold fold = Fold::bit_xor;
};

namespace detail {

/// An operator's value that changes nothing.
template <class Operator, Storable T>
T identity_for() {
  static_assert(
      BuiltInOperator<Operator, T> || CombiningOperator<Operator, T>,
      "pram::Sum, Product, Minimum or Maximum of numbers, BitAnd, BitOr or BitXor of integers, or an operator "
      "of the program's own that has static apply(T, T) -> T, identity() -> T and a name");
  if constexpr (CombiningOperator<Operator, T>) {
    return Operator::identity();
  } else {
    using Limits = std::numeric_limits<T>;
    if constexpr (Operator::fold == Fold::add && std::is_floating_point_v<T>) return T{-0.0};
    if constexpr (Operator::fold == Fold::multiply) return T{1};
    if constexpr (Operator::fold == Fold::minimum) return Limits::has_infinity ? Limits::infinity() : Limits::max();
    if constexpr (Operator::fold == Fold::maximum) return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    if constexpr (Operator::fold == Fold::bit_and) return static_cast<T>(~Word{0});
    return T{0};
  }
}

/// The distinct keys, ascending, and for every key given the place of its like among them.
template <class Key>
struct DenseKeys {
  std::vector<std::conditional_t<std::same_as<Key, bool>, unsigned char, Key>> distinct;  // bits cannot be sorted
  std::vector<std::uint32_t> place;

  template <class Keys>
  explicit DenseKeys(const Keys& keys) : distinct(std::ranges::begin(keys), std::ranges::end(keys)) {
    std::ranges::sort(distinct);
    const auto rest = std::ranges::unique(distinct);
    distinct.erase(rest.begin(), rest.end());
    place.reserve(std::ranges::size(keys));
    for (const Key key : keys)
      place.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(distinct, key) - distinct.begin()));
  }
};

}  // namespace detail

}  // namespace pram
