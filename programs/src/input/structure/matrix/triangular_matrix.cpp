#include "input/structure/matrix/triangular_matrix.hpp"

#include <fmt/format.h>

#include <pram/programs/matrix.hpp>
#include "input/file/counted.hpp"
#include "input/sequence/numbers.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// The matrix that has number(i, j) in row i and column j, for j <= i, and 0 above the diagonal.
template <class Number>
TriangularMatrix triangular(std::uint64_t n, Number number) {
  TriangularMatrix made{std::vector<std::uint32_t>(n * n, 0), n};
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t j = 0; j <= i; ++j) made.values[i * n + j] = number(i, j);
  }
  return made;
}

}  // namespace

Shapes<TriangularMatrix> TriangularMatrices::shapes() {
  return {
      {"random", "random triangular matrix",
       [](std::uint64_t n, std::uint64_t seed) {
         const Random random(seed, numbers_stream);
         return triangular(n, [&](std::uint64_t i, std::uint64_t j) {
           return i == j ? 1 + random.below(i * n + j, matrix_modulus - 1) : random.below(i * n + j, matrix_modulus);
         });
       }},
      {"ones", "triangle of ones",
       [](std::uint64_t n, std::uint64_t) { return triangular(n, [](std::uint64_t, std::uint64_t) { return 1U; }); }},
      {"bidiagonal", "matrix of two diagonals", [](std::uint64_t n, std::uint64_t) {
         return triangular(n, [](std::uint64_t i, std::uint64_t j) { return i == j ? 1U : i == j + 1 ? 2U : 0U; });
       }}};
}

TriangularMatrix TriangularMatrices::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> numbers =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each, .most = sizes.most * sizes.most});
  const std::string name = shown_path(request.file);
  std::uint64_t n = 0;
  while (n * n < numbers.size()) ++n;
  if (n * n != numbers.size())
    throw InputError(name, 0,
                     fmt::format("it holds {}, not those of a square matrix", counted(numbers.size(), "number")));
  TriangularMatrix made{{}, n};
  for (std::uint64_t i = 0; i < n * n; ++i) {
    const std::int64_t rest = numbers[i] % std::int64_t{matrix_modulus};
    made.values.push_back(static_cast<std::uint32_t>(rest < 0 ? rest + matrix_modulus : rest));
    if (i % n > i / n && made.values[i] != 0)
      throw InputError(name, 0,
                       fmt::format("row {} has {} above the diagonal, where zeros belong", i / n + 1, numbers[i]));
    if (i % n == i / n && made.values[i] == 0)
      throw InputError(name, 0,
                       fmt::format("row {} has {} on the diagonal, which has no inverse", i / n + 1, numbers[i]));
  }
  return made;
}

const UntypedKind& TriangularMatrices::untyped() { return untyped_kind<TriangularMatrices>; }

}  // namespace pram::programs
