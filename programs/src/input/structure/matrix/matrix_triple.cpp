#include "input/structure/matrix/matrix_triple.hpp"

#include <fmt/format.h>

#include <utility>

#include "input/file/counted.hpp"
#include "input/sequence/numbers.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// Random matrices and their product, row by row.
MatrixTriple random_triple(std::uint64_t n, std::uint64_t seed) {
  const std::vector<std::int64_t> both = random_numbers(2 * n * n, seed);
  const auto middle = both.begin() + static_cast<std::ptrdiff_t>(n * n);
  MatrixTriple made{{both.begin(), middle}, {middle, both.end()}, {}, n};
  for (std::uint64_t i = 0; i < n; ++i) {
    std::vector<std::int64_t> row(n, 0);
    for (std::uint64_t k = 0; k < n; ++k) {
      for (std::uint64_t j = 0; j < n; ++j) row[j] += made.left[i * n + k] * made.right[k * n + j];
    }
    made.product.insert(made.product.end(), row.begin(), row.end());
  }
  return made;
}

}  // namespace

Shapes<MatrixTriple> MatrixTriples::shapes() {
  return {{"right", "random matrices and their product", random_triple},
          {"wrong", "random matrices, and their product with one wrong number",
           [](std::uint64_t n, std::uint64_t seed) {
             MatrixTriple made = random_triple(n, seed);
             if (n > 0) ++made.product[Random(seed, queries_stream)(0) % (n * n)];
             return made;
           }},
          {"half", "random matrices, and their product with a number that is wrong by 2^63",
           [](std::uint64_t n, std::uint64_t seed) {
             MatrixTriple made = random_triple(n, seed);
             if (n > 0) {
               std::int64_t& number = made.product[Random(seed, queries_stream)(0) % (n * n)];
               number = static_cast<std::int64_t>(static_cast<std::uint64_t>(number) ^ (std::uint64_t{1} << 63));
             }
             return made;
           }}};
}

MatrixTriple MatrixTriples::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> all =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each, .most = 3 * sizes.most * sizes.most});
  std::uint64_t n = 0;
  while (3 * n * n < all.size()) ++n;
  if (3 * n * n != all.size()) {
    throw InputError(shown_path(request.file), 0,
                     fmt::format("it holds {}, not those of three square matrices", counted(all.size(), "number")));
  }
  const auto end = [&](std::uint64_t matrices) { return all.begin() + static_cast<std::ptrdiff_t>(matrices * n * n); };
  return {{end(0), end(1)}, {end(1), end(2)}, {end(2), end(3)}, n};
}

const UntypedKind& MatrixTriples::untyped() { return untyped_kind<MatrixTriples>; }

}  // namespace pram::programs
