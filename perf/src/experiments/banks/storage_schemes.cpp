#include "storage_schemes.hpp"

#include <bit>

namespace pram::perf {

namespace {

using Matrix = BankedMatrix;

bool fits_any(const Matrix&) { return true; }
bool has_root(const Matrix& matrix) { return whole_root(matrix.size) != 0; }
bool banks_are_power(const Matrix& matrix) { return std::has_single_bit(matrix.banks); }
bool banks_are_power_of_four(const Matrix& matrix) {
  return banks_are_power(matrix) && std::countr_zero(matrix.banks) % 2 == 0;
}

/// (down · i + across · j) mod B.
std::uint32_t linear(const Matrix& matrix, std::uint64_t down, std::uint32_t row, std::uint64_t across,
                     std::uint32_t column) {
  return static_cast<std::uint32_t>((down * row + across * column) % matrix.banks);
}

/// The bits of a row and a column in two halves each: high = low row ⊕ high column, low = high row ⊕ low row ⊕ low
/// column. Each of the maps that a row, a column, a diagonal and a block leave of it has an inverse.
std::uint32_t xor_of_halves(const Matrix& matrix, std::uint32_t row, std::uint32_t column) {
  const int half = std::countr_zero(matrix.banks) / 2;
  const std::uint32_t mask = (std::uint32_t{1} << half) - 1;
  const std::uint32_t high = (row ^ (column >> half)) & mask;
  const std::uint32_t low = ((row >> half) ^ row ^ column) & mask;
  return high << half | low;
}

}  // namespace

std::uint32_t whole_root(std::uint32_t size) {
  std::uint32_t root = 0;
  while (root * root < size) ++root;
  return root * root == size ? root : 0;
}

const std::vector<StorageScheme>& storage_schemes() {
  constexpr const char* budnik = "Budnik and Kuck, The organization and use of parallel memories, 1971";
  constexpr const char* lawrie = "Lawrie, Access and alignment of data in an array processor, 1975";
  constexpr const char* frailong = "Frailong, Jalby and Lenfant, XOR-schemes, 1985";
  static const std::vector<StorageScheme> all = {
      {"row", "(n i + j) mod B", "row by row", fits_any,
       [](const Matrix& m, std::uint32_t i, std::uint32_t j) { return linear(m, m.size, i, 1, j); }},
      {"column", "(i + n j) mod B", "column by column", fits_any,
       [](const Matrix& m, std::uint32_t i, std::uint32_t j) { return linear(m, 1, i, m.size, j); }},
      {"diagonal", "(i + j) mod B", budnik, fits_any,
       [](const Matrix& m, std::uint32_t i, std::uint32_t j) { return linear(m, 1, i, 1, j); }},
      {"skewed", "(2 i + j) mod B", budnik, fits_any,
       [](const Matrix& m, std::uint32_t i, std::uint32_t j) { return linear(m, 2, i, 1, j); }},
      {"root-skewed", "((√n + 1) i + 2 j) mod B", lawrie, has_root,
       [](const Matrix& m, std::uint32_t i, std::uint32_t j) { return linear(m, whole_root(m.size) + 1, i, 2, j); }},
      {"xor", "(i ⊕ j) mod B", frailong, banks_are_power,
       [](const Matrix& m, std::uint32_t i, std::uint32_t j) { return (i ^ j) & (m.banks - 1); }},
      {"xor-halves", "(i' ⊕ j\") √B + (i\" ⊕ i' ⊕ j')", frailong, banks_are_power_of_four, xor_of_halves},
  };
  return all;
}

}  // namespace pram::perf
