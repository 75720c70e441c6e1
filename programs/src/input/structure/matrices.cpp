#include <pram/programs/input/structure/matrices.hpp>

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include <pram/programs/input/sequence/modular.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/matrix.hpp>
#include "input/file/counted.hpp"
#include "input/file/text.hpp"
#include "input/shapes_made_of.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// The matrix of n numbers that is closest to a square: its rows are the largest divisor of n that is at most the
/// root of n.
Matrix squarest(std::vector<std::int64_t> values) {
  const std::uint64_t n = values.size();
  std::uint64_t rows = n == 0 ? 0 : 1;
  for (std::uint64_t divisor = 2; divisor <= n / divisor; ++divisor) {
    if (n % divisor == 0) rows = divisor;
  }
  return {std::move(values), rows, rows == 0 ? 0 : n / rows};
}

/// Square matrices of one order, as the numbers of a file.
struct SquaresOfFile {
  std::vector<std::int64_t> numbers;
  std::uint64_t order = 0;
};

/// @param matrices  how many there are
/// @param what      what they are called in errors: "two square matrices"
SquaresOfFile read_squares(const InputRequest& request, const Sizes& sizes, std::uint64_t matrices, const char* what) {
  SquaresOfFile read{
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each, .most = matrices * sizes.most * sizes.most})};
  const std::uint64_t size = read.numbers.size();
  while (matrices * read.order * read.order < size) ++read.order;
  if (matrices * read.order * read.order != size) {
    throw InputError(shown_path(request.file), 0,
                     fmt::format("it holds {}, not those of {}", counted(size, "number"), what));
  }
  return read;
}

}  // namespace

Shapes<Matrix> Matrices::shapes() {
  return {{"random", "random numbers",
           [](std::uint64_t n, std::uint64_t seed) { return squarest(random_numbers(n, seed)); }},
          {"counted", "numbers from 0 on", [](std::uint64_t n, std::uint64_t) {
             std::vector<std::int64_t> values(n);
             std::iota(values.begin(), values.end(), std::int64_t{0});
             return squarest(std::move(values));
           }}};
}

Matrix Matrices::read(const InputRequest& request, const Sizes& sizes) {
  return squarest(Numbers::read(request, sizes));
}

namespace {

/// The first n^2 numbers, and the n others.
MatrixAndVector cut_off_vector(const std::vector<std::int64_t>& numbers, std::uint64_t n) {
  const auto end = numbers.begin() + static_cast<std::ptrdiff_t>(n * n);
  return {{numbers.begin(), end}, {end, numbers.end()}};
}

}  // namespace

Shapes<MatrixAndVector> MatricesAndVectors::shapes() {
  return {{"random", "random matrix and vector",
           [](std::uint64_t n, std::uint64_t seed) { return cut_off_vector(random_numbers(n * (n + 1), seed), n); }},
          {"identity", "identity, and a random vector",
           [](std::uint64_t n, std::uint64_t seed) {
             MatrixAndVector made{std::vector<std::int64_t>(n * n, 0), random_numbers(n, seed)};
             for (std::uint64_t i = 0; i < n; ++i) made.matrix[i * n + i] = 1;
             return made;
           }},
          {"equal", "matrix and vector of ones", [](std::uint64_t n, std::uint64_t) {
             return MatrixAndVector{std::vector<std::int64_t>(n * n, 1), std::vector<std::int64_t>(n, 1)};
           }}};
}

MatrixAndVector MatricesAndVectors::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> numbers =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each, .most = sizes.most * (sizes.most + 1)});
  std::uint64_t n = 0;
  while (n * (n + 1) < numbers.size()) ++n;
  if (n * (n + 1) != numbers.size()) {
    throw InputError(
        shown_path(request.file), 0,
        fmt::format("it holds {}, not those of a square matrix and a vector", counted(numbers.size(), "number")));
  }
  return cut_off_vector(numbers, n);
}

