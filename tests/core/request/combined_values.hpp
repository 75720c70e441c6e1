#pragma once

#include <doctest/doctest.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

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

}  // namespace pram::testing
