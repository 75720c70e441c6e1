#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <ostream>
#include <string_view>
#include <type_traits>
#include <vector>

/// How results are written out, once for each type.
namespace pram::programs {

/// Writes a number; a bit as 1 or 0.
template <std::integral Number>
void write_result(std::ostream& out, Number value) {
  out << +value << '\n';
}

/// Writes values, one a line.
template <class Number>
void write_result(std::ostream& out, const std::vector<Number>& values) {
  for (const Number& value : values) out << value << '\n';
}

/// Writes real and imaginary parts with all their digits.
inline void write_result(std::ostream& out, const std::vector<std::complex<double>>& values) {
  const auto digits = out.precision(std::numeric_limits<double>::max_digits10);
  for (const std::complex<double>& value : values) out << value.real() << ' ' << value.imag() << '\n';
  out.precision(digits);
}

/// Writes an index; -1 for none.
inline void write_result(std::ostream& out, const std::optional<std::uint64_t>& index) {
  if (index) {
    out << *index << '\n';
  } else {
    out << "-1\n";
  }
}

/// The columns of a line that write_result() makes of a type, with commas between them; "" of any other type.
template <class Result>
constexpr std::string_view columns_of_type() {
  if constexpr (std::integral<Result>) {
    return "number";
  } else if constexpr (requires { typename Result::value_type; }) {
    using Item = typename Result::value_type;
    if constexpr (std::same_as<Result, std::vector<Item>> && std::is_arithmetic_v<Item>) return "number";
    if constexpr (std::same_as<Result, std::vector<std::complex<double>>>) return "real part, imaginary part";
    if constexpr (std::same_as<Result, std::optional<std::uint64_t>>) return "index or -1 for none";
  }
  return "";
}

/// Writes lines of "name value", where item i has name(i).
template <class Name, class Number>
void write_named(std::ostream& out, Name name, const std::vector<Number>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) out << name(i) << ' ' << values[i] << '\n';
}

}  // namespace pram::programs
