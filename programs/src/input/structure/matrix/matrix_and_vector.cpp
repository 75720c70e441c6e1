#include "input/structure/matrix/matrix_and_vector.hpp"

#include <fmt/format.h>

#include "input/file/counted.hpp"
#include "input/sequence/numbers.hpp"

namespace pram::programs {

namespace {

/// The first n^2 numbers, and the n others.
MatrixAndVector cut_off_vector(const std::vector<std::int64_t>& numbers, std::uint64_t n) {
  const auto end = numbers.begin() + static_cast<std::ptrdiff_t>(n * n);
  return {{numbers.begin(), end}, {end, numbers.end()}};
}

}  // namespace

Shapes<MatrixAndVector> MatricesAndVectors::shapes() {
  return {{"random", "random matrix and vector",
           [](std::uint64_t n, std::uint64_t seed) { return cut_off_vector(random_numbers(n * (n + 1), seed), n); }},
          {"identity", "identity, and a random vector",
           [](std::uint64_t n, std::uint64_t seed) {
             MatrixAndVector made{std::vector<std::int64_t>(n * n, 0), random_numbers(n, seed)};
             for (std::uint64_t i = 0; i < n; ++i) made.matrix[i * n + i] = 1;
             return made;
           }},
          {"equal", "matrix and vector of ones", [](std::uint64_t n, std::uint64_t) {
             return MatrixAndVector{std::vector<std::int64_t>(n * n, 1), std::vector<std::int64_t>(n, 1)};
           }}};
}

MatrixAndVector MatricesAndVectors::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> numbers =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each, .most = sizes.most * (sizes.most + 1)});
  std::uint64_t n = 0;
  while (n * (n + 1) < numbers.size()) ++n;
  if (n * (n + 1) != numbers.size()) {
    throw InputError(
        shown_path(request.file), 0,
        fmt::format("it holds {}, not those of a square matrix and a vector", counted(numbers.size(), "number")));
  }
  return cut_off_vector(numbers, n);
}

const UntypedKind& MatricesAndVectors::untyped() { return untyped_kind<MatricesAndVectors>; }

}  // namespace pram::programs
