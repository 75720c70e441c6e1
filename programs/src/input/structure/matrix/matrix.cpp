#include "input/structure/matrix/matrix.hpp"

#include <numeric>
#include <utility>

#include "input/sequence/numbers.hpp"

namespace pram::programs {

namespace {

/// The matrix of n numbers that is closest to a square: its rows are the largest divisor of n that is at most the
/// root of n.
Matrix squarest(std::vector<std::int64_t> values) {
  const std::uint64_t n = values.size();
  std::uint64_t rows = n == 0 ? 0 : 1;
  for (std::uint64_t divisor = 2; divisor <= n / divisor; ++divisor) {
    if (n % divisor == 0) rows = divisor;
  }
  return {std::move(values), rows, rows == 0 ? 0 : n / rows};
}

}  // namespace

Shapes<Matrix> Matrices::shapes() {
  return {{"random", "random numbers",
           [](std::uint64_t n, std::uint64_t seed) { return squarest(random_numbers(n, seed)); }},
          {"counted", "numbers from 0 on", [](std::uint64_t n, std::uint64_t) {
             std::vector<std::int64_t> values(n);
             std::iota(values.begin(), values.end(), std::int64_t{0});
             return squarest(std::move(values));
           }}};
}

Matrix Matrices::read(const InputRequest& request, const Sizes& sizes) {
  return squarest(Numbers::read(request, sizes));
}

const UntypedKind& Matrices::untyped() { return untyped_kind<Matrices>; }

}  // namespace pram::programs
