#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pram::programs::oracle {

/// The product of two n × n matrices, row by column, modulo 2^64.
inline std::vector<std::int64_t> matrix_product(std::span<const std::int64_t> left, std::span<const std::int64_t> right,
                                                std::uint64_t n) {
  std::vector<std::int64_t> found;
  for (std::uint64_t i = 0; i < n * n; ++i) {
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < n; ++k)
      sum += static_cast<std::uint64_t>(left[i / n * n + k]) * static_cast<std::uint64_t>(right[k * n + i % n]);
    found.push_back(static_cast<std::int64_t>(sum));
  }
  return found;
}

}  // namespace pram::programs::oracle
