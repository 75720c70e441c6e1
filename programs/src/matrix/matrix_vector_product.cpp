#include <pram/programs/matrix.hpp>

#include <string>

#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/row.hpp>
#include "matrix/matrix_vector.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> matrix_vector_product(Machine& machine, std::span<const std::int64_t> matrix,
                                                std::span<const std::int64_t> vector) {
  const std::uint64_t n = vector.size();
  if (n > most_square_order || matrix.size() != n * n) {
    throw ConfigError("matrix", std::to_string(matrix.size()) + " numbers",
                      "n * n = " + std::to_string(n * n) + " numbers, n at most " + std::to_string(most_square_order));
  }
  const auto a = machine.array(matrix, "matrix");
  const auto x = machine.array(vector, "vector");
  const auto sum = machine.array<std::uint64_t>(n * n, 0, "sum");
  const auto product = machine.array<std::int64_t>(n, 0, "product");
  multiply_by_vector(machine, a, x, sum, product);
  return product.host();
}

Program matrix_vector_product_program() {
  return program<MatricesAndVectors>(
      matrix_vector_product,
      {.name = "matrix-vector-product",
       .what = "an n x n matrix times a vector, a processor for each of the n^2 products, and sums on trees",
       .columns = "entry of the product",
       .source = "JáJá 1.3",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps = matrix_vector_steps,
       .work = "O(n^2)",
       .work_at_most = matrix_vector_work,
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 128, .most = most_square_order, .tested = 32},
       .oracle =
           [](const MatrixAndVector& input, const std::vector<std::int64_t>& found) {
             const std::size_t n = input.vector.size();
             bool right = found.size() == n;
             for (std::size_t i = 0; right && i < n; ++i) {
               std::uint64_t sum = 0;
               for (std::size_t j = 0; j < n; ++j)
                 sum +=
                     static_cast<std::uint64_t>(input.matrix[i * n + j]) * static_cast<std::uint64_t>(input.vector[j]);
               right = found[i] == static_cast<std::int64_t>(sum);
             }
             return right;
           },
       .against = "row by row on one thread"});
}

}  // namespace pram::programs
