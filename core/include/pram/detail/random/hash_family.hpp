#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <pram/spec.hpp>

/// Families of hash functions, out of which simulations of shared memory draw the map from addresses to components.
namespace pram::detail {

/// A function of keys of 64 bits to numbers below n, drawn from a family.
class HashFunction {
 public:
  virtual ~HashFunction() = default;

  /// out[k] = a number in [0, n) for keys[k], 1 <= n <= 2^32 - 1. The number depends on the key and n alone.
  virtual void choose(std::span<const std::uint64_t> keys, std::uint32_t n, std::uint32_t* out) const = 0;
};

/// One row of the table of families.
struct HashFamily {
  const char* name;
  const char* summary;
  /// Draws a function: the same for the same seed.
  /// @throws ConfigError if values or options do not fit
  std::unique_ptr<HashFunction> (*draw)(const Spec& family, std::uint64_t seed);
};

/// The table: xxh3, multiply-shift, k-wise, tabulation.
std::span<const HashFamily> hash_families();

/// A function of the family that the spec names: "k-wise:5".
/// @throws ConfigError
std::unique_ptr<HashFunction> draw_hash(const Spec& family, std::uint64_t seed);

}  // namespace pram::detail