namespace {

/// The first n^2 of 2 n^2 numbers as the left matrix, the others as the right one.
MatrixPair halves(const std::vector<std::int64_t>& both, std::uint64_t n) {
  const auto middle = both.begin() + static_cast<std::ptrdiff_t>(n * n);
  return {{both.begin(), middle}, {middle, both.end()}, n};
}

}  // namespace

Shapes<MatrixPair> MatrixPairs::shapes() {
  return {{"random", "random matrices",
           [](std::uint64_t n, std::uint64_t seed) { return halves(random_numbers(2 * n * n, seed), n); }},
          {"identity", "a random matrix and the identity",
           [](std::uint64_t n, std::uint64_t seed) {
             MatrixPair pair{random_numbers(n * n, seed), std::vector<std::int64_t>(n * n, 0), n};
             for (std::uint64_t i = 0; i < n; ++i) pair.right[i * n + i] = 1;
             return pair;
           }},
          {"equal", "matrices of ones", [](std::uint64_t n, std::uint64_t) {
             return MatrixPair{std::vector<std::int64_t>(n * n, 1), std::vector<std::int64_t>(n * n, 1), n};
           }}};
}

MatrixPair MatrixPairs::read(const InputRequest& request, const Sizes& sizes) {
  const SquaresOfFile read = read_squares(request, sizes, 2, "two square matrices");
  return halves(read.numbers, read.order);
}

namespace {

/// Random matrices and their product, row by row.
MatrixTriple random_triple(std::uint64_t n, std::uint64_t seed) {
  const std::vector<std::int64_t> both = random_numbers(2 * n * n, seed);
  const auto middle = both.begin() + static_cast<std::ptrdiff_t>(n * n);
  MatrixTriple made{{both.begin(), middle}, {middle, both.end()}, {}, n};
  for (std::uint64_t i = 0; i < n; ++i) {
    std::vector<std::int64_t> row(n, 0);
    for (std::uint64_t k = 0; k < n; ++k) {
      for (std::uint64_t j = 0; j < n; ++j) row[j] += made.left[i * n + k] * made.right[k * n + j];
    }
    made.product.insert(made.product.end(), row.begin(), row.end());
  }
  return made;
}

}  // namespace

Shapes<MatrixTriple> MatrixTriples::shapes() {
  return {{"right", "random matrices and their product", random_triple},
          {"wrong", "random matrices, and their product with one wrong number",
           [](std::uint64_t n, std::uint64_t seed) {
             MatrixTriple made = random_triple(n, seed);
             if (n > 0) ++made.product[Random(seed, queries_stream)(0) % (n * n)];
             return made;
           }},
          {"half", "random matrices, and their product with a number that is wrong by 2^63",
           [](std::uint64_t n, std::uint64_t seed) {
             MatrixTriple made = random_triple(n, seed);
             if (n > 0) {
               std::int64_t& number = made.product[Random(seed, queries_stream)(0) % (n * n)];
               number = static_cast<std::int64_t>(static_cast<std::uint64_t>(number) ^ (std::uint64_t{1} << 63));
             }
             return made;
           }}};
}

MatrixTriple MatrixTriples::read(const InputRequest& request, const Sizes& sizes) {
  const auto [all, n] = read_squares(request, sizes, 3, "three square matrices");
  const auto end = [&](std::uint64_t matrices) { return all.begin() + static_cast<std::ptrdiff_t>(matrices * n * n); };
  return {{end(0), end(1)}, {end(1), end(2)}, {end(2), end(3)}, n};
}

namespace {

/// A matrix of n × n numbers between -1 and 1.
SquareMatrix random_matrix(std::uint64_t n, std::uint64_t seed) {
  SquareMatrix matrix{{}, n};
  for (const std::int64_t number : random_numbers(n * n, seed))
    matrix.values.push_back(static_cast<double>(number) / 1e6);
  return matrix;
}

}  // namespace

