#pragma once

#include <doctest/doctest.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <pram/detail/operation.hpp>
#include <pram/detail/processors/outbox.hpp>
#include <pram/operators.hpp>

/// Values to combine, and every operator on every type that has some: what the machine makes of them is compared with
/// the plain definitions in pram/operators.hpp.
namespace pram::testing {

/// Extremes of a type, and random values.
template <class T>
std::vector<T> values_to_combine(std::mt19937_64& random, std::size_t randoms) {
  std::vector<T> values = {T{0}, T{1}, std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max()};
  if constexpr (std::floating_point<T>) {
    using Limits = std::numeric_limits<T>;
    values.insert(values.end(), {T{-0.0}, Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                                 Limits::denorm_min(), T{-1.5}});
    std::uniform_real_distribution<T> number(T{-1000}, T{1000});
    for (std::size_t k = 0; k < randoms; ++k) values.push_back(number(random));
  } else {
    values.push_back(static_cast<T>(-1));
    values.push_back(static_cast<T>(std::numeric_limits<T>::max() / 2 + 1));
    // As many that share their highest bits as that do not.
    for (std::size_t k = 0; k < randoms; ++k)
      values.push_back(static_cast<T>(k % 2 == 0 ? random() : random() % 16 - 8));
  }
  return values;
}

/// Calls visit.template operator()<Operator, T>() for every operator that combines values of the type.
template <class T, class Visit>
void on_operators(const Visit& visit) {
  const auto on = [&visit]<class Operator>() {
    if constexpr (CombiningOperator<Operator, T>) {
      CAPTURE(std::string(Operator::name));
      CAPTURE(sizeof(T));
      CAPTURE(std::numeric_limits<T>::is_signed);
      visit.template operator()<Operator, T>();
    }
  };
#define PRAM_OPERATOR(Type, ...) on.template operator()<Type>();
#include <pram/detail/rules.def>
}

/// The same for every type of integers.
template <class Visit>
void on_integers(const Visit& visit) {
  on_operators<std::int8_t>(visit);
  on_operators<std::uint8_t>(visit);
  on_operators<std::int16_t>(visit);
  on_operators<std::uint16_t>(visit);
  on_operators<std::int32_t>(visit);
  on_operators<std::uint32_t>(visit);
  on_operators<std::int64_t>(visit);
  on_operators<std::uint64_t>(visit);
}

/// An operator on values of one type, which a check that is compiled once for all of them goes by.
struct OperatorOnType {
  std::string name;
  OperatorKind kind;
  WordType type;
  std::uint8_t width;  // bytes
  Word (*apply)(Word, Word);
  Word identity;
  Word widest_identity;  // of the integers of 64 bits and the type's sign
  std::vector<Word> values;

  Operation operation(Action action) const { return {action, kind, type, width}; }
};

inline std::ostream& operator<<(std::ostream& out, const OperatorOnType& on) {
  return out << on.name << " on type " << static_cast<int>(on.type) << " of " << int{on.width} << " bytes";
}

/// What the plain definition says of every operator on integers, and on floating-point numbers if these are asked for.
/// @param randoms  random values of each type, beside its extremes
inline std::vector<OperatorOnType> operators_on_types(std::mt19937_64& random, std::size_t randoms, bool floating) {
  using namespace detail;
  std::vector<OperatorOnType> all;
  const auto add = [&]<class Operator, class T>() {
    using Widest = std::conditional_t<std::floating_point<T>, T,
                                      std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;
    OperatorOnType on{Operator::name,
                      kind_of<Operator>,
                      word_type<T>(),
                      sizeof(T),
                      [](Word a, Word b) { return to_word(Operator::apply(from_word<T>(a), from_word<T>(b))); },
                      to_word(identity_of<Operator, T>()),
                      to_word(identity_of<Operator, Widest>()),
                      {}};
    for (const T value : values_to_combine<T>(random, randoms)) on.values.push_back(to_word(value));
    all.push_back(on);
  };
  on_integers(add);
  if (floating) {
    on_operators<float>(add);
    on_operators<double>(add);
  }
  return all;
}

/// Calls visit(Cell()) for the cells that hold values of a width.
template <class Visit>
void with_cell(std::uint8_t width, const Visit& visit) {
  if (width > sizeof(detail::NarrowCell::word)) {
    visit(detail::WideCell());
  } else {
    visit(detail::NarrowCell());
  }
}

}  // namespace pram::testing
