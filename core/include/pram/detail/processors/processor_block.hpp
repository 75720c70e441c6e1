#pragma once

#include <bit>
#include <cstdint>

namespace pram::detail {

/// Consecutive processors whose part of a step is worked out in one go.
struct ProcessorBlock {
  std::uint64_t first = 0;  ///< processor
  std::uint32_t count = 0;
  const std::uint64_t* live = nullptr;  ///< a bit for each processor of the whole group; null: all of the block live
  std::uint32_t at = 0;                 ///< the one of the block whose function threw

  bool lives(std::uint32_t k) const {
    const std::uint64_t i = first + k;
    return live == nullptr || (live[i / 64] >> (i % 64) & 1) != 0;
  }

  /// A bit for each of the 64 processors from the k-th on; there is a word behind the last of the group.
  std::uint64_t lives_from(std::uint32_t k) const {
    if (live == nullptr) return ~std::uint64_t{0};
    const std::uint64_t i = first + k;
    const std::uint64_t low = live[i / 64] >> (i % 64);
    return i % 64 == 0 ? low : low | live[i / 64 + 1] << (64 - i % 64);
  }
};

/// Calls visit(k) for all processors of a block; block.at is the one that has thrown.
template <class Visit>
void for_all(ProcessorBlock& block, const Visit& visit) {
  std::uint32_t k = 0;
  try {
    for (; k < block.count; ++k) visit(k);
  } catch (...) {
    block.at = k;
    throw;
  }
}

/// The same for those that live.
template <class Visit>
void for_live(ProcessorBlock& block, const Visit& visit) {
  if (block.live == nullptr) return for_all(block, visit);
  std::uint32_t k = 0;
  try {
    for (std::uint32_t begin = 0; begin < block.count; begin += 64) {
      std::uint64_t live = block.lives_from(begin);
      if (block.count - begin < 64) live &= (std::uint64_t{1} << (block.count - begin)) - 1;
      if (live == ~std::uint64_t{0}) {
        for (k = begin; k < begin + 64; ++k) visit(k);
        continue;
      }
      for (; live != 0; live &= live - 1) {
        k = begin + static_cast<std::uint32_t>(std::countr_zero(live));
        visit(k);
      }
    }
  } catch (...) {
    block.at = k;
    throw;
  }
}

}  // namespace pram::detail
