#pragma once

#include <cstdint>
#include <vector>

#include <pram/machine/array.hpp>

namespace pram::programs {

/// The indices of the cells that are true, ascending.
inline std::vector<std::uint64_t> marked_places(const Array<bool>& marks) {
  std::vector<std::uint64_t> places;
  for (std::uint64_t place = 0; const bool here : marks.host()) {
    if (here) places.push_back(place);
    ++place;
  }
  return places;
}

}  // namespace pram::programs
