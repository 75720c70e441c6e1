#include <pram/machines/detail/passes.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <pram/machines/patterns.hpp>
#include "machines/topology/small_topologies.hpp"

using namespace pram;
using pram::testing::Circle;
using pram::testing::TwoStages;

namespace {

using List = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("of the 24 permutations of four inputs two stages pass 16") {
  const TwoStages network;
  const List source = {0, 1, 2, 3};
  List destination = source;
  int free = 0;
  do {
    const std::uint32_t passes = greedy_passes(network, {source, destination, {}, {}});
    CHECK(passes >= 1);
    CHECK(passes <= 2);
    free += passes == 1;
  } while (std::ranges::next_permutation(destination).found);
  CHECK(free == 16);  // 2^(k/2 log2 k)
}

TEST_CASE("a hot spot needs a pass a message") {
  const TwoStages network;
  CHECK(greedy_passes(network, make_pattern("hot-spot", 4, 1).messages()) == 4);
  const Circle circle(300);
  CHECK(greedy_passes(circle, make_pattern("hot-spot", 300, 1).messages()) ==
        150);  // from either side, none for 0 itself
}

TEST_CASE("nothing needs no pass, and neighbours need one") {
  const Circle circle(9);
  CHECK(greedy_passes(circle, {}) == 0);
  const List source = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  const List next = {1, 2, 3, 4, 5, 6, 7, 8, 0};
  CHECK(greedy_passes(circle, {source, source, {}, {}}) == 0);
  CHECK(greedy_passes(circle, {source, next, {}, {}}) == 1);
  CHECK(greedy_passes(circle, make_pattern("tornado", 9, 1).messages()) > 1);
}
