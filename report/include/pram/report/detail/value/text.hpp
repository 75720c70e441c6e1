#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <pram/detail/printable.hpp>

/// Numbers and names as a terminal shows them.
namespace pram::report {

/// The most columns that a line of a report takes.
inline constexpr std::size_t line_width = 80;

/// A number with a comma after every three digits: "1,234,567".
std::string with_separators(std::uint64_t n);

/// A number in at most seven columns. Below a million it is exact; from there on it has four digits and an SI letter:
/// "12.35M".
std::string compact(std::uint64_t n);

/// A mean or a ratio with about three digits: "1.00", "43.7", "1,045"; from a million on as compact() has it. "-" if it
/// is not finite.
std::string decimal(double x);

/// part / whole: "31.2%", "<0.1%", and "-" if whole is not above 0.
std::string percentage(double part, double whole);

/// Wall time: "under 1 ms", "0.610 s", "6.10 s", "75 s", "12 min 5 s", "3 h 20 min".
std::string duration(double seconds);

using pram::printable;

/// The columns that printable UTF-8 takes in a terminal: one for each code point.
std::size_t columns(std::string_view text);

/// The text cut to `width` columns. If anything is lost, the last column is an ellipsis.
std::string shortened(std::string_view text, std::size_t width);

/// The words in lines of at most line_width columns. All lines but the first begin with `indent` blanks.
std::string wrapped(std::string_view text, std::size_t indent);

}  // namespace pram::report
