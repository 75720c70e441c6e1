#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <pram/machine.hpp>

namespace pram::programs {

/// The index of the first bit that is not 0, in constant time: with s = ceil(sqrt n), the leftmost block of s bits that
/// holds a one is found by comparing all pairs of blocks, then the leftmost one of that block by all pairs of its bits.
///
/// Model: CRCW common, not CREW (all ones of a block report it). Time: T = 14 for n >= 1. Work: O(n) on s^2 processors.
///
/// Source: Fich, Ragde, Wigderson, Relations between concurrent-write models of parallel computation, SIAM J. Computing
/// 17 (1988).
/// @returns nothing if all bits are 0
std::optional<std::uint64_t> leftmost_one(Machine& machine, std::span<const std::uint8_t> bits);

}  // namespace pram::programs
