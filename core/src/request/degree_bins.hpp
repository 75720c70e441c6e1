#pragma once

#include <bit>
#include <cstdint>

#include <pram/ledger.hpp>

namespace pram::detail {

/// Counts groups of one degree, which is at least 1.
inline void count_degree(DegreeBins& bins, std::uint64_t degree, std::uint64_t groups = 1) {
  bins[static_cast<std::size_t>(std::bit_width(degree)) - 1] += groups;
}

inline void add_degrees(DegreeBins& bins, const DegreeBins& other) {
  for (std::size_t k = 0; k < bins.size(); ++k) bins[k] += other[k];
}

}  // namespace pram::detail
