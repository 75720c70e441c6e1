#include <pram/programs/matrix.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/matrix_product.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// A quarter of a matrix, and whether it is added or subtracted; sign 0 stands for none.
struct Quarter {
  std::uint64_t row = 0;
  std::uint64_t column = 0;
  std::int64_t sign = 0;
};
constexpr Quarter no_quarter = {0, 0, 0};

/// The factors of the seven products, one or two quarters each.
constexpr std::array<std::array<Quarter, 2>, 7> left_factors = {{{{{0, 0, 1}, {1, 1, 1}}},
                                                                 {{{1, 0, 1}, {1, 1, 1}}},
                                                                 {{{0, 0, 1}, no_quarter}},
                                                                 {{{1, 1, 1}, no_quarter}},
                                                                 {{{0, 0, 1}, {0, 1, 1}}},
                                                                 {{{1, 0, 1}, {0, 0, -1}}},
                                                                 {{{0, 1, 1}, {1, 1, -1}}}}};
constexpr std::array<std::array<Quarter, 2>, 7> right_factors = {{{{{0, 0, 1}, {1, 1, 1}}},
                                                                  {{{0, 0, 1}, no_quarter}},
                                                                  {{{0, 1, 1}, {1, 1, -1}}},
                                                                  {{{1, 0, 1}, {0, 0, -1}}},
                                                                  {{{1, 1, 1}, no_quarter}},
                                                                  {{{0, 0, 1}, {0, 1, 1}}},
                                                                  {{{1, 0, 1}, {1, 1, 1}}}}};

/// A product that a quarter of the result gets; sign 0 stands for none.
struct SignedProduct {
  std::uint64_t product = 0;
  std::int64_t sign = 0;
};
/// By the quarters' rows, and columns within these.
constexpr std::array<std::array<SignedProduct, 4>, 4> quarter_sums = {{{{{0, 1}, {3, 1}, {4, -1}, {6, 1}}},
                                                                       {{{2, 1}, {4, 1}, {0, 0}, {0, 0}}},
                                                                       {{{1, 1}, {3, 1}, {0, 0}, {0, 0}}},
                                                                       {{{0, 1}, {1, -1}, {2, 1}, {5, 1}}}}};

using Matrices = Array<std::uint64_t>;  // of one order, one behind the other

/// The recursion, level by level: level k has 7^k pairs of matrices.
struct Strassen {
  /// The sum of one or two quarters of a matrix at a place within them. 2 steps.
  static Task<std::uint64_t> sum_of(Processor self, const Matrices& all, std::uint64_t first, std::uint64_t half,
                                    const std::array<Quarter, 2>& quarters, std::uint64_t place) {
    std::uint64_t sum = 0;
    for (const Quarter& quarter : quarters) {
      if (quarter.sign == 0) {
        co_await self.idle();
        continue;
      }
      const std::uint64_t row = quarter.row * half + place / half;
      const std::uint64_t column = quarter.column * half + place % half;
      const std::uint64_t one = co_await all[first + row * 2 * half + column];
      sum += quarter.sign > 0 ? one : ~one + 1;
    }
    co_return sum;
  }

  /// Makes the factors of all products of a level.
  /// @param half  the order of a factor
  std::pair<Matrices, Matrices> factors(const Matrices& left, const Matrices& right, std::uint64_t pairs,
                                        std::uint64_t half) const {
    const std::uint64_t cells = half * half;
    auto left_parts = machine.array<std::uint64_t>(7 * pairs * cells, 0, "left");
    auto right_parts = machine.array<std::uint64_t>(7 * pairs * cells, 0, "right");
    machine.pardo(7 * pairs * cells, [&](Processor self) -> Task<> {
      const std::uint64_t which = self.id() / cells;
      const std::uint64_t first = which / 7 * 4 * cells;
      const std::uint64_t place = self.id() % cells;
      const std::uint64_t one = co_await sum_of(self, left, first, half, left_factors[which % 7], place);
      co_await (left_parts[self.id()] = one);
      const std::uint64_t other = co_await sum_of(self, right, first, half, right_factors[which % 7], place);
      co_await (right_parts[self.id()] = other);
    });
    return {std::move(left_parts), std::move(right_parts)};
  }

