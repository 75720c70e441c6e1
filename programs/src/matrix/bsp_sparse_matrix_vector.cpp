#include <pram/programs/matrix.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

#include <pram/bsp/process.hpp>
#include <pram/programs/input/graph.hpp>
#include <pram/programs/input/structure/sparse_matrices.hpp>
#include <pram/programs/row.hpp>
#include "distribution.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// Where the entries lie: process (r, c) of a grid has those in block r of the rows and block c of the columns.
struct SparseGrid {
  SparseGrid(const SparseMatrix& matrix, std::uint64_t processes)
      : side(side_of_grid(processes)), rows(matrix.rows, side), columns(matrix.columns, side) {}

  std::uint64_t owner(const SparseEntry& entry) const {
    return rows.owner(entry.row) * side + columns.owner(entry.column);
  }

  std::uint64_t side;
  BlockDistribution rows;
  BlockDistribution columns;
};

/// The entries of each process.
std::vector<std::vector<SparseEntry>> dealt(const SparseMatrix& matrix, const SparseGrid& grid) {
  std::vector<std::vector<SparseEntry>> parts(grid.side * grid.side);
  for (const SparseEntry& entry : matrix.entries) parts[grid.owner(entry)].push_back(entry);
  return parts;
}

std::uint64_t most_entries(const SparseMatrix& matrix, std::uint64_t processes) {
  const SparseGrid grid(matrix, processes);
  std::vector<std::uint64_t> count(grid.side * grid.side);
  for (const SparseEntry& entry : matrix.entries) ++count[grid.owner(entry)];
  return std::ranges::max(count);
}

/// Whether each number is right but for rounding: its terms are rounded once each, and added in two rounds.
Verdict judge_sparse_product(const SparseProblem& problem, const std::vector<double>& found) {
  struct Row {
    long double sum = 0;
    long double magnitudes = 0;
    std::uint64_t terms = 0;
  };
  if (found.size() != problem.matrix.rows) return false;
  std::vector<Row> rows(problem.matrix.rows);
  for (const SparseEntry& entry : problem.matrix.entries) {
    Row& row = rows[entry.row];
    const long double term = static_cast<long double>(entry.value) * problem.vector[entry.column];
    row.sum += term;
    row.magnitudes += std::abs(term);
    ++row.terms;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const long double most =
        std::numeric_limits<double>::epsilon() * static_cast<long double>(2 * rows[i].terms + 1) * rows[i].magnitudes;
    if (!(std::abs(rows[i].sum - found[i]) <= most)) return false;
  }
  return true;
}

/// The length of a vector. Numbers are multiplied by a power of two before their squares are added up, so that these
/// are neither too large nor too small.
double length_of(const std::vector<double>& vector) {
  double largest = 0;
  for (const double number : vector) largest = std::max(largest, std::abs(number));
  if (largest == 0 || !std::isfinite(largest)) return largest;
  const int exponent = std::ilogb(largest);
  double square = 0;
  for (const double number : vector) square += std::scalbn(number, -exponent) * std::scalbn(number, -exponent);
  return std::scalbn(std::sqrt(square), exponent);
}

}  // namespace

