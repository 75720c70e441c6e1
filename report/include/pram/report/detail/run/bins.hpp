#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pram::report {

/// The entries of a long row, put into as many bins as a drawing has pixels. Entry k is in bin k * bins / entries,
/// rounded down. Without entries there is no bin.
struct Bins {
  std::size_t entries = 0;
  std::size_t bins = 0;

  /// @param most  bins, at least 1
  static Bins of(std::size_t entries, std::size_t most) { return {entries, std::min(entries, most)}; }

  /// The first entry of a bin; of bin `bins`, the number of entries.
  std::size_t first(std::size_t bin) const { return (bin * entries + bins - 1) / bins; }
  std::size_t bin_of(std::size_t entry) const { return entry * bins / entries; }
};

}  // namespace pram::report
