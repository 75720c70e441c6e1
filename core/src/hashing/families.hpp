#pragma once

#include <cstdint>
#include <string>

#include <pram/detail/random/hash_family.hpp>

/// The room of hash families: each draws functions from keys of 64 bits to components.
namespace pram::detail {

#define HASH_FAMILY(name) HashFamily name##_family();
#include "families.def"

/// A family as lists and files have it: "K-WISE,5" is "k-wise:5".
/// @throws ConfigError if there is none, or if values or options do not fit
std::string family_text(const Spec& family);

/// floor(x n / 2^64): of a value that is even over 64 bits, a number below n.
inline std::uint32_t scaled(std::uint64_t x, std::uint32_t n) {
  __extension__ using Product = unsigned __int128;
  return static_cast<std::uint32_t>((Product{x} * n) >> 64);
}

}  // namespace pram::detail
