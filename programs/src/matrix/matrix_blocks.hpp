#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/network/poll.hpp>
#include "distribution.hpp"

/// Blocks of matrices that lie on BSP processes.
namespace pram::programs {

/// Rows or columns that follow each other.
struct Interval {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  ///< excluded

  std::uint64_t size() const { return last - first; }
};

inline Interval block_of(const BlockDistribution& lines, std::uint64_t block) {
  return {lines.first(block), lines.first(block + 1)};
}

/// @param parts  of the interval
inline Interval part_of(const Interval& whole, const BlockDistribution& parts, std::uint64_t part) {
  return {whole.first + parts.first(part), whole.first + parts.first(part + 1)};
}

/// What a message brings: of the left factor, or of the right one.
enum Factor : std::uint64_t { of_left, of_right };

/// The numbers of a block, row by row.
inline std::vector<std::int64_t> copy_of(std::span<const std::int64_t> matrix, std::uint64_t n, const Interval& rows,
                                         const Interval& columns) {
  std::vector<std::int64_t> copy;
  copy.reserve(rows.size() * columns.size());
  for (std::uint64_t i = rows.first; i < rows.last; ++i) {
    const auto row = matrix.subspan(i * n + columns.first, columns.size());
    copy.insert(copy.end(), row.begin(), row.end());
  }
  return copy;
}

/// Adds the product of two blocks, of rows × middle and middle × columns numbers, modulo 2^64.
/// @returns operations
inline std::uint64_t add_product(std::span<const std::int64_t> left, std::span<const std::int64_t> right,
                                 std::vector<std::uint64_t>& sum, std::uint64_t rows, std::uint64_t middle,
                                 std::uint64_t columns) {
  Poller poller;
  for (std::uint64_t i = 0; i < rows; ++i) {
    for (std::uint64_t k = 0; k < middle; ++k) {
      poller.work(columns);
      const auto factor = static_cast<std::uint64_t>(left[i * middle + k]);
      for (std::uint64_t j = 0; j < columns; ++j)
        sum[i * columns + j] += factor * static_cast<std::uint64_t>(right[k * columns + j]);
    }
  }
  return 2 * rows * middle * columns;
}

/// @param option   what holds them, as an error names it
/// @param numbers  how many there are
/// @throws ConfigError unless they make a matrix of n rows and n columns
inline void check_square(const char* option, std::uint64_t numbers, std::uint64_t n) {
  constexpr std::uint64_t most = 0xFFFFFFFF;  // n * n has 64 bits
  if (n > most) throw ConfigError("n", std::to_string(n), "at most " + std::to_string(most));
  if (numbers != n * n)
    throw ConfigError(option, fmt::format("{} numbers", numbers), fmt::format("n * n = {} numbers", n * n));
}

/// @throws ConfigError if these are no two n × n matrices
inline void check_order(std::span<const std::int64_t> left, std::span<const std::int64_t> right, std::uint64_t n) {
  check_square("left matrix", left.size(), n);
  check_square("right matrix", right.size(), n);
}

}  // namespace pram::programs
