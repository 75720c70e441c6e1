#pragma once

/// std::max of two and of three values without <algorithm>, which brings <functional> in.
namespace pram::detail {

template <class T>
constexpr T larger(T one, T other) {
  return one < other ? other : one;
}
template <class T>
constexpr T smaller(T one, T other) {
  return other < one ? other : one;
}
template <class T>
constexpr T largest(T one, T other, T third) {
  return larger(larger(one, other), third);
}

}  // namespace pram::detail
