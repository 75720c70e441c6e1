#pragma once

#include <cstdint>

#define XXH_INLINE_ALL
#define XXH_VECTOR 0  // scalar: what is hashed is short, and vector code is long to compile
#include <xxhash.h>

/// The one hash of the project (XXH3), by value: placement keys, spreading draws, winners.
namespace pram::detail {

inline std::uint64_t hash64(std::uint64_t value, std::uint64_t seed) {
  return XXH3_64bits_withSeed(&value, sizeof value, seed);
}

inline std::uint64_t hash64(std::uint64_t a, std::uint64_t b, std::uint64_t seed) {
  const std::uint64_t both[2] = {a, b};
  return XXH3_64bits_withSeed(both, sizeof both, seed);
}

/// Maps a hash to [0, n) without a division.
inline std::uint32_t reduce(std::uint64_t hash, std::uint32_t n) {
  return static_cast<std::uint32_t>(((hash >> 32) * n) >> 32);
}

}  // namespace pram::detail
