#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <pram/programs/input/kind.hpp>

namespace pram::programs {

/// Keys of a sort or a histogram, as numbers of buckets.
struct Keys {
  std::vector<std::uint32_t> of;     ///< per item: its bucket
  std::vector<std::int64_t> values;  ///< per bucket, ascending: the key that it stands for

  std::uint32_t buckets() const { return static_cast<std::uint32_t>(values.size()); }
};

/// Makes keys of values, with a bucket for each distinct value.
Keys keys_of(const std::vector<std::int64_t>& values);

/// @throws ConfigError for a key that is not below buckets
void check_keys(std::span<const std::uint32_t> keys, std::uint32_t buckets);

/// Random keys 0..buckets-1. The share of key k is proportional to 1 / (k + 1) (Zipf's law with exponent 1).
Keys zipf_keys(std::uint64_t n, std::uint32_t buckets, std::uint64_t seed);

/// Keys: the numbers of a file with a bucket for each distinct number, or generated keys in 4096 buckets.
struct BucketKeys {
  using Value = Keys;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& keys) { return {{"n", keys.of.size()}, {"buckets", keys.values.size()}}; }
  static std::tuple<std::span<const std::uint32_t>, std::uint32_t> arguments(const Value& keys) {
    return {keys.of, keys.buckets()};
  }
};

extern template const UntypedKind& untyped_kind<BucketKeys>();

}  // namespace pram::programs
