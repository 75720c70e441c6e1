#include "access_patterns.hpp"

#include <algorithm>

#include "storage_schemes.hpp"

namespace pram::perf {

namespace {

using Access = MatrixAccess;

MatrixPlace place_of(std::uint64_t row, std::uint64_t column) {
  return {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)};
}

std::uint64_t each_line(const Access& access) { return access.size; }

/// The diagonal down to the right, and the one down to the left.
MatrixPlace on_main_diagonal(const Access& access, std::uint64_t position, std::uint32_t t) {
  return place_of(t, position == 0 ? t : access.size - 1 - t);
}

/// First those down to the right from every column, then those down to the left; they go on at the other side.
MatrixPlace on_diagonal(const Access& access, std::uint64_t position, std::uint32_t t) {
  const std::uint32_t n = access.size;
  return place_of(t, position < n ? (position + t) % n : (position - t) % n);
}

/// √n where it is whole; there is no block elsewhere.
std::uint32_t block_side(const Access& access) { return std::max(whole_root(access.size), std::uint32_t{1}); }

/// Squares of √n × √n words that cover the matrix.
MatrixPlace in_block(const Access& access, std::uint64_t position, std::uint32_t t) {
  const std::uint32_t side = block_side(access);
  return place_of(position / side * side + t / side, position % side * side + t % side);
}

std::uint64_t block_corners(const Access& access) {
  const std::uint32_t side = whole_root(access.size);
  return side == 0 ? 0 : access.size - side + 1;
}

MatrixPlace in_any_block(const Access& access, std::uint64_t position, std::uint32_t t) {
  const std::uint32_t side = block_side(access);
  const std::uint64_t corners = std::max<std::uint64_t>(1, block_corners(access));
  return place_of(position / corners + t / side, position % corners + t % side);
}

/// From every word of the matrix; behind the last word comes the first one.
MatrixPlace by_stride(const Access& access, std::uint64_t position, std::uint32_t t) {
  const std::uint64_t n = access.size;
  const std::uint64_t word = (position + std::uint64_t{t} * access.stride) % (n * n);
  return place_of(word / n, word % n);
}

}  // namespace

const std::vector<AccessPattern>& access_patterns() {
  static const std::vector<AccessPattern> all = {
      {"row", "row", each_line,
       [](const Access&, std::uint64_t position, std::uint32_t t) { return place_of(position, t); }},
      {"column", "column", each_line,
       [](const Access&, std::uint64_t position, std::uint32_t t) { return place_of(t, position); }},
      {"main-diagonal", "main\ndiagonal", [](const Access&) { return std::uint64_t{2}; }, on_main_diagonal},
      {"diagonal", "any\ndiagonal", [](const Access& access) { return 2 * each_line(access); }, on_diagonal},
      {"block", "block", [](const Access& access) { return whole_root(access.size) == 0 ? 0 : each_line(access); },
       in_block},
      {"any-block", "any\nblock", [](const Access& access) { return block_corners(access) * block_corners(access); },
       in_any_block},
      {"stride", "stride", [](const Access& access) { return each_line(access) * access.size; }, by_stride},
  };
  return all;
}

}  // namespace pram::perf
