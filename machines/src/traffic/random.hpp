#pragma once

#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace pram::detail {

/// Pseudo-random numbers by counter, the same on every platform: number i is XXH3 of i under the seed.
class TrafficRandom {
 public:
  /// @param stream  keeps the users of one seed apart
  TrafficRandom(std::uint64_t seed, std::uint64_t stream) : seed_(hash(stream, seed)) {}

  /// In [0, n), n >= 1; the bias is below n / 2^32.
  std::uint32_t below(std::uint64_t counter, std::uint32_t n) const {
    return static_cast<std::uint32_t>(((hash(counter, seed_) >> 32) * n) >> 32);
  }

  /// Each of 0 … n - 1 once. Uses the counters from `first` to first + n.
  std::vector<std::uint32_t> permutation(std::uint32_t n, std::uint64_t first) const {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0U);
    for (std::uint32_t i = n; i > 1; --i) std::swap(order[i - 1], order[below(first + i, i)]);
    return order;
  }

 private:
  static std::uint64_t hash(std::uint64_t value, std::uint64_t seed) {
    if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap64(value);
    return XXH3_64bits_withSeed(&value, sizeof value, seed);
  }

  std::uint64_t seed_;
};

}  // namespace pram::detail
