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

constexpr std::uint64_t usual_iterations = 32;

/// The iterations point by point, on one thread.
/// @returns the largest difference from what was found
double difference_from_sweeps(const SquareMatrix& grid, const std::vector<double>& found) {
  const std::uint64_t n = grid.order;
  std::vector<long double> now(grid.values.begin(), grid.values.end());
  for (std::uint64_t k = 0; k < usual_iterations; ++k) {
    const std::vector<long double> before = now;
    for (std::uint64_t at = n; at + n < n * n; ++at) {
      if (at % n == 0 || at % n == n - 1) continue;
      now[at] = (before[at - n] + before[at - 1] + before[at + 1] + before[at + n]) / 4;
    }
  }
  long double largest = 0;
  for (std::uint64_t at = 0; at < n * n; ++at) largest = std::max(largest, std::abs(now[at] - found[at]));
  return static_cast<double>(largest);
}

/// Each iteration adds three rounding errors, and no average is above what it is made of.
Verdict judge_sweeps(const SquareMatrix& grid, const std::vector<double>& found) {
  if (found.size() != grid.values.size()) return false;
  double largest = 0;
  for (const double value : grid.values) largest = std::max(largest, std::abs(value));
  const double error = difference_from_sweeps(grid, found);
  return {error <= 4 * usual_iterations * std::numeric_limits<double>::epsilon() * largest,
          {{"largest error", fmt::format("{:.1e}", error)}}};
}

/// The points of a process with a halo of a point on each side.
class JacobiBlock {
 public:
  JacobiBlock(std::span<const double> grid, std::uint64_t n, const Interval& rows, const Interval& columns)
      : rows_(rows), columns_(columns), n_(n), width_(columns.size() + 2), now_((rows.size() + 2) * width_) {
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      for (std::uint64_t j = 0; j < columns.size(); ++j)
        now_[place(i, j)] = grid[(rows.first + i) * n + columns.first + j];
    }
    next_ = now_;
  }

  /// The place of the point (i, j) of the block; of the halo with i or j one less than 0, or one more than the last.
  std::uint64_t place(std::uint64_t i, std::uint64_t j) const { return (i + 1) * width_ + j + 1; }
  double& at(std::uint64_t i, std::uint64_t j) { return now_[place(i, j)]; }

  /// Every point that is not on the border of the grid becomes the average of its four neighbours.
  /// @returns operations
  std::uint64_t iterate() {
    Poller poller;
    std::uint64_t points = 0;
    for (std::uint64_t i = 0; i < rows_.size(); ++i) {
      if (rows_.first + i == 0 || rows_.first + i == n_ - 1) continue;
      poller.work(columns_.size());
      for (std::uint64_t j = 0; j < columns_.size(); ++j) {
        if (columns_.first + j == 0 || columns_.first + j == n_ - 1) continue;
        const double* const point = now_.data() + place(i, j);
        next_[place(i, j)] = (*(point - width_) + point[-1] + point[1] + point[width_]) / 4;
        ++points;
      }
    }
    now_.swap(next_);
    return 4 * points;
  }

 private:
  Interval rows_;
  Interval columns_;
  std::uint64_t n_;
  std::uint64_t width_;
  std::vector<double> now_;
  std::vector<double> next_;
};

}  // namespace

