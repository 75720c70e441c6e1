#pragma once

#include <cstdint>
#include <vector>

#include <pram/programs/input/kind.hpp>
#include <pram/programs/input/sparse_matrix.hpp>

namespace pram::programs {

/// A sparse matrix, and a vector that it can be multiplied by.
struct SparseProblem {
  SparseMatrix matrix;
  std::vector<double> vector;
};

/// Sparse matrices of about n entries. The vector is random, also where the matrix comes from a file.
struct SparseMatrices {
  using Value = SparseProblem;
  static constexpr const char* file = "matrix";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& problem) {
    return {
        {"entries", problem.matrix.entries.size()}, {"rows", problem.matrix.rows}, {"columns", problem.matrix.columns}};
  }
};

extern template const UntypedKind& untyped_kind<SparseMatrices>();

}  // namespace pram::programs
