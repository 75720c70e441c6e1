#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace pram {

/// The project's hash (XXH3) of one word: equal on every machine, for choices that must look random and be the same on
/// every run.
std::uint64_t seeded_hash(std::uint64_t value, std::uint64_t seed) noexcept;

/// A number in [0, n) made from such a hash.
inline std::uint32_t seeded_choice(std::uint64_t value, std::uint64_t seed, std::uint32_t n) noexcept {
  return static_cast<std::uint32_t>(((seeded_hash(value, seed) >> 32) * n) >> 32);
}

}  // namespace pram

namespace pram::detail {

/// Pseudo-random numbers by counter: number i is the hash of i under the seed. The numbers can be drawn in any order,
/// and are the same on every platform.
class SeededRandom {
 public:
  /// @param stream  keeps the users of one seed apart
  SeededRandom(std::uint64_t seed, std::uint64_t stream) : seed_(seeded_hash(stream, seed)) {}

  std::uint64_t operator()(std::uint64_t counter) const { return seeded_hash(counter, seed_); }

  /// In [0, n), n >= 1; the bias is below n / 2^32.
  std::uint32_t below(std::uint64_t counter, std::uint32_t n) const { return seeded_choice(counter, seed_, n); }

  /// The numbers 0 … n - 1 in random order (Fisher, Yates). Uses the counters from `first` to first + n.
  std::vector<std::uint32_t> permutation(std::uint32_t n, std::uint64_t first = 0) const {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0U);
    for (std::uint32_t i = n; i > 1; --i) std::swap(order[i - 1], order[below(first + i, i)]);
    return order;
  }

 private:
  std::uint64_t seed_;
};

}  // namespace pram::detail
