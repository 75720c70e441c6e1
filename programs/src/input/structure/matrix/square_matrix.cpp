#include "input/structure/matrix/square_matrix.hpp"

#include <fmt/format.h>

#include "input/file/counted.hpp"
#include "input/sequence/numbers.hpp"

namespace pram::programs {

namespace {

/// A matrix of n × n numbers between -1 and 1.
SquareMatrix random_matrix(std::uint64_t n, std::uint64_t seed) {
  SquareMatrix matrix{{}, n};
  for (const std::int64_t number : random_numbers(n * n, seed))
    matrix.values.push_back(static_cast<double>(number) / 1e6);
  return matrix;
}

}  // namespace

Shapes<SquareMatrix> SquareMatrices::shapes() {
  return {{"random", "random matrix", random_matrix},
          {"hollow", "random matrix with a diagonal of zeros",
           [](std::uint64_t n, std::uint64_t seed) {
             SquareMatrix matrix = random_matrix(n, seed);
             for (std::uint64_t i = 0; i < n; ++i) matrix.values[i * n + i] = 0;
             return matrix;
           }},
          {"singular", "random matrix whose columns are equal in pairs",
           [](std::uint64_t n, std::uint64_t seed) {
             SquareMatrix matrix = random_matrix(n, seed);
             for (std::uint64_t i = 0; i < n; ++i) {
               for (std::uint64_t j = 1; j < n; j += 2) matrix.values[i * n + j] = matrix.values[i * n + j - 1];
             }
             return matrix;
           }},
          {"equal", "matrix of ones",
           [](std::uint64_t n, std::uint64_t) {
             return SquareMatrix{std::vector<double>(n * n, 1), n};
           }},
          {"wilkinson", "matrix of Wilkinson, whose factors grow most", [](std::uint64_t n, std::uint64_t) {
             SquareMatrix matrix{std::vector<double>(n * n, 0), n};
             for (std::uint64_t i = 0; i < n; ++i) {
               for (std::uint64_t j = 0; j < i; ++j) matrix.values[i * n + j] = -1;
               matrix.values[i * n + i] = matrix.values[i * n + n - 1] = 1;
             }
             return matrix;
           }}};
}

SquareMatrix SquareMatrices::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> numbers =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each, .most = sizes.most * sizes.most});
  SquareMatrix matrix{{numbers.begin(), numbers.end()}, 0};
  while (matrix.order * matrix.order < numbers.size()) ++matrix.order;
  if (matrix.order * matrix.order != numbers.size()) {
    throw InputError(shown_path(request.file), 0,
                     fmt::format("it holds {}, not those of a square matrix", counted(numbers.size(), "number")));
  }
  return matrix;
}

const UntypedKind& SquareMatrices::untyped() { return untyped_kind<SquareMatrices>; }

}  // namespace pram::programs
