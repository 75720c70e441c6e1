#pragma once

#include <cstdint>

namespace pram {

/// The project's hash (XXH3) of one word: equal on every machine, for choices that must look random and be the same on
/// every run.
std::uint64_t seeded_hash(std::uint64_t value, std::uint64_t seed) noexcept;

/// A number in [0, n) made from such a hash.
inline std::uint32_t seeded_choice(std::uint64_t value, std::uint64_t seed, std::uint32_t n) noexcept {
  return static_cast<std::uint32_t>(((seeded_hash(value, seed) >> 32) * n) >> 32);
}

}  // namespace pram
