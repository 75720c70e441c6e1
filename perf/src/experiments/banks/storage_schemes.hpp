#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pram::perf {

/// An n × n matrix in a memory of B banks.
struct BankedMatrix {
  std::uint32_t size = 0;   ///< n
  std::uint32_t banks = 0;  ///< B
};

/// A row of the table: which bank has which word of a matrix.
struct StorageScheme {
  std::string name;
  std::string bank_by;  ///< the bank of word (i, j), as people write it
  std::string source;
  bool (*fits)(const BankedMatrix& matrix);
  /// The bank of the word in a row and a column, below B; of a matrix that fits.
  std::uint32_t (*bank)(const BankedMatrix& matrix, std::uint32_t row, std::uint32_t column);
};

const std::vector<StorageScheme>& storage_schemes();

/// The r with r² = n; 0 if there is none.
std::uint32_t whole_root(std::uint32_t size);

}  // namespace pram::perf