std::vector<double> bsp_jacobi(Machine& machine, std::span<const double> grid, std::uint64_t n,
                               std::uint64_t iterations) {
  check_square("grid", grid.size(), n);
  const std::uint64_t q = side_of_grid(machine.options().components);
  const BlockDistribution lines(n, q);
  std::vector<double> found(n * n);
  machine.spmd([&](bsp::Process self) -> Task<> {
    const bool works = self.id() < q * q;
    const std::uint64_t row = self.id() / q;
    const std::uint64_t column = self.id() % q;
    const Interval rows = works ? block_of(lines, row) : Interval{};
    const Interval columns = works ? block_of(lines, column) : Interval{};
    const bool has_points = rows.size() > 0 && columns.size() > 0;
    JacobiBlock block(grid, n, rows, columns);
    // What the neighbours put here: their last or first row, their last or first column.
    auto north = self.coarray<double>(columns.size(), 0, "north");
    auto south = self.coarray<double>(columns.size(), 0, "south");
    auto west = self.coarray<double>(rows.size(), 0, "west");
    auto east = self.coarray<double>(rows.size(), 0, "east");
    const bool has_north = has_points && row > 0;
    const bool has_south = has_points && row + 1 < q && lines.size(row + 1) > 0;
    const bool has_west = has_points && column > 0;
    const bool has_east = has_points && column + 1 < q && lines.size(column + 1) > 0;
    std::vector<double> edge;
    const auto row_of = [&](std::uint64_t i) {
      edge.clear();
      for (std::uint64_t j = 0; j < columns.size(); ++j) edge.push_back(block.at(i, j));
      return std::span<const double>(edge);
    };
    const auto column_of = [&](std::uint64_t j) {
      edge.clear();
      for (std::uint64_t i = 0; i < rows.size(); ++i) edge.push_back(block.at(i, j));
      return std::span<const double>(edge);
    };
    for (std::uint64_t k = 0; k < iterations; ++k) {
      if (has_north) south(self.id() - q).put(0, row_of(0));
      if (has_south) north(self.id() + q).put(0, row_of(rows.size() - 1));
      if (has_west) east(self.id() - 1).put(0, column_of(0));
      if (has_east) west(self.id() + 1).put(0, column_of(columns.size() - 1));
      co_await self.sync("halo");
      for (std::uint64_t j = 0; j < columns.size(); ++j) {
        if (has_north) block.at(std::uint64_t{0} - 1, j) = north[j];
        if (has_south) block.at(rows.size(), j) = south[j];
      }
      for (std::uint64_t i = 0; i < rows.size(); ++i) {
        if (has_west) block.at(i, std::uint64_t{0} - 1) = west[i];
        if (has_east) block.at(i, columns.size()) = east[i];
      }
      self.work(block.iterate());
    }
    co_await self.sync("grid");
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      for (std::uint64_t j = 0; j < columns.size(); ++j)
        found[(rows.first + i) * n + columns.first + j] = block.at(i, j);
    }
  });
  machine.unite(found, machine.options().components,
                [&](std::uint64_t at) { return lines.owner(at / n) * q + lines.owner(at % n); });
  return found;
}

Program bsp_jacobi_program() {
  return program<SquareMatrices>(
      +[](Machine& machine, std::span<const double> grid, std::uint64_t n) {
        return bsp_jacobi(machine, grid, n, usual_iterations);
      },
      {.name = "bsp-jacobi",
       .what = "32 iterations of Jacobi's method for the Laplace equation, five points, n x n in blocks on √p x √p "
               "processes",
       .columns = "value at the point row by row",
       .source = "Bisseling 2020, 4.8",
       .model = Model::bsp,
       .time = "k (4n^2/p + (4n/√p) g) + (k + 1) l, k = 32",
       .cost = {.supersteps = usual_iterations + 1,
                .relation_at_most =
                    [](std::uint64_t n, std::uint64_t p) {
                      const std::uint64_t q = side_of_grid(p);
                      const std::uint64_t sides = q == 1 ? 0 : q == 2 ? 2 : 4;
                      return usual_iterations * sides * ((n + q - 1) / q);
                    },
                .work_at_most =
                    [](std::uint64_t n, std::uint64_t p) {
                      const std::uint64_t block = (n + side_of_grid(p) - 1) / side_of_grid(p);
                      return usual_iterations * 4 * block * block;
                    }},
       .components = 64,
       .size = {.usual = 256, .most = most_bsp_order},
       .oracle = judge_sweeps,
       .against = "the same iterations in long double on one thread, error at most 4 k ε"});
}

}  // namespace pram::programs
