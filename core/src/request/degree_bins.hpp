#pragma once

#include <bit>
#include <cstdint>

#include <pram/ledger.hpp>

namespace pram::detail {

/// The number of a degree's bin.
inline std::size_t degree_bin(std::uint64_t degree) { return static_cast<std::size_t>(std::bit_width(degree)) - 1; }

/// Counts groups of one degree, which is at least 1.
inline void count_degree(DegreeBins& bins, std::uint64_t degree, std::uint64_t groups = 1) {
  bins[degree_bin(degree)] += groups;
}

/// A group has grown, where groups of one are not counted.
inline void grow_degree(DegreeBins& bins, std::uint64_t from, std::uint64_t to) {
  const std::size_t before = degree_bin(from);
  const std::size_t after = degree_bin(to);
  if (before == after) return;
  if (before > 0) --bins[before];
  ++bins[after];
}

inline void add_degrees(DegreeBins& bins, const DegreeBins& other) {
  for (std::size_t k = 0; k < bins.size(); ++k) bins[k] += other[k];
}

}  // namespace pram::detail
