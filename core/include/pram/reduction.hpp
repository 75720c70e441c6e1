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

struct Sum {};
struct Product {};
struct Minimum {};
struct Maximum {};
struct BitAnd {};
struct BitOr {};
struct BitXor {};

namespace detail {

/// An operator's value that changes nothing, and its request.
template <class Operator, Storable T>
struct Reduction {
  static_assert(CombiningOperator<Operator, T>,
                "an operator of a program's own has static apply(T, T) -> T, identity() -> T and a name");
  static T identity() { return Operator::identity(); }
  static auto&& request(const Cell<T>& cell, T value) { return cell.combine(Operator{}, value); }
};

template <Numeric T>
struct Reduction<Sum, T> {
  static T identity() { return T{0}; }
  static auto&& request(const Cell<T>& cell, T value) { return cell.add(value); }
};

template <Numeric T>
struct Reduction<Product, T> {
  static T identity() { return T{1}; }
  static auto&& request(const Cell<T>& cell, T value) { return cell.multiply(value); }
};

template <Numeric T>
struct Reduction<Minimum, T> {
  using Limits = std::numeric_limits<T>;
  static T identity() { return Limits::has_infinity ? Limits::infinity() : Limits::max(); }
  static auto&& request(const Cell<T>& cell, T value) { return cell.min(value); }
};

template <Numeric T>
struct Reduction<Maximum, T> {
  using Limits = std::numeric_limits<T>;
  static T identity() { return Limits::has_infinity ? -Limits::infinity() : Limits::lowest(); }
  static auto&& request(const Cell<T>& cell, T value) { return cell.max(value); }
};

template <Bitwise T>
struct Reduction<BitAnd, T> {
  static T identity() { return static_cast<T>(~T{0}); }
  static auto&& request(const Cell<T>& cell, T value) { return cell.bit_and(value); }
};

template <Bitwise T>
struct Reduction<BitOr, T> {
  static T identity() { return T{0}; }
  static auto&& request(const Cell<T>& cell, T value) { return cell.bit_or(value); }
};

template <Bitwise T>
struct Reduction<BitXor, T> {
  static T identity() { return T{0}; }
  static auto&& request(const Cell<T>& cell, T value) { return cell.bit_xor(value); }
};

/// The distinct keys, ascending, and for every key given the place of its like among them.
template <class Key>
struct DenseKeys {
  std::vector<Key> distinct;
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
