#pragma once

#include <cstdint>
#include <vector>

#include "input/numbers.hpp"

/// Inputs from a seed, the same on every platform.
namespace pram::programs {

/// Whole numbers from -1 000 000 to 1 000 000.
std::vector<std::int64_t> random_numbers(std::uint64_t n, std::uint64_t seed);

/// Bits of which the first one lies anywhere with equal chance, and half of those after it are ones.
std::vector<std::uint8_t> random_bits(std::uint64_t n, std::uint64_t seed);

/// Keys 0..buckets-1; key k has a share of 1 / (k + 1) (Zipf's law with exponent 1).
Keys zipf_keys(std::uint64_t n, std::uint32_t buckets, std::uint64_t seed);

/// 0..n-1 in random order (Fisher, Yates).
std::vector<std::uint32_t> random_permutation(std::uint32_t n, std::uint64_t seed);

/// One list of n nodes in random order: the successor of each node, no_node for the last.
std::vector<std::uint32_t> random_list(std::uint32_t n, std::uint64_t seed);

}  // namespace pram::programs
