#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Sparse matrices, read from a file or generated.
namespace pram::programs {

/// A number of a sparse matrix that may differ from 0.
struct SparseEntry {
  std::uint32_t row;
  std::uint32_t column;
  double value;

  friend bool operator==(const SparseEntry&, const SparseEntry&) = default;
};

/// A sparse matrix by its entries, in any order. Several entries for one place add up.
struct SparseMatrix {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::vector<SparseEntry> entries = {};
};

/// Reads a matrix of real numbers from a Matrix Market file of coordinates, packed by gzip or not: integer, real or
/// pattern, whose entries are 1. Of a symmetric or skew-symmetric one the other half is filled in.
/// @param path  the file, "-" for standard input
/// @param memory_limit  bytes; 0: default_memory_limit()
/// @throws InputError naming file, line and what is wrong; LimitError
SparseMatrix read_sparse_matrix(const std::string& path, std::uint64_t memory_limit = 0);

}  // namespace pram::programs
