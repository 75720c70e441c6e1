#include <pram/programs/matrix.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <pram/bsp/process.hpp>
#include <pram/network/poll.hpp>
#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/row.hpp>
#include "distribution.hpp"
#include "matrix/matrix_blocks.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// The number of largest magnitude that a process has in the pivot's column, and its row. Two words.
struct PivotCandidate {
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

  double value = 0;
  std::uint64_t row = none;

  /// Of equal magnitudes the first row's goes first.
  bool goes_before(const PivotCandidate& other) const {
    if (row != none && other.row != none && std::abs(value) != std::abs(other.value))
      return std::abs(value) > std::abs(other.value);
    return row < other.row;
  }
};

/// A process at (row, column) of the grid, and its part of the matrix: rows and columns lie cyclically.
class LuProcess {
 public:
  LuProcess(bsp::Process self, std::span<const double> matrix, std::uint64_t n, std::uint64_t q)
      : self_(self),
        q_(q),
        works_(self.id() < q * q),
        row_(self.id() / q),
        column_(self.id() % q),
        lines_(n, q),
        rows_(works_ ? lines_.size(row_) : 0),
        columns_(works_ ? lines_.size(column_) : 0),
        candidates_(self.coarray<PivotCandidate>(q, {}, "candidates")),
        pivot_row_(self.coarray<std::uint64_t>(1, 0, "pivot row")),
        swapped_(self.coarray<double>(columns_, 0, "swapped row")),
        lower_(self.coarray<double>(rows_, 0, "column of L")),
        upper_(self.coarray<double>(columns_, 0, "row of U")) {
    for (std::uint64_t i = 0; i < rows_; ++i) {
      for (std::uint64_t j = 0; j < columns_; ++j)
        values_.push_back(matrix[lines_.item(row_, i) * n + lines_.item(column_, j)]);
    }
  }

  /// Swaps row k with the pivot's row: from row k on, the one whose number in column k has the largest magnitude.
  /// @returns the row of the pivot before the swap
  Task<std::uint64_t> swap_rows(std::uint64_t k) {
    const std::uint64_t home = lines_.owner(k);
    const bool in_column = works_ && column_ == home;
    if (in_column) {
      PivotCandidate own;
      const std::uint64_t first = lines_.before(k, row_);
      for (std::uint64_t i = first; i < rows_; ++i) {
        const PivotCandidate next{at(i, lines_.place(k)), lines_.item(row_, i)};
        if (next.goes_before(own)) own = next;
      }
      self_.work(rows_ - first);
      for (std::uint64_t other = 0; other < q_; ++other) {
        if (other != row_) candidates_(process(other, column_))[row_] = own;
      }
      candidates_[row_] = own;
    }
    co_await self_.sync("pivot");

    if (in_column) {
      pivot_ = *std::ranges::min_element(candidates_.local(), &goes_before);
      self_.work(q_);
      pivot_row_[0] = pivot_.row;
      for (std::uint64_t other = 0; other < q_; ++other) {
        if (other != column_) pivot_row_(process(row_, other))[0] = pivot_.row;
      }
    }
    co_await self_.sync("pivot row");

    const std::uint64_t other = pivot_row_[0];
    const bool has_one = works_ && row_ == home;
    const bool has_other = works_ && row_ == lines_.owner(other);
    const std::uint64_t own = has_one ? lines_.place(k) : lines_.place(other);
    if (has_one && has_other) {
      if (k != other) std::swap_ranges(row(own).begin(), row(own).end(), row(lines_.place(other)).begin());
    } else if (has_one) {
      swapped_(process(lines_.owner(other), column_)).put(0, row(own));
    } else if (has_other) {
      swapped_(process(home, column_)).put(0, row(own));
    }
    co_await self_.sync("swap");
    if (has_one != has_other) std::ranges::copy(swapped_.local(), row(own).begin());
    co_return other;
  }

