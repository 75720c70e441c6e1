#include <doctest/doctest.h>

#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/list.hpp>
#include "../on_machines.hpp"
#include "oracle/list_walk.hpp"

namespace pram::testing {

TEST_CASE("random mate is linear in work, and logarithmic in time, whatever the seed") {
  const std::uint64_t n = size() <= Size::small ? 500 : 20000;
  const std::uint64_t block = ceil_log2(n);
  for (std::uint64_t one = seed(); one < seed() + 30; ++one) {
    const std::vector<std::uint32_t> next = programs::random_list(static_cast<std::uint32_t>(n), one);
    Machine machine({.components = 8, .network = "ideal", .access = "direct", .rule = Rule::erew, .seed = one});
    CHECK(programs::list_ranking_random_mate(machine, next) == programs::oracle::list_ranks(next));
    CHECK(machine.ledger().steps() <= 3 + 40 * block + 2 * block);
    CHECK(machine.ledger().work() <= 45 * n + 40 * block);
  }
}

}  // namespace pram::testing