  /// Makes results of the products of a level.
  Matrices joined(const Matrices& products, std::uint64_t pairs, std::uint64_t half) const {
    const std::uint64_t cells = half * half;
    auto result = machine.array<std::uint64_t>(4 * pairs * cells, 0, "product");
    machine.pardo(4 * pairs * cells, [&](Processor self) -> Task<> {
      const std::uint64_t first = self.id() / (4 * cells) * 7;
      const std::uint64_t row = self.id() % (4 * cells) / (2 * half);
      const std::uint64_t column = self.id() % (2 * half);
      const std::uint64_t place = row % half * half + column % half;
      std::uint64_t sum = 0;
      for (const SignedProduct& one : quarter_sums[row / half * 2 + column / half]) {
        if (one.sign == 0) {
          co_await self.idle();
          continue;
        }
        const std::uint64_t mine = co_await products[(first + one.product) * cells + place];
        sum += one.sign > 0 ? mine : ~mine + 1;
      }
      co_await (result[self.id()] = sum);
    });
    return result;
  }

  Matrices product(const Matrices& left, const Matrices& right, std::uint64_t pairs, std::uint64_t order) const {
    if (order == 1) {
      auto result = machine.array<std::uint64_t>(pairs, 0, "product");
      machine.pardo(pairs, [&](Processor self) -> Task<> {
        const std::uint64_t one = co_await left[self.id()];
        const std::uint64_t other = co_await right[self.id()];
        co_await (result[self.id()] = one * other);
      });
      return result;
    }
    const auto [left_parts, right_parts] = factors(left, right, pairs, order / 2);
    return joined(product(left_parts, right_parts, 7 * pairs, order / 2), pairs, order / 2);
  }

  Machine& machine;
};

/// The most work for a matrix of so many rows: factors and results of each level, then the products.
std::uint64_t strassen_work(std::uint64_t rows) {
  std::uint64_t work = 0;
  std::uint64_t pairs = 1;
  for (std::uint64_t half = std::bit_ceil(rows) / 2; half >= 1; half /= 2, pairs *= 7)
    work += pairs * half * half * (7 * 6 + 4 * 5);
  return rows == 0 ? 0 : work + 3 * pairs;
}

}  // namespace

std::vector<std::int64_t> matrix_product_strassen(Machine& machine, std::span<const std::int64_t> left,
                                                  std::span<const std::int64_t> right, std::uint64_t n) {
  if (n > most_strassen_order || left.size() != n * n || right.size() != n * n) {
    throw ConfigError("matrices", std::to_string(left.size()) + " and " + std::to_string(right.size()) + " numbers",
                      "n * n numbers each, n at most " + std::to_string(most_strassen_order));
  }
  if (n == 0) return {};
  // Rows and columns of zeros make the order a power of two.
  const std::uint64_t order = std::bit_ceil(n);
  const auto a = machine.array<std::uint64_t>(order * order, 0, "left");
  const auto b = machine.array<std::uint64_t>(order * order, 0, "right");
  for (std::uint64_t i = 0; i < n * n; ++i) {
    a.set(i / n * order + i % n, static_cast<std::uint64_t>(left[i]));
    b.set(i / n * order + i % n, static_cast<std::uint64_t>(right[i]));
  }
  const std::vector<std::uint64_t> all = Strassen{machine}.product(a, b, 1, order).host();
  std::vector<std::int64_t> product;
  for (std::uint64_t i = 0; i < n * n; ++i) product.push_back(static_cast<std::int64_t>(all[i / n * order + i % n]));
  return product;
}

Program matrix_product_strassen_program() {
  return program<MatrixPairs>(
      matrix_product_strassen,
      {.name = "matrix-product-strassen",
       .alias = "strassen",
       .what = "two n x n matrices by seven products of halves in place of eight, all of a level at once",
       .columns = "entry of the product row by row",
       .source = "Strassen 1969; Karp, Ramachandran 1990",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps = [](std::uint64_t n) { return n == 0 ? 0 : 3 + 11 * ceil_log2(n); },
       .work = "O(n^2.81)",
       .work_at_most = strassen_work,
       .degree_at_most = 4,
       .size = {.usual = 32, .most = most_strassen_order, .tested = 9},
       .oracle = oracle::matrix_product,
       .against = "row by column on one thread"});
}

}  // namespace pram::programs