  /// Subtracts from the numbers below and beside the pivot what column k of L and row k of U make.
  Task<> eliminate(std::uint64_t k) {
    const std::uint64_t home = lines_.owner(k);
    const std::uint64_t first_row = works_ ? lines_.before(k + 1, row_) : 0;
    const std::uint64_t first_column = works_ ? lines_.before(k + 1, column_) : 0;
    const BlockDistribution row_parts(rows_ - first_row, q_);
    const BlockDistribution column_parts(columns_ - first_column, q_);
    // In two phases, along rows and along columns of the grid: who has it deals it, and all give their parts to all.
    const auto give_lower = [&](std::uint64_t part, std::uint64_t to) {
      const std::uint64_t first = first_row + row_parts.first(part);
      lower_(process(row_, to)).put(first, lower_.local().subspan(first, row_parts.size(part)));
    };
    const auto give_upper = [&](std::uint64_t part, std::uint64_t to) {
      const std::uint64_t first = first_column + column_parts.first(part);
      upper_(process(to, column_)).put(first, upper_.local().subspan(first, column_parts.size(part)));
    };
    if (works_ && column_ == home) {
      for (std::uint64_t i = first_row; i < rows_; ++i) {
        // Below a zero pivot all numbers are zero, and stay so.
        double& number = at(i, lines_.place(k));
        if (pivot_.value != 0) number /= pivot_.value;
        lower_[i] = number;
      }
      self_.work(rows_ - first_row);
      for (std::uint64_t to = 0; to < q_; ++to) {
        if (to != column_) give_lower(to, to);
      }
    }
    if (works_ && row_ == home) {
      std::ranges::copy(row(lines_.place(k)), upper_.begin());
      for (std::uint64_t to = 0; to < q_; ++to) {
        if (to != row_) give_upper(to, to);
      }
    }
    co_await self_.sync("deal");

    for (std::uint64_t to = 0; works_ && to < q_; ++to) {
      if (to != column_ && to != home) give_lower(column_, to);
      if (to != row_ && to != home) give_upper(row_, to);
    }
    co_await self_.sync("share");

    // Spans know nothing of the coarrays: this is the loop that takes the time.
    const std::span<const double> lower = lower_.local();
    const std::span<const double> upper = upper_.local();
    for (std::uint64_t i = first_row; i < rows_; ++i) {
      const std::span<double> numbers = row(i);
      const double factor = lower[i];
      for (std::uint64_t j = first_column; j < columns_; ++j) numbers[j] -= factor * upper[j];
    }
    self_.work(2 * (rows_ - first_row) * (columns_ - first_column));
  }

  void write(std::vector<double>& factors, std::uint64_t n) {
    for (std::uint64_t i = 0; i < rows_; ++i) {
      for (std::uint64_t j = 0; j < columns_; ++j)
        factors[lines_.item(row_, i) * n + lines_.item(column_, j)] = at(i, j);
    }
  }

 private:
  static bool goes_before(const PivotCandidate& one, const PivotCandidate& other) { return one.goes_before(other); }

  std::uint64_t process(std::uint64_t row, std::uint64_t column) const { return row * q_ + column; }
  double& at(std::uint64_t i, std::uint64_t j) { return values_[i * columns_ + j]; }
  std::span<double> row(std::uint64_t i) { return std::span(values_).subspan(i * columns_, columns_); }

  bsp::Process self_;
  std::uint64_t q_;
  bool works_;
  std::uint64_t row_;
  std::uint64_t column_;
  CyclicDistribution lines_;
  std::uint64_t rows_;
  std::uint64_t columns_;
  bsp::Coarray<PivotCandidate> candidates_;  // of the processes in this column of the grid
  bsp::Coarray<std::uint64_t> pivot_row_;
  bsp::Coarray<double> swapped_;
  bsp::Coarray<double> lower_;  // column k of L in the own rows
  bsp::Coarray<double> upper_;  // row k of U in the own columns
  std::vector<double> values_;
  PivotCandidate pivot_;  // of this stage, in its column of the grid
};

/// Whether the rows are a permutation, no number of L is above 1, and L U is the permuted matrix but for rounding:
/// number by number at most n ε (|L| |U|), Higham, Accuracy and stability of numerical algorithms (2002), Theorem 9.3.
Verdict judge_factors(const SquareMatrix& matrix, const LuFactors& found) {
  const std::uint64_t n = matrix.order;
  std::vector<std::uint64_t> rows = found.row;
  std::ranges::sort(rows);
  if (rows.size() != n || found.factors.size() != n * n) return false;
  for (std::uint64_t i = 0; i < n; ++i) {
    if (rows[i] != i) return false;
  }
  // A few columns at a time, copied: in the matrix each number of a column lies on a page of its own.
  constexpr std::uint64_t together = 16;
  std::vector<double> columns(std::min(together, n) * n);
  Poller poller;
  long double worst = 0;
  for (std::uint64_t first = 0; first < n; first += together) {
    const std::uint64_t last = std::min(first + together, n);
    for (std::uint64_t k = 0; k < n; ++k) {
      for (std::uint64_t j = first; j < last; ++j) columns[(j - first) * n + k] = found.factors[k * n + j];
    }
    for (std::uint64_t i = 0; i < n; ++i) {
      for (std::uint64_t j = first; j < last; ++j) {
        if (j < i && !(std::abs(found.factors[i * n + j]) <= 1)) return false;
        poller.work(std::min(i, j) + 1);
        const double* const lower = found.factors.data() + i * n;
        const double* const upper = columns.data() + (j - first) * n;
        const auto term_of = [&](std::uint64_t k) { return static_cast<long double>(lower[k]) * upper[k]; };
        // Two sums of every second term, for an addition waits for the one before. L has ones on its diagonal.
        const long double last_term = j < i ? term_of(j) : upper[i];
        long double sum = last_term;
        long double magnitudes = std::abs(last_term);
        long double other_sum = 0;
        long double other_magnitudes = 0;
        for (std::uint64_t k = 0; k < std::min(i, j) / 2; ++k) {
          const long double term = term_of(2 * k);
          const long double other_term = term_of(2 * k + 1);
          sum += term;
          magnitudes += std::abs(term);
          other_sum += other_term;
          other_magnitudes += std::abs(other_term);
        }
        if (std::min(i, j) % 2 == 1) {
          const long double term = term_of(std::min(i, j) - 1);
          other_sum += term;
          other_magnitudes += std::abs(term);
        }
        sum += other_sum;
        magnitudes += other_magnitudes;
        const long double error = std::abs(sum - matrix.values[found.row[i] * n + j]);
        const long double most = static_cast<long double>(n) * std::numeric_limits<double>::epsilon() * magnitudes;
        if (!(error <= most)) return false;
        if (magnitudes > 0) worst = std::max(worst, error / magnitudes);
      }
    }
  }
  return {true, {{"largest error", fmt::format("{:.1e}", static_cast<double>(worst))}}};
}

