#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "../host/pages.hpp"

namespace pram::detail {

/// Finds records of one address among those of one component. Reused from component to component without clearing:
/// an entry counts only if it bears the present generation.
class MergeTable {
 public:
  /// Starts a new, empty table that is to hold up to `records` records.
  void begin(std::uint32_t records) {
    // Sparse while it fits the first cache with room to spare: a collision costs more than the space.
    const unsigned sparse = records <= 256 ? 2 : 1;
    const unsigned bits = static_cast<unsigned>(std::bit_width(std::max(records, 4U))) + sparse;
    const std::size_t size = std::size_t{1} << bits;
    if (size > entries_.size()) {
      entries_.reset(size);
      generation_ = 0;
    }
    if (++generation_ == 0) {
      entries_.reset(entries_.size());
      generation_ = 1;
    }
    shift_ = 64 - bits;
    mask_ = static_cast<std::uint32_t>(size - 1);
  }

  /// @param key    what records must share
  /// @param fresh  the number under which the key is entered if it is new
  /// @param same   same(number): does the record of that number have this key?
  /// @returns the number of the record that has the key, `fresh` if there was none
  template <class Same>
  std::uint32_t find(std::uint64_t key, std::uint32_t fresh, const Same& same) {
    auto place = static_cast<std::uint32_t>((key * 0x9E3779B97F4A7C15U) >> shift_);
    while (true) {
      const std::uint64_t entry = entries_[place];
      if (entry >> 32 != generation_) {
        entries_[place] = (std::uint64_t{generation_} << 32) | fresh;
        return fresh;
      }
      const auto number = static_cast<std::uint32_t>(entry);
      if (same(number)) return number;
      place = (place + 1) & mask_;
    }
  }

 private:
  Pages<std::uint64_t> entries_;  // generation above, record number below
  std::uint32_t generation_ = 0;
  std::uint32_t mask_ = 0;
  unsigned shift_ = 0;
};

}  // namespace pram::detail
