#include <pram/detail/random/seeded_hash.hpp>

#include <bit>

#include "hash.hpp"

namespace pram {

std::uint64_t seeded_hash(std::uint64_t value, std::uint64_t seed) noexcept {
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap64(value);  // its bytes are hashed
  return detail::hash64(value, seed);
}

}  // namespace pram
