#pragma once

#include <cstdint>

/// Whole square roots.
namespace pram::programs {

/// ⌊√n⌋.
constexpr std::uint64_t floor_root(std::uint64_t n) {
  std::uint64_t root = 0;
  while ((root + 1) * (root + 1) <= n) ++root;
  return root;
}

/// ⌈√n⌉.
constexpr std::uint64_t ceil_root(std::uint64_t n) {
  const std::uint64_t root = floor_root(n);
  return root * root == n ? root : root + 1;
}

}  // namespace pram::programs
