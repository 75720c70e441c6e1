#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <pram/machine.hpp>

/// Strings.
namespace pram::programs {

/// The places where a pattern of m letters begins in a text of n letters; occurrences may overlap. All letters of all
/// places are compared at once.
///
/// Model: CRCW common, not CREW. Time: T <= 3. Work: W <= 3 (n - m + 1) m.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 7.1.
/// @returns ascending places; none for an empty pattern
std::vector<std::uint64_t> string_matching_naive(Machine& machine, std::string_view text, std::string_view pattern);

}  // namespace pram::programs
