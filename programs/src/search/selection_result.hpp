#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <vector>

#include <pram/programs/input/sequence/queries.hpp>
#include <pram/programs/search.hpp>

namespace pram::programs {

/// Whether a selection found what std::nth_element does.
inline bool is_selected(const NumbersAndRank& input, const Selection& found) {
  std::vector<std::int64_t> values = input.values;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(input.rank);
  std::nth_element(values.begin(), nth, values.end());
  return found.value == *nth;
}

inline Facts facts_of_selection(const NumbersAndRank&, const Selection& found) {
  return {{"value", found.value}, {"rounds", std::int64_t{found.rounds}}};
}

inline void write_result(std::ostream& out, const Selection& found) { out << found.value << '\n'; }

}  // namespace pram::programs
