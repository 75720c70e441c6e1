#include <pram/detail/seeded_hash.hpp>

#include "hash.hpp"

namespace pram {

std::uint64_t seeded_hash(std::uint64_t value, std::uint64_t seed) noexcept { return detail::hash64(value, seed); }

}  // namespace pram
