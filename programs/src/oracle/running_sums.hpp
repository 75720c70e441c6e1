#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pram::programs::oracle {

/// Running sums modulo 2^64, one by one.
inline std::vector<std::int64_t> running_sums(std::span<const std::int64_t> values) {
  std::vector<std::int64_t> sums;
  sums.reserve(values.size());
  std::uint64_t sum = 0;
  for (const std::int64_t value : values)
    sums.push_back(static_cast<std::int64_t>(sum += static_cast<std::uint64_t>(value)));
  return sums;
}

}  // namespace pram::programs::oracle