std::vector<double> bsp_sparse_matrix_vector(Machine& machine, const SparseMatrix& matrix,
                                             std::span<const double> vector) {
  if (vector.size() != matrix.columns)
    throw ConfigError("vector", fmt::format("{} numbers", vector.size()),
                      fmt::format("a number for each of {} columns", matrix.columns));
  const SparseGrid grid(matrix, machine.options().components);
  const std::uint64_t q = grid.side;
  const std::vector<std::vector<SparseEntry>> parts = dealt(matrix, grid);
  std::vector<double> product(matrix.rows);
  machine.spmd([&](bsp::Process self) -> Task<> {
    // The numbers of the vector for a column of the grid lie in shares on its processes, those of the product for a row
    // of the grid on the processes of that row.
    const bool works = self.id() < q * q;
    const std::uint64_t row = self.id() / q;
    const std::uint64_t column = self.id() % q;
    const std::uint64_t first_row = works ? grid.rows.first(row) : 0;
    const std::uint64_t first_column = works ? grid.columns.first(column) : 0;
    const BlockDistribution inputs(works ? grid.columns.size(column) : 0, q);
    const BlockDistribution outputs(works ? grid.rows.size(row) : 0, q);
    const std::uint64_t outputs_here = works ? outputs.size(column) : 0;
    const std::span<const SparseEntry> entries = works ? std::span(parts[self.id()]) : std::span<const SparseEntry>();

    auto input = self.coarray<double>(works ? inputs.size(row) : 0, 0, "vector");
    for (std::uint64_t k = 0; k < input.size(); ++k) input[k] = vector[first_column + inputs.first(row) + k];
    auto partial = self.coarray<double>(q * outputs_here, 0, "partial sums");

    std::vector<std::uint8_t> needed(inputs.items());
    for (const SparseEntry& entry : entries) needed[entry.column - first_column] = 1;
    std::vector<double> known(inputs.items());
    std::vector<std::uint64_t> asked;
    std::vector<bsp::Future<double>> answers;
    for (std::uint64_t k = 0; k < needed.size(); ++k) {
      if (needed[k] == 0) continue;
      const std::uint64_t owner = inputs.owner(k);
      if (owner == row) {
        known[k] = input[k - inputs.first(row)];
      } else {
        asked.push_back(k);
        answers.push_back(input(owner * q + column)[k - inputs.first(owner)].get());
      }
    }
    co_await self.sync("fan-out");

    for (std::size_t k = 0; k < asked.size(); ++k) known[asked[k]] = answers[k];
    std::vector<double> sums(outputs.items());
    std::vector<std::uint8_t> has_sum(outputs.items());
    for (const SparseEntry& entry : entries) {
      sums[entry.row - first_row] += entry.value * known[entry.column - first_column];
      has_sum[entry.row - first_row] = 1;
    }
    self.work(2 * entries.size());
    for (std::uint64_t k = 0; k < sums.size(); ++k) {
      if (has_sum[k] == 0) continue;
      const std::uint64_t owner = outputs.owner(k);
      const std::uint64_t place = column * outputs.size(owner) + k - outputs.first(owner);
      if (owner == column) {
        partial[place] = sums[k];
      } else {
        partial(row * q + owner)[place] = sums[k];
      }
    }
    co_await self.sync("fan-in");

    for (std::uint64_t k = 0; k < outputs_here; ++k) {
      double& number = product[first_row + outputs.first(column) + k];
      for (std::uint64_t source = 0; source < q; ++source) number += partial[source * outputs_here + k];
    }
    self.work(q * outputs_here);
    co_await self.sync("sum");
  });
  machine.unite(product, machine.options().components, [&](std::uint64_t i) {
    const std::uint64_t row = grid.rows.owner(i);
    return row * q + BlockDistribution(grid.rows.size(row), q).owner(i - grid.rows.first(row));
  });
  return product;
}

Program bsp_sparse_matrix_vector_program() {
  return program<SparseMatrices>(
      bsp_sparse_matrix_vector,
      {.name = "bsp-sparse-matrix-vector",
       .alias = "spmv",
       .what = "a sparse n x n matrix times a vector, in blocks on a grid of √p x √p processes",
       .columns = "entry of the product",
       .source = "Bisseling 2020, 4.3; Hendrickson, Leland, Plimpton 1995",
       .model = Model::bsp,
       .time = "2 max entries + n/√p + (3n/√p) g + 3l at most",
       // What is asked for, and its requests; then the partial sums.
       .cost = {.supersteps = 3,
                .relation_at_most =
                    [](const SparseProblem& problem, std::uint64_t p) {
                      const SparseGrid grid(problem.matrix, p);
                      const std::uint64_t q = grid.side;
                      return (q - 1) * (2 * ((grid.columns.largest() + q - 1) / q) + (grid.rows.largest() + q - 1) / q);
                    },
                .work_at_most =
                    [](const SparseProblem& problem, std::uint64_t p) {
                      const SparseGrid grid(problem.matrix, p);
                      const std::uint64_t q = grid.side;
                      return 2 * most_entries(problem.matrix, p) + q * ((grid.rows.largest() + q - 1) / q);
                    }},
       .components = 64,
       .size = {.usual = 1 << 16, .bytes_each = 4 * sizeof(SparseEntry), .most = most_edges},
       .oracle = judge_sparse_product,
       .against = "entry by entry in long double, error at most (2k + 1) ε Σ|a x| in a row of k entries",
       .facts = [](const SparseProblem&, const std::vector<double>& product) -> Facts {
         return {{"length", length_of(product)}};
       }});
}

}  // namespace pram::programs
