#pragma once

#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#define XXH_INLINE_ALL
#define XXH_VECTOR 0  // scalar: what is hashed is short, and vector code is long to compile
#include <xxhash.h>

/// Random inputs from a seed, the same on every platform.
namespace pram::programs {

/// A stream for each generator, so that inputs of one seed are independent.
enum Stream : std::uint64_t {
  numbers_stream = 1,
  bits_stream,
  first_one_stream,
  zipf_stream,
  permutation_stream,
  keys_stream,
  graph_stream,
  tree_stream,
  cuts_stream,
  text_stream,
  rmat_stream = 17,
  weights_stream,
  coins_stream,
};

/// Pseudo-random numbers by counter: number i is XXH3 of i under the seed. Any of them can be drawn in any order, and
/// they are the same on every platform.
class Random {
 public:
  /// @param stream  keeps the users of one seed apart
  Random(std::uint64_t seed, std::uint64_t stream) : seed_(hash(stream, seed)) {}

  std::uint64_t operator()(std::uint64_t counter) const { return hash(counter, seed_); }

  /// In [0, n), n >= 1; the bias is below n / 2^32.
  std::uint32_t below(std::uint64_t counter, std::uint32_t n) const {
    return static_cast<std::uint32_t>(((*this)(counter) >> 32) * n >> 32);
  }

 private:
  static std::uint64_t hash(std::uint64_t value, std::uint64_t seed) {
    if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap64(value);
    return XXH3_64bits_withSeed(&value, sizeof value, seed);
  }

  std::uint64_t seed_;
};

/// The numbers 0..n-1 in random order (Fisher, Yates).
inline std::vector<std::uint32_t> random_permutation(std::uint32_t n, std::uint64_t seed) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  const Random random(seed, permutation_stream);
  for (std::uint32_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i, i)]);
  return order;
}

}  // namespace pram::programs
