#include <pram/programs/matrix.hpp>

#include <string>

#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/matrix_product.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> matrix_product_tree(Machine& machine, std::span<const std::int64_t> left,
                                              std::span<const std::int64_t> right, std::uint64_t n) {
  if (n > most_order || left.size() != n * n || right.size() != n * n) {
    throw ConfigError("matrices", std::to_string(left.size()) + " and " + std::to_string(right.size()) + " numbers",
                      "n * n numbers each, n at most " + std::to_string(most_order));
  }
  const auto a = machine.array(left, "left");
  const auto b = machine.array(right, "right");
  const auto sum = machine.array<std::uint64_t>(n * n * n, 0, "sum");
  const auto product = machine.array<std::int64_t>(n * n, 0, "product");
  machine.pardo(n * n * n, [&](Processor self) -> Task<> {
    const std::uint64_t cell = self.id() / n;
    const std::uint64_t k = self.id() % n;
    const auto from_left = static_cast<std::uint64_t>(co_await a[cell / n * n + k]);
    const auto from_right = static_cast<std::uint64_t>(co_await b[k * n + cell % n]);
    co_await (sum[self.id()] = from_left * from_right);
  });
  for (std::uint64_t remaining = n; remaining > 1; remaining = (remaining + 1) / 2) {
    const std::uint64_t half = (remaining + 1) / 2;
    const std::uint64_t pairs = remaining / 2;
    machine.pardo(n * n * pairs, [&](Processor self) -> Task<> {
      const std::uint64_t place = self.id() / pairs * n + self.id() % pairs;
      const std::uint64_t one = co_await sum[place];
      const std::uint64_t other = co_await sum[place + half];
      co_await (sum[place] = one + other);
    });
  }
  machine.pardo(n * n, [&](Processor self) -> Task<> {
    const std::uint64_t mine = co_await sum[self.id() * n];
    co_await (product[self.id()] = static_cast<std::int64_t>(mine));
  });
  return product.host();
}

Program matrix_product_tree_program() {
  return program<MatrixPairs>(
      matrix_product_tree, {.name = "matrix-product-tree",
                            .what = "two n x n matrices, a processor for each of the n^3 products, and sums on trees",
                            .columns = "entry of the product row by row",
                            .source = "JáJá 1.3",
                            .model = Rule::crew,
                            .needs_more_than = Rule::erew,
                            .time = "O(log n)",
                            .steps = [](std::uint64_t n) { return n == 0 ? 0 : 5 + 3 * ceil_log2(n); },
                            .work = "O(n^3)",
                            .work_at_most = [](std::uint64_t n) { return 6 * n * n * n + 2 * n * n; },
                            .degree_at_most = [](std::uint64_t n) { return n; },
                            .size = {.usual = 48, .most = most_order, .tested = 16},
                            .oracle = oracle::matrix_product,
                            .against = "row by column on one thread"});
}

}  // namespace pram::programs
