#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/ledger.hpp>

namespace pram::report {

/// Where a region of the program was open: steps or supersteps by their numbers.
struct RegionBand {
  std::string name;  ///< "": several regions, too short to be distinguished
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// The bands of a ledger's regions by their depth, outermost first, each row ascending. The deepest regions, which are
/// left out, are inside others.
/// @param most  bands that a row has room for: neighbours that are too close for that are one
std::vector<std::vector<RegionBand>> region_bands(const Ledger& ledger, std::size_t most);

inline constexpr std::size_t most_region_rows = 4;

}  // namespace pram::report