Shapes<SquareMatrix> SquareMatrices::shapes() {
  return {{"random", "random matrix", random_matrix},
          {"hollow", "random matrix with a diagonal of zeros",
           [](std::uint64_t n, std::uint64_t seed) {
             SquareMatrix matrix = random_matrix(n, seed);
             for (std::uint64_t i = 0; i < n; ++i) matrix.values[i * n + i] = 0;
             return matrix;
           }},
          {"singular", "random matrix whose columns are equal in pairs",
           [](std::uint64_t n, std::uint64_t seed) {
             SquareMatrix matrix = random_matrix(n, seed);
             for (std::uint64_t i = 0; i < n; ++i) {
               for (std::uint64_t j = 1; j < n; j += 2) matrix.values[i * n + j] = matrix.values[i * n + j - 1];
             }
             return matrix;
           }},
          {"equal", "matrix of ones",
           [](std::uint64_t n, std::uint64_t) {
             return SquareMatrix{std::vector<double>(n * n, 1), n};
           }},
          {"wilkinson", "matrix of Wilkinson, whose factors grow most", [](std::uint64_t n, std::uint64_t) {
             SquareMatrix matrix{std::vector<double>(n * n, 0), n};
             for (std::uint64_t i = 0; i < n; ++i) {
               for (std::uint64_t j = 0; j < i; ++j) matrix.values[i * n + j] = -1;
               matrix.values[i * n + i] = matrix.values[i * n + n - 1] = 1;
             }
             return matrix;
           }}};
}

SquareMatrix SquareMatrices::read(const InputRequest& request, const Sizes& sizes) {
  const auto [numbers, n] = read_squares(request, sizes, 1, "a square matrix");
  return {{numbers.begin(), numbers.end()}, n};
}

namespace {

/// The matrix that has number(i, j) in row i and column j, for j <= i, and 0 above the diagonal.
template <class Number>
TriangularMatrix triangular(std::uint64_t n, Number number) {
  TriangularMatrix made{std::vector<std::uint32_t>(n * n, 0), n};
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t j = 0; j <= i; ++j) made.values[i * n + j] = number(i, j);
  }
  return made;
}

}  // namespace

Shapes<TriangularMatrix> TriangularMatrices::shapes() {
  return {
      {"random", "random triangular matrix",
       [](std::uint64_t n, std::uint64_t seed) {
         const Random random(seed, numbers_stream);
         return triangular(n, [&](std::uint64_t i, std::uint64_t j) {
           return i == j ? 1 + random.below(i * n + j, matrix_modulus - 1) : random.below(i * n + j, matrix_modulus);
         });
       }},
      {"ones", "triangle of ones",
       [](std::uint64_t n, std::uint64_t) { return triangular(n, [](std::uint64_t, std::uint64_t) { return 1U; }); }},
      {"bidiagonal", "matrix of two diagonals", [](std::uint64_t n, std::uint64_t) {
         return triangular(n, [](std::uint64_t i, std::uint64_t j) { return i == j ? 1U : i == j + 1 ? 2U : 0U; });
       }}};
}

TriangularMatrix TriangularMatrices::read(const InputRequest& request, const Sizes& sizes) {
  const auto [numbers, n] = read_squares(request, sizes, 1, "a square matrix");
  const std::string name = shown_path(request.file);
  TriangularMatrix made{{}, n};
  for (std::uint64_t i = 0; i < n * n; ++i) {
    made.values.push_back(residue_of(numbers[i], matrix_modulus));
    if (i % n > i / n && made.values[i] != 0)
      throw InputError(name, 0,
                       fmt::format("row {} has {} above the diagonal, where zeros belong", i / n + 1, numbers[i]));
    if (i % n == i / n && made.values[i] == 0)
      throw InputError(name, 0,
                       fmt::format("row {} has {} on the diagonal, which has no inverse", i / n + 1, numbers[i]));
  }
  return made;
}

template const UntypedKind& untyped_kind<Matrices>();
template const UntypedKind& untyped_kind<MatricesAndVectors>();
template const UntypedKind& untyped_kind<MatrixPairs>();
template const UntypedKind& untyped_kind<MatrixTriples>();
template const UntypedKind& untyped_kind<SquareMatrices>();
template const UntypedKind& untyped_kind<TriangularMatrices>();

}  // namespace pram::programs
