#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <span>

namespace pram::testing {

/// 64 inputs of zeros and ones at once, one a bit: a comparator is an AND and an OR.
struct BitSlices {
  static void compare_exchange(std::uint64_t& low, std::uint64_t& high, bool descending) {
    const std::uint64_t both = low & high;
    const std::uint64_t either = low | high;
    low = descending ? either : both;
    high = descending ? both : either;
  }
  static bool ordered(std::uint64_t record, std::uint64_t next) { return (record & ~next) == 0; }
  static void sort(std::span<std::uint64_t>, bool) { FAIL("atoms by formula cannot sort slices"); }
};

}  // namespace pram::testing
