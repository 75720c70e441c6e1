#pragma once

#include <bit>
#include <cstdint>

/// Whole logarithms to base 2, as bounds are stated in.
namespace pram::programs {

/// floor(log2 n) for n >= 1.
constexpr std::uint64_t floor_log2(std::uint64_t n) { return static_cast<std::uint64_t>(std::bit_width(n)) - 1; }

/// ceil(log2 n) for n >= 1.
constexpr std::uint64_t ceil_log2(std::uint64_t n) { return static_cast<std::uint64_t>(std::bit_width(n - 1)); }

}  // namespace pram::programs
