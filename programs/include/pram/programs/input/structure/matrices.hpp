#pragma once

#include <cstdint>
#include <vector>

#include <pram/programs/input/kind.hpp>

namespace pram::programs {

/// A matrix of whole numbers, stored row by row.
struct Matrix {
  std::vector<std::int64_t> values;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
};

/// Matrices of n numbers, as square as n permits.
struct Matrices {
  using Value = Matrix;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& matrix) {
    return {{"n", matrix.values.size()}, {"rows", matrix.rows}, {"columns", matrix.columns}};
  }
};

/// A matrix of n rows and columns, stored row by row, and a vector of n numbers.
struct MatrixAndVector {
  std::vector<std::int64_t> matrix;
  std::vector<std::int64_t> vector;
};

/// Square matrices of whole numbers with a vector; a file has the matrix, and then the vector.
struct MatricesAndVectors {
  using Value = MatrixAndVector;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not n (n + 1) numbers for any n
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& input) { return {{"n", input.vector.size()}}; }
};

/// Two matrices of n rows and columns, stored row by row.
struct MatrixPair {
  std::vector<std::int64_t> left;
  std::vector<std::int64_t> right;
  std::uint64_t order = 0;
};

/// Pairs of square matrices; a file has them one after the other.
struct MatrixPairs {
  using Value = MatrixPair;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& pair) { return {{"n", pair.order}}; }
};

/// Two matrices of n rows and columns, stored row by row, and a third that may be their product.
struct MatrixTriple {
  std::vector<std::int64_t> left;
  std::vector<std::int64_t> right;
  std::vector<std::int64_t> product;
  std::uint64_t order = 0;
};

/// Triples of square matrices; a file has them one after the other.
struct MatrixTriples {
  using Value = MatrixTriple;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not 3 n^2 numbers for any n
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& triple) { return {{"n", triple.order}}; }
};

/// A matrix of n × n real numbers, stored row by row.
struct SquareMatrix {
  std::vector<double> values;
  std::uint64_t order = 0;
};

/// Square matrices of real numbers; the numbers of a file are whole.
struct SquareMatrices {
  using Value = SquareMatrix;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not n^2 numbers for any n
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& matrix) { return {{"n", matrix.order}}; }
};

/// A lower triangular matrix modulo matrix_modulus, n × n, stored row by row, with no zero on its diagonal.
struct TriangularMatrix {
  std::vector<std::uint32_t> values;
  std::uint64_t order = 0;
};

/// Lower triangular matrices of n rows. A file has all n^2 numbers, whole ones, taken modulo matrix_modulus.
struct TriangularMatrices {
  using Value = TriangularMatrix;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if there are not n^2 numbers for any n, or if a number above the diagonal is not 0 modulo
  ///         matrix_modulus, or one on the diagonal is
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& matrix) { return {{"n", matrix.order}}; }
};

extern template const UntypedKind& untyped_kind<Matrices>();
extern template const UntypedKind& untyped_kind<MatricesAndVectors>();
extern template const UntypedKind& untyped_kind<MatrixPairs>();
extern template const UntypedKind& untyped_kind<MatrixTriples>();
extern template const UntypedKind& untyped_kind<SquareMatrices>();
extern template const UntypedKind& untyped_kind<TriangularMatrices>();

}  // namespace pram::programs
