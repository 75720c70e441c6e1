#pragma once

#include <bit>
#include <cstdint>

#define XXH_INLINE_ALL
#define XXH_VECTOR 0  // scalar: what is hashed is short, and vector code is long to compile
#include <xxhash.h>

/// The one hash of the project (XXH3), by value: placement keys, spreading draws, winners.
namespace pram::detail {

inline std::uint64_t hash64(std::uint64_t value, std::uint64_t seed) {
  return XXH3_64bits_withSeed(&value, sizeof value, seed);
}

/// Of 16 bytes, written out: the library's function is too long to be inlined, and ranks are asked for by the million.
inline std::uint64_t hash64(std::uint64_t a, std::uint64_t b, std::uint64_t seed) {
  __extension__ using Product = unsigned __int128;
  constexpr std::uint64_t low_secret = 0x1F67B3B7A4A44072 ^ 0x78E5C0CC4EE679CB;   // bytes 24 to 39 of XXH3's own
  constexpr std::uint64_t high_secret = 0x2172FFCC7DD05A82 ^ 0x8E2443F7744608B8;  // 40 to 55
  a ^= low_secret + seed;
  b ^= high_secret - seed;
  const Product product = Product{a} * b;
  const auto folded = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  std::uint64_t x = 2 * sizeof a + __builtin_bswap64(a) + b + folded;
  x ^= x >> 37;
  x *= 0x165667919E3779F9;
  return x ^ (x >> 32);
}

/// hash64(value, seed) of many values: XXH3 of 8 bytes written out, so that a whole block of it runs in vector
/// registers.
class SeededHash {
 public:
  explicit SeededHash(std::uint64_t seed)
      : flip_(secret - (seed ^ (std::uint64_t{__builtin_bswap32(static_cast<std::uint32_t>(seed))} << 32))) {}

  std::uint64_t operator()(std::uint64_t value) const {
    std::uint64_t x = std::rotl(value, 32) ^ flip_;
    x ^= std::rotl(x, 49) ^ std::rotl(x, 24);
    x *= multiplier;
    x ^= (x >> 35) + sizeof value;
    x *= multiplier;
    return x ^ (x >> 28);
  }

 private:
  static constexpr std::uint64_t secret = 0x1CAD21F72C81017C ^ 0xDB979083E96DD4DE;  // bytes 8 to 23 of XXH3's own
  static constexpr std::uint64_t multiplier = 0x9FB21C651E98DF25;

  std::uint64_t flip_;
};

/// Maps a hash to [0, n) without a division.
inline std::uint32_t reduce(std::uint64_t hash, std::uint32_t n) {
  return static_cast<std::uint32_t>(((hash >> 32) * n) >> 32);
}

}  // namespace pram::detail
