#pragma once

#include <cstdint>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>

/// Random inputs from a seed, the same on every platform.
namespace pram::programs {

/// A stream for each generator, so that inputs of one seed are independent.
enum Stream : std::uint64_t {
  numbers_stream = 1,
  bits_stream,
  first_one_stream,
  zipf_stream,
  permutation_stream,
  keys_stream,
  graph_stream,
  tree_stream,
  cuts_stream,
  text_stream,
  rmat_stream = 17,
  weights_stream,
  coins_stream,
  queries_stream,
};

using Random = pram::detail::SeededRandom;

/// The numbers 0..n-1 in random order.
inline std::vector<std::uint32_t> random_permutation(std::uint32_t n, std::uint64_t seed) {
  return Random(seed, permutation_stream).permutation(n);
}

}  // namespace pram::programs
