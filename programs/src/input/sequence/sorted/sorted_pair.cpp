#include "input/sequence/sorted/sorted_pair.hpp"

#include <algorithm>

#include "input/sequence/numbers.hpp"
#include "root.hpp"

namespace pram::programs {

namespace {

/// The first `left` values and the other values, both sorted.
SortedPair cut_and_sort(const std::vector<std::int64_t>& values, std::uint64_t left) {
  SortedPair pair = SortedPairs::cut(values, left);
  std::ranges::sort(pair.left);
  std::ranges::sort(pair.right);
  return pair;
}

}  // namespace

Shapes<SortedPair> SortedPairs::shapes() {
  return {{"random", "random numbers",
           [](std::uint64_t n, std::uint64_t seed) { return cut_and_sort(random_numbers(n, seed), n / 2); }},
          {"uneven", "random numbers, a few to many",  // ⌊√n⌋ of them, and the others
           [](std::uint64_t n, std::uint64_t seed) { return cut_and_sort(random_numbers(n, seed), floor_root(n)); }},
          {"disjoint", "numbers of which one half is above the other",
           [](std::uint64_t n, std::uint64_t seed) {
             std::vector<std::int64_t> values = random_numbers(n, seed);
             std::ranges::sort(values, std::greater());
             return cut_and_sort(values, n / 2);
           }},
          {"equal", "equal numbers", [](std::uint64_t n, std::uint64_t seed) {
             return cut_and_sort(std::vector<std::int64_t>(n, random_numbers(1, seed)[0]), n / 2);
           }}};
}

SortedPair SortedPairs::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> values = Numbers::read(request, sizes);
  return cut_and_sort(values, values.size() / 2);
}

const UntypedKind& SortedPairs::untyped() { return untyped_kind<SortedPairs>; }

}  // namespace pram::programs
