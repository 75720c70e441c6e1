#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>

#include <pram/detail/no_node.hpp>
#include <pram/programs/program.hpp>
#include <pram/programs/search.hpp>

namespace pram::programs {

/// Writes both indices of each value; -1 for none.
inline void write_result(std::ostream& out, const NearestSmallerValues& found) {
  const auto shown = [](std::uint32_t index) { return index == no_node ? -1 : std::int64_t{index}; };
  for (std::size_t i = 0; i < found.left.size(); ++i)
    out << shown(found.left[i]) << ' ' << shown(found.right[i]) << '\n';
}

/// How many values have no smaller one on a side.
inline Facts facts_of(const NearestSmallerValues& found) {
  return {{"without_left", std::ranges::count(found.left, no_node)},
          {"without_right", std::ranges::count(found.right, no_node)}};
}

}  // namespace pram::programs
