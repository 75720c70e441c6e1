#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/input/sparse_matrix.hpp>

/// Matrices stored row by row.
namespace pram::programs {

/// Transposes a matrix by one collective of all components (all-to-all personalised), without a step.
///
/// Model: EREW, placement direct. Time: T = 0, and one collective, whose cost is the network's. Work: W = 0.
///
/// Source: Saad, Schultz, Data communication in parallel architectures (1989), Section 3.5.
/// @param matrix  rows × columns values, row by row
/// @returns columns × rows values, row by row
/// @throws ConfigError for another placement, or if there are not rows × columns values
std::vector<std::int64_t> matrix_transposition(Machine& machine, std::span<const std::int64_t> matrix,
                                               std::uint64_t rows, std::uint64_t columns);

/// The most rows of a matrix that matrix_product() takes: every product of two numbers has a processor.
inline constexpr std::uint64_t most_order = 1625;

/// The product of two n × n matrices stored row by row, modulo 2^64: a processor for each of the n^3 products adds it
/// to its sum.
///
/// Model: combining CRCW (sum), not CREW. The sum is a named operation, and so runs under any CRCW rule. Time: T = 3
/// for n >= 1. Work: W = 3 n^3 on n^3 processors; n requests for one cell.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 1.3, which is CREW and takes O(log n) steps;
/// here combining writes take the place of its sums on trees, see matrix_product_tree().
/// @throws ConfigError if there are not n^2 numbers of each, or n is above most_order
std::vector<std::int64_t> matrix_product(Machine& machine, std::span<const std::int64_t> left,
                                         std::span<const std::int64_t> right, std::uint64_t n);

/// The same without combining: the products are added up on balanced trees.
///
/// Model: CREW, not EREW. Time: T = 5 + 3 ⌈log2 n⌉ for n >= 1. Work: W <= 6 n^3 + 2 n^2 on n^3 processors; n requests
/// for one cell.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 1.3.
/// @throws ConfigError if there are not n^2 numbers of each, or n is above most_order
std::vector<std::int64_t> matrix_product_tree(Machine& machine, std::span<const std::int64_t> left,
                                              std::span<const std::int64_t> right, std::uint64_t n);

/// The most rows of a matrix where every number has a processor.
inline constexpr std::uint64_t most_square_order = 65535;

/// The same without concurrent reads, by n^2 processors that add up n products each. Processors of a row or a column
/// begin at different places, (row + column) mod n, so that no two read a number at once.
///
/// Model: EREW. Time: T = 2n + 1 for n >= 1. Work: W = n^2 (2n + 1) on n^2 processors.
///
/// Source: Cannon, A cellular computer to implement the Kalman filter algorithm (1969), for the skew; JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 1.3, scheduled on n^2 processors.
/// @throws ConfigError if there are not n^2 numbers of each, or n is above most_square_order
std::vector<std::int64_t> matrix_product_skewed(Machine& machine, std::span<const std::int64_t> left,
                                                std::span<const std::int64_t> right, std::uint64_t n);

/// The most rows of a matrix that matrix_product_strassen() takes.
inline constexpr std::uint64_t most_strassen_order = 1024;

/// The same by Strassen's recursion, all products of a level at once: a product of matrices is seven products of
/// halves. Rows and columns of zeros make n a power of two.
///
/// Model: CREW, not EREW. Time: T = 3 + 11 ⌈log2 n⌉ for n >= 1. Work: O(n^2.81), n^(log2 7) for powers of two; at most
/// 4 requests for one cell.
///
/// Source: Strassen, Gaussian elimination is not optimal, Numerische Mathematik 13 (1969); Karp, Ramachandran, Parallel
/// algorithms for shared-memory machines (1990).
/// @throws ConfigError if there are not n^2 numbers of each, or n is above most_strassen_order
std::vector<std::int64_t> matrix_product_strassen(Machine& machine, std::span<const std::int64_t> left,
                                                  std::span<const std::int64_t> right, std::uint64_t n);

/// An n × n matrix, stored row by row, times a vector, modulo 2^64: a processor for each of the n^2 products, and sums
/// on balanced trees.
///
/// Model: CREW, not EREW. Time: T = 5 + 3 ⌈log2 n⌉ for n >= 1. Work: W <= 6 n^2 + 2n on n^2 processors; n requests for
/// one cell.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 1.3.
/// @throws ConfigError if there are not n^2 numbers, or n is above most_square_order
std::vector<std::int64_t> matrix_vector_product(Machine& machine, std::span<const std::int64_t> matrix,
                                                std::span<const std::int64_t> vector);

/// What product_check() says.
struct ProductCheck {
  bool is_product = true;
  std::uint32_t rounds = 0;  ///< random vectors that were tried

