#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace pram::programs::oracle {

/// The values sorted by std::sort.
inline std::vector<std::int64_t> sorted(std::span<const std::int64_t> values) {
  std::vector<std::int64_t> all(values.begin(), values.end());
  std::ranges::sort(all);
  return all;
}

}  // namespace pram::programs::oracle
