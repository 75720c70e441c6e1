#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <pram/detail/printable.hpp>

/// Numbers and names as a terminal shall show them.
namespace pram::perf {

/// What a report may be wide.
inline constexpr std::size_t line_width = 80;

/// "1,234,567"
std::string with_separators(std::uint64_t n);

/// At most seven columns: exact below a million, from there on four digits and an SI letter: "12.35M".
std::string compact(std::uint64_t n);

/// A mean or a ratio with about three digits: "1.00", "43.7", "1,045".
std::string decimal(double x);

/// part / whole: "31.2%", "<0.1%", and "-" where there is no whole.
std::string percentage(double part, double whole);

/// Wall time: "0.61 s", "75 s", "12 min 5 s".
std::string duration(double seconds);

using pram::printable;

/// Columns that printable UTF-8 takes in a terminal (one a code point).
std::size_t columns(std::string_view text);

/// The text cut to so many columns, the last one an ellipsis if anything is lost.
std::string shortened(std::string_view text, std::size_t width);

/// Words broken into lines of at most line_width columns; all but the first begin with `indent` blanks.
std::string wrapped(std::string_view text, std::size_t indent);

}  // namespace pram::perf
