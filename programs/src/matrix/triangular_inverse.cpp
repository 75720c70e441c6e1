#include <pram/programs/matrix.hpp>

#include <algorithm>
#include <bit>
#include <string>

#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

std::uint32_t residue_product(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint32_t>(a * b % matrix_modulus);
}

std::uint32_t inverse_of(std::uint32_t number) {
  std::uint32_t inverse = 1;
  for (std::uint32_t exponent = matrix_modulus - 2; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) inverse = residue_product(inverse, number);
    number = residue_product(number, number);
  }
  return inverse;
}

/// The inverse by solving for one column after the other.
std::vector<std::uint32_t> inverse_by_substitution(const TriangularMatrix& matrix) {
  const std::uint64_t n = matrix.order;
  std::vector<std::uint32_t> inverse(n * n, 0);
  for (std::uint64_t column = 0; column < n; ++column) {
    for (std::uint64_t row = column; row < n; ++row) {
      std::uint64_t rest = row == column ? 1 : 0;
      for (std::uint64_t k = column; k < row; ++k)
        rest += matrix_modulus - residue_product(matrix.values[row * n + k], inverse[k * n + column]);
      inverse[row * n + column] = residue_product(rest % matrix_modulus, inverse_of(matrix.values[row * n + row]));
    }
  }
  return inverse;
}

/// A block of w × w numbers within each 2w × 2w block on the diagonal.
struct BlockPlace {
  std::uint64_t row = 0;  // 0 or w
  std::uint64_t column = 0;
};

/// The matrix, padded by ones on the diagonal, and what becomes its inverse.
struct BlockInversion {
  BlockInversion(Machine& emulated, std::span<const std::uint32_t> values, std::uint64_t given)
      : machine(emulated),
        n(std::bit_ceil(given)),
        matrix(machine.array<std::uint32_t>(n * n, 0, "matrix")),
        inverse(machine.array<std::uint32_t>(n * n, 0, "inverse")),
        between(machine.array<std::uint32_t>(n * n, 0, "between")),
        summand(machine.array<std::uint32_t>(std::max<std::uint64_t>(1, n * n * n / 8), 0, "summand")) {
    for (std::uint64_t i = 0; i < n; ++i) matrix.set(i * n + i, 1);
    for (std::uint64_t i = 0; i < given; ++i) {
      for (std::uint64_t j = 0; j <= i; ++j) matrix.set(i * n + j, values[i * given + j]);
    }
  }

  /// Of each block on the diagonal: result = left × right, negative if asked for. Every product of two numbers has a
  /// processor, and sums are made on balanced trees.
  void multiply(std::uint64_t w, const Array<std::uint32_t>& left, BlockPlace left_at,
                const Array<std::uint32_t>& right, BlockPlace right_at, const Array<std::uint32_t>& result,
                bool is_negative) {
    const std::uint64_t blocks = n / (2 * w);
    const auto cell = [&](std::uint64_t block, BlockPlace at, std::uint64_t row, std::uint64_t column) {
      return (block * 2 * w + at.row + row) * n + block * 2 * w + at.column + column;
    };
    machine.pardo(blocks * w * w * w, [&](Processor self) -> Task<> {
      const std::uint64_t block = self.id() / (w * w * w);
      const std::uint64_t row = self.id() / (w * w) % w;
      const std::uint64_t column = self.id() / w % w;
      const std::uint64_t k = self.id() % w;
      const std::uint32_t one = co_await left[cell(block, left_at, row, k)];
      const std::uint32_t other = co_await right[cell(block, right_at, k, column)];
      co_await (summand[self.id()] = residue_product(one, other));
    });
    for (std::uint64_t half = w / 2; half >= 1; half /= 2) {
      machine.pardo(blocks * w * w * half, [&, half](Processor self) -> Task<> {
        const std::uint64_t at = self.id() / half * w + self.id() % half;
        const std::uint32_t one = co_await summand[at];
        const std::uint32_t other = co_await summand[at + half];
        co_await (summand[at] = (one + other) % matrix_modulus);
      });
    }
    machine.pardo(blocks * w * w, [&](Processor self) -> Task<> {
      const std::uint32_t sum = co_await summand[self.id() * w];
      const std::uint64_t block = self.id() / (w * w);
      co_await (result[cell(block, {w, 0}, self.id() / w % w, self.id() % w)] =
                    is_negative ? (matrix_modulus - sum) % matrix_modulus : sum);
    });
  }

  void run() {
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint32_t mine = co_await matrix[self.id() * (n + 1)];
      co_await (inverse[self.id() * (n + 1)] = inverse_of(mine));
    });
    for (std::uint64_t w = 1; w < n; w *= 2) {
      multiply(w, matrix, {w, 0}, inverse, {0, 0}, between, false);
      multiply(w, inverse, {w, w}, between, {w, 0}, inverse, true);
    }
  }

  Machine& machine;
  std::uint64_t n;
  Array<std::uint32_t> matrix;
  Array<std::uint32_t> inverse;
  Array<std::uint32_t> between;
  Array<std::uint32_t> summand;
};

}  // namespace

std::vector<std::uint32_t> triangular_inverse(Machine& machine, std::span<const std::uint32_t> matrix,
                                              std::uint64_t n) {
  if (n > most_order || matrix.size() != n * n) {
    throw ConfigError("matrix", std::to_string(matrix.size()) + " numbers",
                      "n * n = " + std::to_string(n * n) + " numbers, n at most " + std::to_string(most_order));
  }
  for (std::uint64_t i = 0; i < n * n; ++i) {
    const bool is_wrong = i % n == i / n ? matrix[i] == 0 : i % n > i / n && matrix[i] != 0;
    if (is_wrong || matrix[i] >= matrix_modulus) {
      throw ConfigError(
          "matrix", std::to_string(matrix[i]) + " in row " + std::to_string(i / n),
          "numbers below " + std::to_string(matrix_modulus) + ", zeros above the diagonal and none on it");
    }
  }
  if (n == 0) return {};
  BlockInversion inversion(machine, matrix, n);
  inversion.run();
  std::vector<std::uint32_t> inverse;
  for (std::uint64_t i = 0; i < n * n; ++i) inverse.push_back(inversion.inverse.get(i / n * inversion.n + i % n));
  return inverse;
}

Program triangular_inverse_program() {
  return program<TriangularMatrices>(
      triangular_inverse,
      {.name = "triangular-inverse",
       .what = "the inverse of a triangular n x n matrix modulo 998244353, by blocks of 1, 2, 4, … rows",
       .columns = "entry of the inverse row by row",
       .source = "Heller 1978; JáJá 8.2",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log^2 n)",
       .steps =
           [](std::uint64_t n) {
             const std::uint64_t levels = n == 0 ? 0 : ceil_log2(n);
             return n == 0 ? 0 : 2 + 10 * levels + 3 * levels * (levels == 0 ? 0 : levels - 1);
           },
       .work = "O(n^3)",
       .work_at_most =
           [](std::uint64_t n) {
             const std::uint64_t all = std::bit_ceil(n);
             return n == 0 ? 0 : 2 * all + 2 * all * all * all + 4 * all * all;
           },
       .degree_at_most = [](std::uint64_t n) { return n == 0 ? 0 : std::max<std::uint64_t>(1, std::bit_ceil(n) / 2); },
       .size = {.usual = 64, .most = most_order, .tested = 16},
       .oracle = [](const TriangularMatrix& matrix,
                    const std::vector<std::uint32_t>& found) { return found == inverse_by_substitution(matrix); },
       .against = "one column after the other, by substitution"});
}

}  // namespace pram::programs
