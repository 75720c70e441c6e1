#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <ostream>
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

/// Writes lines of "name value", where item i has name(i).
template <class Name, class Number>
void write_named(std::ostream& out, Name name, const std::vector<Number>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) out << name(i) << ' ' << values[i] << '\n';
}

}  // namespace pram::programs
