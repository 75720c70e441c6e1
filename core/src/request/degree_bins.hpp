#pragma once

#include <bit>
#include <cstdint>

#include <pram/ledger.hpp>

namespace pram::detail {

/// The number of a degree's bin; a degree is at least 1.
inline std::size_t degree_bin(std::uint64_t degree) { return static_cast<std::size_t>(std::bit_width(degree | 1)) - 1; }

/// Counts groups of one degree, which is at least 1.
inline void count_degree(DegreeBins& bins, std::uint64_t degree, std::uint64_t groups = 1) {
  bins[degree_bin(degree)] += groups;
}

/// Moves a group that has grown to another bin. Bin 0 then means nothing, so that nothing needs to be decided for each
/// group: groups of one are the rest of all.
inline void grow_degree(DegreeBins& bins, std::uint64_t from, std::uint64_t to) {
  --bins[degree_bin(from)];
  ++bins[degree_bin(to)];
}

inline void add_degrees(DegreeBins& bins, const DegreeBins& other) {
  for (std::size_t k = 0; k < bins.size(); ++k) bins[k] += other[k];
}

}  // namespace pram::detail
