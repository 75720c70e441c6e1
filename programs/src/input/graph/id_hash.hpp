#pragma once

#include <cstdint>
#include <random>

#define XXH_INLINE_ALL
#define XXH_VECTOR 0  // scalar: what is hashed is short, and vector code is long to compile
#include <xxhash.h>

namespace pram::programs {

/// A hash of ids under a secret random key, so that nobody can make an input of ids that collide: XXH3 of two words,
/// the id and half of the key, with the other half as seed. XXH3 of two words multiplies a function of the one by a
/// function of the other. XXH3 of the id alone would not do: whatever the seed, it flips bits of the id and then mixes
/// them in a known way.
class IdHash {
 public:
  /// Draws the key from the random numbers of the host.
  IdHash() : IdHash(drawn(), drawn()) {}
  IdHash(std::uint64_t key, std::uint64_t seed) : key_(key), seed_(seed) {}

  std::uint64_t operator()(std::uint64_t id) const {
    const std::uint64_t words[2] = {id, key_};
    return XXH3_64bits_withSeed(words, sizeof words, seed_);
  }

 private:
  static std::uint64_t drawn() {
    std::random_device device;
    return static_cast<std::uint64_t>(device()) << 32 | device();
  }

  std::uint64_t key_;
  std::uint64_t seed_;
};

}  // namespace pram::programs
