#include <pram/programs/matrix.hpp>

#include <string>

#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/row.hpp>
#include "matrix/matrix_vector.hpp"
#include "oracle/matrix_product.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// A wrong product passes with a chance of 2^-30.
constexpr std::uint32_t usual_rounds = 30;

constexpr std::uint64_t round_steps(std::uint64_t n) {
  return n == 0 ? 0 : 4 + 3 * ceil_log2(n) + 3 * matrix_vector_steps(n);
}

}  // namespace

ProductCheck product_check(Machine& machine, std::span<const std::int64_t> left, std::span<const std::int64_t> right,
                           std::span<const std::int64_t> product, std::uint64_t n, std::uint32_t rounds) {
  if (n > most_square_order || left.size() != n * n || right.size() != n * n || product.size() != n * n) {
    throw ConfigError(
        "matrices",
        std::to_string(left.size()) + ", " + std::to_string(right.size()) + " and " + std::to_string(product.size()) +
            " numbers",
        "n * n = " + std::to_string(n * n) + " numbers of each, n at most " + std::to_string(most_square_order));
  }
  ProductCheck found;
  if (n == 0) return found;
  const auto a = machine.array(left, "left");
  const auto b = machine.array(right, "right");
  const auto c = machine.array(product, "product");
  const auto x = machine.array<std::int64_t>(n, 0, "x");
  const auto once = machine.array<std::int64_t>(n, 0, "once");
  const auto twice = machine.array<std::int64_t>(n, 0, "twice");
  const auto expected = machine.array<std::int64_t>(n, 0, "expected");
  const auto sum = machine.array<std::uint64_t>(n * n, 0, "sum");
  const auto differs = machine.array<bool>(n, false, "differs");
  while (found.is_product && found.rounds < rounds) {
    ++found.rounds;
    machine.pardo(
        n, [&](Processor self) -> Task<> { co_await (x[self.id()] = static_cast<std::int64_t>(self.random())); });
    multiply_by_vector(machine, b, x, sum, once);
    multiply_by_vector(machine, a, once, sum, twice);
    multiply_by_vector(machine, c, x, sum, expected);
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::int64_t one = co_await twice[self.id()];
      const std::int64_t other = co_await expected[self.id()];
      co_await (differs[self.id()] = one != other);
    });
    for (std::uint64_t width = n; width > 1; width = (width + 1) / 2) {
      const std::uint64_t half = (width + 1) / 2;
      machine.pardo(width / 2, [&](Processor self) -> Task<> {
        const bool one = co_await differs[self.id()];
        const bool other = co_await differs[self.id() + half];
        co_await (differs[self.id()] = one || other);
      });
    }
    found.is_product = !differs.get(0);
  }
  return found;
}

Program product_check_program() {
  return program<MatrixTriples>(
      +[](Machine& machine, const MatrixTriple& input) {
        return product_check(machine, input.left, input.right, input.product, input.order, usual_rounds);
      },
      {.name = "product-check",
       .alias = "freivalds",
       .what = "whether an n x n matrix is the product of two others, by random vectors: 30 of them, or one that tells",
       .columns = "1 if it is the product else 0",
       .source = "Freivalds 1977; JáJá 9.5",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps = [](const MatrixTriple& input,
                   const ProductCheck& found) { return found.rounds * round_steps(input.order); },
       .work = "O(n^2)",
       .work_at_most =
           [](const MatrixTriple& input, const ProductCheck& found) {
             return found.rounds * (3 * matrix_vector_work(input.order) + 7 * input.order);
           },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 64, .most = most_square_order, .tested = 8},
       .oracle =
           [](const MatrixTriple& input, const ProductCheck& found) {
             return found.is_product == (oracle::matrix_product(input.left, input.right, input.order) == input.product);
           },
       .against = "the product row by column",
       .facts = [](const MatrixTriple&, const ProductCheck& found) -> Facts {
         return {{"is_product", found.is_product}, {"rounds", std::int64_t{found.rounds}}};
       },
       .write = [](std::ostream& out, const MatrixTriple&,
                   const ProductCheck& found) { out << (found.is_product ? "1\n" : "0\n"); }});
}

}  // namespace pram::programs
