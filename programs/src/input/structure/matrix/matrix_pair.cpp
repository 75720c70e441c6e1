#include "input/structure/matrix/matrix_pair.hpp"

#include <fmt/format.h>

#include <utility>

#include "input/file/counted.hpp"
#include "input/sequence/numbers.hpp"

namespace pram::programs {

namespace {

/// The first n^2 of 2 n^2 numbers as the left matrix, the others as the right one.
MatrixPair halves(const std::vector<std::int64_t>& both, std::uint64_t n) {
  const auto middle = both.begin() + static_cast<std::ptrdiff_t>(n * n);
  return {{both.begin(), middle}, {middle, both.end()}, n};
}

}  // namespace

Shapes<MatrixPair> MatrixPairs::shapes() {
  return {{"random", "random matrices",
           [](std::uint64_t n, std::uint64_t seed) { return halves(random_numbers(2 * n * n, seed), n); }},
          {"identity", "a random matrix and the identity",
           [](std::uint64_t n, std::uint64_t seed) {
             MatrixPair pair{random_numbers(n * n, seed), std::vector<std::int64_t>(n * n, 0), n};
             for (std::uint64_t i = 0; i < n; ++i) pair.right[i * n + i] = 1;
             return pair;
           }},
          {"equal", "matrices of ones", [](std::uint64_t n, std::uint64_t) {
             return MatrixPair{std::vector<std::int64_t>(n * n, 1), std::vector<std::int64_t>(n * n, 1), n};
           }}};
}

MatrixPair MatrixPairs::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> both =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each, .most = 2 * sizes.most * sizes.most});
  std::uint64_t n = 0;
  while (2 * n * n < both.size()) ++n;
  if (2 * n * n != both.size()) {
    throw InputError(shown_path(request.file), 0,
                     fmt::format("it holds {}, not those of two square matrices", counted(both.size(), "number")));
  }
  return halves(both, n);
}

const UntypedKind& MatrixPairs::untyped() { return untyped_kind<MatrixPairs>; }

}  // namespace pram::programs
