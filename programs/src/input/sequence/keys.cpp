#include <pram/programs/input/sequence/keys.hpp>

#include <algorithm>
#include <numeric>
#include <string>

#include <pram/error.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include "input/shapes_made_of.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

constexpr std::uint32_t default_buckets = 4096;

/// Keys 0..default_buckets-1, without items.
Keys no_keys(std::uint32_t buckets = default_buckets) {
  Keys keys;
  keys.values.resize(buckets);
  std::iota(keys.values.begin(), keys.values.end(), std::int64_t{0});
  return keys;
}

}  // namespace

Keys keys_of(const std::vector<std::int64_t>& values) {
  Keys keys;
  keys.values = values;
  std::ranges::sort(keys.values);
  keys.values.erase(std::ranges::unique(keys.values).begin(), keys.values.end());
  keys.of.reserve(values.size());
  for (const std::int64_t value : values) {
    keys.of.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(keys.values, value) - keys.values.begin()));
  }
  return keys;
}

void check_keys(std::span<const std::uint32_t> keys, std::uint32_t buckets) {
  const auto largest = std::ranges::max_element(keys);
  if (largest != keys.end() && *largest >= buckets)
    throw ConfigError("key", std::to_string(*largest), "below " + std::to_string(buckets) + ", the number of buckets");
}

Keys zipf_keys(std::uint64_t n, std::uint32_t buckets, std::uint64_t seed) {
  constexpr std::uint32_t unit = 1U << 24;
  Keys keys = no_keys(buckets);
  // Sums of the shares of keys 0..k: whole numbers, as sums of real numbers differ between platforms.
  std::vector<std::uint32_t> below(buckets);
  std::uint32_t sum = 0;
  for (std::uint32_t k = 0; k < buckets; ++k) below[k] = sum += std::max(1U, unit / (k + 1));
  const Random random(seed, zipf_stream);
  keys.of.resize(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    keys.of[i] = static_cast<std::uint32_t>(std::ranges::upper_bound(below, random.below(i, sum)) - below.begin());
  }
  return keys;
}

Shapes<Keys> BucketKeys::shapes() {
  return {
      {"zipf", "Zipf keys", [](std::uint64_t n, std::uint64_t seed) { return zipf_keys(n, default_buckets, seed); }},
      {"random", "random keys",
       [](std::uint64_t n, std::uint64_t seed) {
         Keys keys = no_keys();
         const Random random(seed, keys_stream);
         for (std::uint64_t i = 0; i < n; ++i) keys.of.push_back(random.below(i, default_buckets));
         return keys;
       }},
      {"equal", "equal keys",
       [](std::uint64_t n, std::uint64_t seed) {
         Keys keys = no_keys();
         keys.of.assign(n, Random(seed, keys_stream).below(0, default_buckets));
         return keys;
       }},
      {"sorted", "sorted Zipf keys", [](std::uint64_t n, std::uint64_t seed) {
         Keys keys = zipf_keys(n, default_buckets, seed);
         std::ranges::sort(keys.of);
         return keys;
       }}};
}

Keys BucketKeys::read(const InputRequest& request, const Sizes& sizes) {
  return keys_of(Numbers::read(request, sizes));
}

template const UntypedKind& untyped_kind<BucketKeys>();

}  // namespace pram::programs
