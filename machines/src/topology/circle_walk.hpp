#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>

namespace pram {

/// A walk on a circle of places in at most three straight pieces, each so many places up, or down if it is negative.
struct CircleWalk {
  std::int32_t piece[3] = {0, 0, 0};

  std::uint32_t steps() const {
    return static_cast<std::uint32_t>(std::abs(piece[0]) + std::abs(piece[1]) + std::abs(piece[2]));
  }
};

/// Calls visit(walk) for walks on a circle of `places` places from place 0 to place `end` that come by all places of a
/// set, the shortest among them. A walk that does not go all around leaves out the places between two neighbours of the
/// set, and turns at these two.
/// @param set  a bit for each place
template <class Visit>
void for_each_circle_walk(std::uint32_t places, std::uint32_t end, std::uint32_t set, const Visit& visit) {
  const auto around = static_cast<std::int32_t>(places);
  const auto last = static_cast<std::int32_t>(end);
  set |= 1;
  for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
    const std::int32_t up = std::countr_zero(rest);
    const std::uint32_t beyond = rest & (rest - 1);
    const std::int32_t down = beyond == 0 ? 0 : std::countr_zero(beyond) - around;
    for (std::int32_t stop = last; stop >= last - around; stop -= around) {
      const std::int32_t high = stop > up ? stop : up;
      const std::int32_t low = stop < down ? stop : down;
      if (high - low >= around) continue;
      visit(CircleWalk{{high, low - high, stop - low}});
      visit(CircleWalk{{low, high - low, stop - high}});
    }
  }
  visit(CircleWalk{{last + around, 0, 0}});
  visit(CircleWalk{{last - (last == 0 ? around : 2 * around), 0, 0}});
}

}  // namespace pram
