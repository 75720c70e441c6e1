#include <pram/programs/matrix.hpp>

#include <string>

#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/row.hpp>
#include "oracle/matrix_product.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> matrix_product_skewed(Machine& machine, std::span<const std::int64_t> left,
                                                std::span<const std::int64_t> right, std::uint64_t n) {
  if (n > most_square_order || left.size() != n * n || right.size() != n * n) {
    throw ConfigError("matrices", std::to_string(left.size()) + " and " + std::to_string(right.size()) + " numbers",
                      "n * n numbers each, n at most " + std::to_string(most_square_order));
  }
  const auto a = machine.array(left, "left");
  const auto b = machine.array(right, "right");
  const auto product = machine.array<std::int64_t>(n * n, 0, "product");
  machine.pardo(n * n, [&](Processor self) -> Task<> {
    const std::uint64_t row = self.id() / n;
    const std::uint64_t column = self.id() % n;
    std::uint64_t sum = 0;
    // Processors of a row begin at different places of it, and those of a column, too.
    std::uint64_t k = (row + column) % n;
    for (std::uint64_t step = 0; step < n; ++step) {
      const auto from_left = static_cast<std::uint64_t>(co_await a[row * n + k]);
      const auto from_right = static_cast<std::uint64_t>(co_await b[k * n + column]);
      sum += from_left * from_right;
      k = k + 1 == n ? 0 : k + 1;
    }
    co_await (product[self.id()] = static_cast<std::int64_t>(sum));
  });
  return product.host();
}

Program matrix_product_skewed_program() {
  return program<MatrixPairs>(
      matrix_product_skewed,
      {.name = "matrix-product-skewed",
       .what = "two n x n matrices, n^2 processors that go through rows and columns from different places on",
       .columns = "entry of the product row by row",
       .source = "Cannon 1969; JáJá 1.3",
       .model = Rule::erew,
       .time = "O(n)",
       .steps = [](std::uint64_t n) { return n == 0 ? 0 : 2 * n + 1; },
       .work = "O(n^3)",
       .work_at_most = [](std::uint64_t n) { return n * n * (2 * n + 1); },
       .degree_at_most = 1,
       .size = {.usual = 48, .most = most_square_order, .tested = 16},
       .oracle = oracle::matrix_product,
       .against = "row by column on one thread"});
}

}  // namespace pram::programs
