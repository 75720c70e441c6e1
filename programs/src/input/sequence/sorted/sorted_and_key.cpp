#include "input/sequence/sorted/sorted_and_key.hpp"

#include <algorithm>

#include "input/sequence/numbers.hpp"

namespace pram::programs {

namespace {

/// Takes the first value as the key, and sorts the others.
SortedAndKey key_and_others(const std::vector<std::int64_t>& values) {
  SortedAndKey made{{values.begin() + 1, values.end()}, values.front()};
  std::ranges::sort(made.values);
  return made;
}

}  // namespace

Shapes<SortedAndKey> SortedSequences::shapes() {
  return {{"random", "random numbers, sorted, and a random key",
           [](std::uint64_t n, std::uint64_t seed) { return key_and_others(random_numbers(n + 1, seed)); }},
          {"present", "random numbers, sorted, and one of them",
           [](std::uint64_t n, std::uint64_t seed) {
             SortedAndKey made = key_and_others(random_numbers(n + 1, seed));
             if (n > 0) made.key = made.values[static_cast<std::size_t>(made.key + 1'000'000) % n];
             return made;
           }},
          {"above", "random numbers, sorted, and a key above them",
           [](std::uint64_t n, std::uint64_t seed) {
             SortedAndKey made = key_and_others(random_numbers(n + 1, seed));
             made.key = 1'000'001;
             return made;
           }},
          {"equal", "equal numbers, and the same as key", [](std::uint64_t n, std::uint64_t seed) {
             return key_and_others(std::vector<std::int64_t>(n + 1, random_numbers(1, seed)[0]));
           }}};
}

SortedAndKey SortedSequences::read(const InputRequest& request, const Sizes& sizes) {
  return key_and_others(Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each, .most = sizes.most + 1}));
}

const UntypedKind& SortedSequences::untyped() { return untyped_kind<SortedSequences>; }

}  // namespace pram::programs
