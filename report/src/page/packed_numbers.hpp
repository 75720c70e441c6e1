#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// Numbers that are mostly alike, for a page's script, in about a fourth of the room that a list of JSON takes: by the
/// code of Rice (1979), what each is above the `least` of them, v, as v >> `shift` ones, a zero, and the `shift` low
/// bits of v, highest first. `digits` has six bits a letter, highest first, A to Z, a to z, 0 to 9, - and _ in this
/// order; `count` of the numbers are in them, and zeros behind these. The shift is that of fewest bits.
Record packed_numbers(std::span<const std::uint64_t> numbers);

/// The same of numbers whose neighbours lie close: packed are the differences of each to the one before. A number
/// counts as one more, and none as 0, which also stands before the first; d above is 2 d, and d below 2 d - 1.
Record packed_differences(std::span<const std::optional<std::uint64_t>> numbers);

}  // namespace pram::report
