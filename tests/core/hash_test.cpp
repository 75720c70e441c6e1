#include "hash.hpp"

#include <cstdint>
#include <random>

#include <doctest/doctest.h>

#include "../support.hpp"

namespace pram::detail {

TEST_CASE("hashes of one word and of two are XXH3") {
  std::mt19937_64 random(testing::seed());
  for (int k = 0; k < 2000; ++k) {
    const std::uint64_t seed = k % 7 == 0 ? 0 : random();
    const std::uint64_t both[2] = {k % 3 == 0 ? random() % 100 : random(), k % 5 == 0 ? ~std::uint64_t{0} : random()};
    CHECK(hash64(both[0], both[1], seed) == XXH3_64bits_withSeed(both, sizeof both, seed));
    CHECK(hash64(both[0], seed) == XXH3_64bits_withSeed(both, sizeof both[0], seed));
    CHECK(SeededHash(seed)(both[0]) == hash64(both[0], seed));
  }
}

}  // namespace pram::detail
