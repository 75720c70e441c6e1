#include "input/generate.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <pram/programs/list_ranking_wyllie.hpp>
#include "random.hpp"

namespace pram::programs {

namespace {

// One stream a generator, so that inputs of one seed have nothing to do with each other.
enum Stream : std::uint64_t { numbers_stream = 1, bits_stream, first_one_stream, zipf_stream, permutation_stream };

}  // namespace

std::vector<std::int64_t> random_numbers(std::uint64_t n, std::uint64_t seed) {
  constexpr std::int64_t largest = 1'000'000;
  const Random random(seed, numbers_stream);
  std::vector<std::int64_t> values(n);
  for (std::uint64_t i = 0; i < n; ++i)
    values[i] = static_cast<std::int64_t>(random.below(i, 2 * largest + 1)) - largest;
  return values;
}

std::vector<std::uint8_t> random_bits(std::uint64_t n, std::uint64_t seed) {
  std::vector<std::uint8_t> bits(n, 0);
  if (n == 0) return bits;
  const Random random(seed, bits_stream);
  const std::uint64_t first = Random(seed, first_one_stream)(0) % n;
  bits[first] = 1;
  for (std::uint64_t i = first + 1; i < n; ++i) bits[i] = static_cast<std::uint8_t>(random.below(i, 2));
  return bits;
}

Keys zipf_keys(std::uint64_t n, std::uint32_t buckets, std::uint64_t seed) {
  constexpr std::uint32_t unit = 1U << 24;
  Keys keys;
  keys.values.resize(buckets);
  std::iota(keys.values.begin(), keys.values.end(), std::int64_t{0});
  std::vector<std::uint32_t> below(
      buckets);  // shares of keys 0..k, summed; whole numbers, as platforms differ in real ones
  std::uint32_t sum = 0;
  for (std::uint32_t k = 0; k < buckets; ++k) below[k] = sum += std::max(1U, unit / (k + 1));
  const Random random(seed, zipf_stream);
  keys.of.resize(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    keys.of[i] = static_cast<std::uint32_t>(std::ranges::upper_bound(below, random.below(i, sum)) - below.begin());
  }
  return keys;
}

std::vector<std::uint32_t> random_permutation(std::uint32_t n, std::uint64_t seed) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  const Random random(seed, permutation_stream);
  for (std::uint32_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i, i)]);
  return order;
}

std::vector<std::uint32_t> random_list(std::uint32_t n, std::uint64_t seed) {
  const std::vector<std::uint32_t> order = random_permutation(n, seed);
  std::vector<std::uint32_t> next(n, no_node);
  for (std::uint32_t k = 1; k < n; ++k) next[order[k - 1]] = order[k];
  return next;
}

}  // namespace pram::programs
