#include "input/sequence/vector_pair.hpp"

#include <fmt/format.h>

#include "input/file/counted.hpp"
#include "input/sequence/numbers.hpp"

namespace pram::programs {

namespace {

/// The first half of the numbers and the second half, each number divided by `unit`.
VectorPair halves_of(const std::vector<std::int64_t>& numbers, double unit) {
  VectorPair pair;
  const std::size_t n = numbers.size() / 2;
  for (std::size_t i = 0; i < n; ++i) {
    pair.left.push_back(static_cast<double>(numbers[i]) / unit);
    pair.right.push_back(static_cast<double>(numbers[n + i]) / unit);
  }
  return pair;
}

}  // namespace

Shapes<VectorPair> VectorPairs::shapes() {
  return {{"random", "random vectors",
           [](std::uint64_t n, std::uint64_t seed) { return halves_of(random_numbers(2 * n, seed), 1e6); }},
          {"equal", "vectors of ones",
           [](std::uint64_t n, std::uint64_t) {
             return VectorPair{std::vector<double>(n, 1), std::vector<double>(n, 1)};
           }},
          {"orthogonal", "orthogonal vectors", [](std::uint64_t n, std::uint64_t seed) {
             // The products of the second half are those of the first half with the other sign.
             VectorPair pair = halves_of(random_numbers(2 * n, seed), 1e6);
             for (std::uint64_t i = 0; i < n / 2; ++i) {
               pair.left[n - 1 - i] = pair.left[i];
               pair.right[n - 1 - i] = -pair.right[i];
             }
             if (n % 2 == 1) pair.right[n / 2] = 0;
             return pair;
           }}};
}

VectorPair VectorPairs::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> both =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each / 2, .most = 2 * sizes.most});
  if (both.size() % 2 == 1) {
    throw InputError(
        shown_path(request.file), 0,
        fmt::format("it holds {}, not those of two vectors of one length", counted(both.size(), "number")));
  }
  return halves_of(both, 1);
}

const UntypedKind& VectorPairs::untyped() { return untyped_kind<VectorPairs>; }

}  // namespace pram::programs