  friend bool operator==(const ProductCheck&, const ProductCheck&) = default;
};

/// Whether an n × n matrix is the product of two others modulo 2^64, without multiplying them: A (B x) = C x for random
/// vectors x, one after the other. If the matrix is not the product, each vector proves so with a chance of at least
/// 1/2.
///
/// Model: CREW, not EREW. Time: T = 19 + 12 ⌈log2 n⌉ a round for n >= 1. Work: O(n^2) a round on n^2 processors; n
/// requests for one cell.
///
/// Source: Freivalds, Probabilistic machines can use less running time (1977); JáJá, An Introduction to Parallel
/// Algorithms (1992), Section 9.5.
/// @param rounds  the most vectors that are tried; the first that proves the product wrong is the last. 0: nothing is
///                tried, and the result is true
/// @throws ConfigError if there are not n^2 numbers of each, or n is above most_square_order
ProductCheck product_check(Machine& machine, std::span<const std::int64_t> left, std::span<const std::int64_t> right,
                           std::span<const std::int64_t> product, std::uint64_t n, std::uint32_t rounds);

/// Matrices are inverted modulo this prime.
inline constexpr std::uint32_t matrix_modulus = 998244353;

/// The inverse of a lower triangular n × n matrix modulo matrix_modulus. A block of 2w rows on the diagonal consists of
/// two blocks A and C of w rows on the diagonal, and of B on the left of C. Its inverse consists of the inverses of A
/// and C, and of -C^-1 B A^-1 in place of B. All blocks of w = 1, 2, 4, … rows are joined at once. Every product of two
/// numbers has a processor, and balanced trees add the products up.
///
/// Model: CREW, not EREW. Time: with L = ⌈log2 n⌉, T = 2 + 10 L + 3 L (L - 1) for n >= 1: O(log^2 n). Work: O(n^3); at
/// most 2^(L - 1) requests for one cell.
///
/// Source: Heller, A survey of parallel algorithms in numerical linear algebra, SIAM Review 20 (1978); JáJá, An
/// Introduction to Parallel Algorithms (1992), Section 8.2.
/// @param matrix  n × n numbers below matrix_modulus, row by row
/// @throws ConfigError if there are not n^2 numbers, n is above most_order, a number is not below matrix_modulus, one
///         above the diagonal is not 0, or one on the diagonal is 0
std::vector<std::uint32_t> triangular_inverse(Machine& machine, std::span<const std::uint32_t> matrix, std::uint64_t n);

/// The game of life on a torus: a cell lives in the next generation if three of its eight neighbours do, or two and
/// itself. Every cell has a processor, and all look at the neighbour on the same side at the same time.
///
/// Model: EREW. Time: T = 1 + 9 generations for a grid with cells. Work: T times the number of cells.
///
/// Source: Gardner, The fantastic combinations of John Conway's new solitaire game "life", Scientific American 223
/// (1970); as a program for a PRAM: Keller, Keßler, Träff, Practical PRAM Programming (2001).
/// @param cells  rows × columns of them, row by row: not 0 if it lives
/// @throws ConfigError if there are not rows × columns cells
std::vector<std::uint8_t> game_of_life(Machine& machine, std::span<const std::uint8_t> cells, std::uint64_t rows,
                                       std::uint64_t columns, std::uint64_t generations);

/// The most rows of a matrix in the table of programs, for BSP programs. The functions themselves take any number.
inline constexpr std::uint64_t most_bsp_order = 8192;

/// The product of two n × n matrices, modulo 2^64, whose blocks lie on a grid of q × q BSP processes, q = ⌊√p⌋; the
/// others stay idle. In each of q supersteps every process gives a q-th of its block of the left matrix to its row of
/// the grid, and of the right one to its column: a panel, which all of them multiply. So each holds two panels at a
/// time.
///
/// Model: BSP, a process a component. Cost: with b = ⌈n/q⌉, q + 1 supersteps, h = 2 (q - 1) b^2 and w = 2 b^2 n in all.
///
/// Source: van de Geijn, Watts, SUMMA: scalable universal matrix multiplication algorithm (1997); the cost: McColl,
/// Scalable computing (1995).
/// @throws ConfigError if there are not n^2 numbers of each
std::vector<std::int64_t> bsp_matrix_product_summa(Machine& machine, std::span<const std::int64_t> left,
                                                   std::span<const std::int64_t> right, std::uint64_t n);

/// The same on a cube of q × q × q processes, q = ⌊∛p⌋. Process (i, j, k) gathers block (i, k) of the left matrix and
/// block (k, j) of the right one, of which q processes had a q-th each, and multiplies them. The q products for block
/// (i, j) are added up, a q-th on each process.
///
/// Model: BSP, a process a component. Cost: with b = ⌈n/q⌉ and c = ⌈b^2/q⌉, 3 supersteps, h = 2 (q - 1) c and (q - 1)
/// c, w = 2 b^3 and (q - 1) c.
///
/// Source: Dekel, Nassimi, Sahni, Parallel matrix and graph algorithms (1981); Aggarwal, Chandra, Snir, Communication
/// complexity of PRAMs (1990); in BSP: McColl, Tiskin, Memory-efficient matrix multiplication in the BSP model (1999).
/// @throws ConfigError if there are not n^2 numbers of each
std::vector<std::int64_t> bsp_matrix_product_3d(Machine& machine, std::span<const std::int64_t> left,
                                                std::span<const std::int64_t> right, std::uint64_t n);

/// The LU decomposition of a matrix A with its rows permuted: row i of L U is row row[i] of A.
struct LuFactors {
  std::vector<double> factors;  ///< n × n, row by row: L below the diagonal, whose own is 1 on it; U on it and above
  std::vector<std::uint64_t> row;  ///< per row of L U
};

/// The LU decomposition of an n × n matrix with partial pivoting. Rows and columns lie cyclically on a grid of q × q
/// BSP processes, q = ⌊√p⌋; the others stay idle. A stage finds the pivot in its column of the grid (two supersteps),
/// swaps two rows, and broadcasts a column of L along rows and a row of U along columns of the grid, in two phases. The
/// factors have the same bits for any number of processes. A column without a pivot other than 0 stays as it is.
///
/// Model: BSP, a process a component. Cost: 5 supersteps a stage and one more, 5n - 4 for n >= 1; in stage k, with m =
/// ⌈(n - k - 1)/q⌉, h at most 3 (q - 1) + ⌈n/q⌉ + 4 (q - 1) ⌈m/q⌉, w at most 2m^2 + 2m + q + 1.
///
/// Source: Bisseling, Parallel Scientific Computation (2nd ed., 2020), Sections 2.3 and 2.4.
/// @throws ConfigError if there are not n^2 numbers
LuFactors bsp_lu(Machine& machine, std::span<const double> matrix, std::uint64_t n);

/// Jacobi's method for the Laplace equation on n × n points: in each iteration every point becomes the average of its
/// four neighbours, except for those on the border. Blocks of points lie on a grid of q × q BSP processes, q = ⌊√p⌋,
/// which give each other the edges of their blocks. The same bits for any number of processes.
///
/// Model: BSP, a process a component. Cost: with b = ⌈n/q⌉, a superstep an iteration and one more, h at most 4b (2b for
/// q = 2, 0 for q = 1) and w at most 4b^2 an iteration.
///
/// Source: Bisseling, Parallel Scientific Computation (2nd ed., 2020), Section 4.8.
/// @throws ConfigError if there are not n^2 points
std::vector<double> bsp_jacobi(Machine& machine, std::span<const double> grid, std::uint64_t n,
                               std::uint64_t iterations);

/// A sparse matrix times a vector. The entries lie in blocks on a grid of q × q BSP processes, q = ⌊√p⌋, as they are
/// read; the others stay idle. Each process gets those numbers of the vector that its entries need (fan-out),
/// multiplies, and puts its sums to the processes that own these rows (fan-in), which add them in the order of columns
/// of the grid.
///
/// Model: BSP, a process a component. Cost: 3 supersteps; h at most 2 (q - 1) ⌈⌈columns/q⌉/q⌉, half of it requests, and
/// (q - 1) ⌈⌈rows/q⌉/q⌉; w at most twice the entries of a process, and q ⌈⌈rows/q⌉/q⌉.
///
/// Source: Bisseling, Parallel Scientific Computation (2nd ed., 2020), Section 4.3, with the blocks of Hendrickson,
/// Leland, Plimpton, An efficient parallel algorithm for matrix-vector multiplication (1995).
/// @throws ConfigError if the vector has not a number for each column
std::vector<double> bsp_sparse_matrix_vector(Machine& machine, const SparseMatrix& matrix,
                                             std::span<const double> vector);

}  // namespace pram::programs
