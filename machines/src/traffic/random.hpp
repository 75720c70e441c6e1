#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <pram/detail/seeded_hash.hpp>

namespace pram::detail {

/// Pseudo-random numbers by counter: any of them can be drawn in any order.
class TrafficRandom {
 public:
  /// @param stream  keeps the users of one seed apart
  TrafficRandom(std::uint64_t seed, std::uint64_t stream) : seed_(seeded_hash(stream, seed)) {}

  /// In [0, n), n >= 1; the bias is below n / 2^32.
  std::uint32_t below(std::uint64_t counter, std::uint32_t n) const { return seeded_choice(counter, seed_, n); }

  /// The numbers 0 … n - 1 in random order. Uses the counters from `first` to first + n.
  std::vector<std::uint32_t> permutation(std::uint32_t n, std::uint64_t first) const {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0U);
    for (std::uint32_t i = n; i > 1; --i) std::swap(order[i - 1], order[below(first + i, i)]);
    return order;
  }

 private:
  std::uint64_t seed_;
};

}  // namespace pram::detail
