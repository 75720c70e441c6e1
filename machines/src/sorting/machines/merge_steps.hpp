#pragma once

#include <cstdint>

namespace pram::detail {

/// The steps of odd-even merge sort (Batcher 1968) of any number of places, t (t + 1) / 2 of them with t = ⌈log2 n⌉:
/// those of the next power of two. All comparisons put the larger record higher, so that imaginary places behind the
/// last one would keep the largest records of all, and comparisons with them change nothing.
/// @param visit  visit(length of the sorted runs that are merged, distance of the places that are compared)
template <class Visit>
void for_each_merge(std::uint32_t places, Visit&& visit) {
  for (std::uint32_t length = 1; length < places; length *= 2) {
    for (std::uint32_t apart = length; apart >= 1; apart /= 2) visit(length, apart);
  }
}

/// The place with which a place compares in a step; itself where it does not.
inline std::uint32_t merge_partner(std::uint32_t place, std::uint32_t places, std::uint32_t length,
                                   std::uint32_t apart) {
  const std::uint32_t first = apart % length;
  if (place < first) return place;
  const bool low = (place - first) % (2 * apart) < apart;
  const std::uint32_t other = low ? place + apart : place - apart;
  return other < places && place / (2 * length) == other / (2 * length) ? other : place;
}

}  // namespace pram::detail