/// Rows or columns behind the k-th that a process has, at the most.
std::uint64_t lines_left(std::uint64_t n, std::uint64_t k, std::uint64_t q) { return (n - k - 1 + q - 1) / q; }

}  // namespace

LuFactors bsp_lu(Machine& machine, std::span<const double> matrix, std::uint64_t n) {
  check_square("matrix", matrix.size(), n);
  const std::uint64_t p = machine.options().components;
  const std::uint64_t q = side_of_grid(p);
  LuFactors found{std::vector<double>(n * n), std::vector<std::uint64_t>(n)};
  for (std::uint64_t i = 0; i < n; ++i) found.row[i] = i;
  machine.spmd([&](bsp::Process self) -> Task<> {
    LuProcess own(self, matrix, n, q);
    for (std::uint64_t k = 0; k + 1 < n; ++k) {
      const std::uint64_t other = co_await own.swap_rows(k);
      if (self.id() == 0) std::swap(found.row[k], found.row[other]);
      co_await own.eliminate(k);
    }
    co_await self.sync("factors");
    own.write(found.factors, n);
  });
  const CyclicDistribution lines(n, q);
  machine.unite(found.factors, p, [&](std::uint64_t at) { return lines.owner(at / n) * q + lines.owner(at % n); });
  machine.unite(found.row, p, [](std::uint64_t) -> std::uint64_t { return 0; });
  return found;
}

Program bsp_lu_program() {
  return program<SquareMatrices>(
      bsp_lu,
      {.name = "bsp-lu",
       .what = "LU decomposition of an n x n matrix with partial pivoting, cyclic on a grid of √p x √p processes",
       .columns = "entry of L below the diagonal and of U elsewhere row by row",
       .source = "Bisseling 2020, 2.3 and 2.4",
       .model = Model::bsp,
       .time = "2n^3/(3p) + (3n^2/√p + 7n √p) g + (5n - 4) l at most",
       .cost = {.supersteps = [](std::uint64_t n, std::uint64_t) { return n < 2 ? 1 : 5 * (n - 1) + 1; },
                .relation_at_most =
                    [](std::uint64_t n, std::uint64_t p) {
                      const std::uint64_t q = side_of_grid(p);
                      std::uint64_t sum = 0;
                      for (std::uint64_t k = 0; q > 1 && k + 1 < n; ++k) {
                        const std::uint64_t part = (lines_left(n, k, q) + q - 1) / q;
                        // Pivots, their row, the swap, and column and row in two phases.
                        sum += 2 * (q - 1) + (q - 1) + (n + q - 1) / q + 4 * (q - 1) * part;
                      }
                      return sum;
                    },
                .work_at_most =
                    [](std::uint64_t n, std::uint64_t p) {
                      const std::uint64_t q = side_of_grid(p);
                      std::uint64_t sum = 0;
                      for (std::uint64_t k = 0; k + 1 < n; ++k) {
                        const std::uint64_t left = lines_left(n, k, q);
                        sum += (left + 1) + q + left + 2 * left * left;
                      }
                      return sum;
                    }},
       .components = 64,
       .size = {.usual = 128, .most = most_bsp_order},
       .oracle = judge_factors,
       .against = "the product of the factors in long double, error at most n ε |L| |U|",
       .write = [](std::ostream& out, const SquareMatrix&, const LuFactors& found) {
         write_result(out, found.factors);
       }});
}

}  // namespace pram::programs
