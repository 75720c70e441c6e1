#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <pram/machines/detail/routines.hpp>

#include "sorting/access/move_records.hpp"
#include "sorting/machines/hypercube_machine.hpp"
#include "sorting/machines/rcn_machine.hpp"
#include "support.hpp"

namespace pram {

namespace {

struct Pass {
  const char* network;
  std::uint64_t ascend;  ///< steps
};

/// Section 4 of the RCN-FULL spec; log2 N on hypercubes.
const std::vector<Pass> passes = {
    {"rcn-full:4,1", 6},    {"rcn-full:16,1", 10}, {"rcn-full:4,2", 14}, {"rcn-full:2,3", 22}, {"rcn-full:64,1", 14},
    {"rcn-full:256,1", 18}, {"rcn-full:16,2", 22}, {"rcn-full:4,3", 30}, {"rcn-full:2,4", 46}, {"rcn-full:8,0", 3},
    {"hypercube:0", 0},     {"hypercube:2", 2},    {"hypercube:8", 8},   {"hypercube:12", 12}};

bool skipped(const Pass& pass, std::uint32_t nodes) {
  return testing::size() <= testing::Size::small && nodes > 4096 && std::string(pass.network) != "rcn-full:16,2";
}

std::vector<Packet<std::uint64_t>> empty_places(std::size_t count) { return std::vector<Packet<std::uint64_t>>(count); }

/// Random places, in ascending order.
std::vector<std::uint32_t> random_subset(std::uint32_t count, std::mt19937_64& random) {
  std::vector<std::uint32_t> chosen;
  const std::uint64_t density = 1 + random() % 7;
  for (std::uint32_t x = 0; x < count; ++x)
    if (random() % 8 < density) chosen.push_back(x);
  return chosen;
}

std::vector<Packet<std::uint64_t>> to_concentrate(std::uint32_t count, const std::vector<std::uint32_t>& places) {
  auto packets = empty_places(count);
  for (std::uint32_t r = 0; r < places.size(); ++r) packets[places[r]] = {r, places[r], places[r] * 10ull};
  return packets;
}

std::vector<Packet<std::uint64_t>> to_distribute(std::uint32_t count, const std::vector<std::uint32_t>& targets) {
  auto packets = empty_places(count);
  for (std::uint32_t r = 0; r < targets.size(); ++r) packets[r] = {targets[r], r, r * 10ull};
  return packets;
}

/// The number of `runs` random cases in which records collide.
template <class Make>
int collisions(std::uint32_t dimension, detail::BitOrder order, int runs, Make&& make) {
  std::mt19937_64 random(testing::seed());
  detail::HypercubeMachine cube(dimension);
  detail::RcnMachine rcn(1u << dimension / 2, 1);
  int count = 0;
  for (int run = 0; run < runs; ++run) {
    const auto packets = make(cube.nodes(), random_subset(cube.nodes(), random));
    const auto collides = [&](auto& machine) {
      auto moving = packets;
      try {
        detail::move_records(machine, std::span(moving), order);
      } catch (const ScheduleError& error) {
        CHECK(error.facts.breach == ScheduleError::Breach::collision);
        CHECK(error.facts.origins[0] != error.facts.origins[1]);
        CHECK(packets[error.facts.origins[0]].full());
        CHECK(packets[error.facts.origins[1]].full());
        CHECK(error.facts.node < cube.nodes());
        return true;
      }
      return false;
    };
    const bool on_cube = collides(cube);
    CHECK(collides(rcn) == on_cube);
    count += on_cube ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("prefix sums in an ascend of the tabled steps") {
  for (const Pass& pass : passes) {
    CAPTURE(pass.network);
    const auto routines = make_routines(pass.network);
    if (skipped(pass, routines->nodes())) continue;
    for (const std::size_t share : {1U, 4U}) {
      std::mt19937_64 random(testing::seed());
      std::vector<std::uint64_t> numbers(share * routines->nodes());
      for (std::uint64_t& number : numbers) number = random();
      std::vector<std::uint64_t> expected(numbers.size());
      std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
      routines->ledger().clear();
      routines->prefix_sums(numbers);
      CHECK(numbers == expected);
      CHECK(routines->ledger().steps() == share * pass.ascend);
    }
  }
  const auto other = make_routines("grid:9x9", {.method = SortOptions::Method::shear});
  std::vector<std::uint64_t> numbers(81);
  CHECK_THROWS_AS(other->prefix_sums(numbers), ConfigError);
  std::vector<std::uint64_t> three(48);
  CHECK_THROWS_AS(make_routines("hypercube:4")->prefix_sums(three), ConfigError);
}

TEST_CASE("rank and concentrate and distribute and generalise") {
  std::mt19937_64 random(testing::seed());
  for (const Pass& pass : std::vector<Pass>{{"rcn-full:2,1", 4},
                                            {"rcn-full:4,1", 6},
                                            {"rcn-full:8,1", 8},
                                            {"rcn-full:4,2", 14},
                                            {"rcn-full:2,3", 22},
                                            {"hypercube:2", 2},
                                            {"hypercube:5", 5},
                                            {"hypercube:8", 8},
                                            {"torus:4x4", 0},
                                            {"omega:16", 0},
                                            {"complete:8", 3}}) {
    CAPTURE(pass.network);
    const auto routines = make_routines(pass.network);
    for (int run = 0; run < 40; ++run) {
      const std::uint32_t share = run % 4 == 3 ? 4 : 1;
      const std::uint32_t count = share * routines->nodes();
      const auto chosen = random_subset(count, random);
      const auto m = static_cast<std::uint32_t>(chosen.size());
      routines->ledger().clear();

      std::vector<std::uint8_t> flags(count, 0);
      for (const std::uint32_t x : chosen) flags[x] = 1;
      const auto ranks = routines->rank(flags);
      std::uint32_t wrong = 0;
      for (std::uint32_t x = 0, before = 0; x < count; before += flags[x++]) wrong += ranks[x] != before;

      auto packets = to_concentrate(count, chosen);
      routines->concentrate(packets);
      for (std::uint32_t x = 0; x < count; ++x) {
        wrong += packets[x].full() != (x < m);
        if (x < m) wrong += packets[x].origin != chosen[x] || packets[x].payload != chosen[x] * 10ull;
      }

      packets = to_distribute(count, chosen);
      routines->distribute(packets);
      for (std::uint32_t x = 0, r = 0; x < count; ++x) {
        wrong += packets[x].full() != (flags[x] != 0);
        if (flags[x] != 0) wrong += packets[x].origin != r || packets[x].payload != r * 10ull, ++r;
      }

      packets = to_distribute(count, chosen);
      routines->generalise(packets);
      for (std::uint32_t x = 0, r = 0; x < count; ++x) {
        wrong += packets[x].full() != (r < m);
        if (r < m) wrong += packets[x].payload != r * 10ull;
        if (r < m && chosen[r] == x) ++r;
      }
      CHECK(wrong == 0);
      if (pass.ascend != 0) {
        for (const char* routine : {"rank", "concentrate", "distribute", "generalise"})
          CHECK(routines->ledger().steps_of(routine) == share * pass.ascend);
      }
    }
  }
}

TEST_CASE("concentrate collides in descending and distribute in ascending order") {
  CHECK(collisions(6, detail::BitOrder::ascending, 200, to_concentrate) == 0);
  CHECK(collisions(6, detail::BitOrder::descending, 200, to_distribute) == 0);
  // About 193 of 200 in the spec's cases.
  CHECK(collisions(6, detail::BitOrder::descending, 200, to_concentrate) > 120);
  CHECK(collisions(6, detail::BitOrder::ascending, 200, to_distribute) > 120);
}

TEST_CASE("a concentration with wrong targets is caught where it collides") {
  const auto routines = make_routines("hypercube:3");
  auto packets = empty_places(8);
  packets[2] = {0, 2, 0};
  packets[3] = {0, 3, 0};
  try {
    routines->concentrate(packets);
    FAIL("no collision");
  } catch (const ScheduleError& error) {
    CHECK(error.facts.breach == ScheduleError::Breach::collision);
    CHECK(error.facts.step == 0);
    CHECK(error.facts.node == 2);
    CHECK(error.facts.origins[0] == 2);
    CHECK(error.facts.origins[1] == 3);
    CHECK(std::string(error.what()) == "hypercube:3: step 0 of concentrate: the records from 2 and 3 collide at 2");
  }
  CHECK(routines->ledger().path().empty());
}

}  // namespace pram
