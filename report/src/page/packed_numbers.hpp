#pragma once

#include <cstdint>
#include <span>

#include <pram/report/value.hpp>

namespace pram::report {

/// Numbers that are mostly alike, for a page's script, in about a fourth of the room that a list of JSON takes: by the
/// code of Rice (1979), what each is above the `least` of them, v, as v >> `shift` ones, a zero, and the `shift` low
/// bits of v, highest first. `digits` has six bits a letter, highest first, A to Z, a to z, 0 to 9, - and _ in this
/// order; `count` of the numbers are in them, and zeros behind these. The shift is that of fewest bits.
Record packed_numbers(std::span<const std::uint64_t> numbers);

}  // namespace pram::report
