#include <pram/programs/matrix.hpp>

#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/row.hpp>
#include "oracle/matrix_product.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> matrix_product(Machine& machine, std::span<const std::int64_t> left,
                                         std::span<const std::int64_t> right, std::uint64_t n) {
  if (n > most_order) throw ConfigError("n", std::to_string(n), "at most " + std::to_string(most_order));
  if (left.size() != n * n || right.size() != n * n)
    throw ConfigError("matrices", std::to_string(left.size()) + " and " + std::to_string(right.size()) + " numbers",
                      "n * n = " + std::to_string(n * n) + " numbers each");
  const auto a = machine.array(left, "left");
  const auto b = machine.array(right, "right");
  const auto sum = machine.array<std::uint64_t>(n * n, 0, "sum");
  machine.pardo(n * n * n, [&](Processor self) -> Task<> {
    const std::uint64_t cell = self.id() / n;
    const std::uint64_t k = self.id() % n;
    const std::int64_t from_left = co_await a[cell / n * n + k];
    const std::int64_t from_right = co_await b[k * n + cell % n];
    co_await sum[cell].add(static_cast<std::uint64_t>(from_left) * static_cast<std::uint64_t>(from_right));
  });
  std::vector<std::int64_t> product;
  for (const std::uint64_t one : sum.host()) product.push_back(static_cast<std::int64_t>(one));
  return product;
}

Program matrix_product_program() {
  return program<MatrixPairs>(matrix_product,
                              {.name = "matrix-product",
                               .what = "two n x n matrices, a processor for each of the n^3 products",
                               .columns = "entry of the product row by row",
                               .source = "JáJá 1.3 (CREW, O(log n)), with combining writes for its sums",
                               .model = Rule::sum,
                               .needs_more_than = Rule::crew,
                               .time = "O(1)",
                               .steps = [](std::uint64_t n) { return n == 0 ? 0U : 3U; },
                               .work = "O(n^3)",
                               .work_at_most = [](std::uint64_t n) { return 3 * n * n * n; },
                               .degree_at_most = [](std::uint64_t n) { return n; },
                               .size = {.usual = 64, .most = most_order},
                               .oracle = oracle::matrix_product,
                               .against = "row by column on one thread"});
}

}  // namespace pram::programs
