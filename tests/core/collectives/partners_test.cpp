#include <bit>
#include <cstdint>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include <pram/detail/partners.hpp>

/// The arithmetic of partners, against what the papers' steps do one after the other.
namespace pram {

TEST_CASE("partners: folded nodes keep their order, and every node goes on or waits for the one before it") {
  for (std::uint32_t nodes = 1; nodes <= 70; ++nodes) {
    const FoldedNodes fold(nodes);
    CHECK(fold.core() == std::bit_floor(nodes));
    std::uint32_t place = 0;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (fold.waits(node)) {
        CHECK(fold.place(node) == fold.place(node - 1));
        CHECK_FALSE(fold.waits(node - 1));
        continue;
      }
      CHECK(fold.place(node) == place);
      CHECK(fold.node(place) == node);
      ++place;
    }
    CHECK(place == fold.core());
  }
}

TEST_CASE("partners: halves that are kept bit by bit end as one block for each place") {
  for (const std::uint32_t blocks : {1U, 2U, 4U, 8U, 32U}) {
    std::set<std::uint32_t> ends;
    for (std::uint32_t place = 0; place < blocks; ++place) {
      std::uint32_t first = 0;
      std::uint32_t count = blocks;
      for (std::uint32_t bit = 1; bit < blocks; bit *= 2) {
        count /= 2;
        if ((place & bit) != 0) first += count;
        CHECK(first_kept(blocks, place, bit) == first);
      }
      ends.insert(first);
    }
    CHECK(ends.size() == blocks);
  }
}

TEST_CASE("partners: in Swing all exchange in pairs, and what a node keeps are neighbours by position") {
  CHECK(swing_distance(0) == 1);
  CHECK(swing_distance(1) == -1);
  CHECK(swing_distance(2) == 3);
  CHECK(swing_distance(5) == -21);
  for (std::uint32_t nodes = 1; nodes <= 512; nodes *= 2) {
    const auto steps = static_cast<std::uint32_t>(std::bit_width(nodes)) - 1;
    std::set<std::uint32_t> positions;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      positions.insert(swing_position(nodes, node));
      // In each step the partner keeps the other half of what both have.
      for (std::uint32_t step = 0; step < steps; ++step) {
        const std::uint32_t partner = swing_partner(nodes, node, step);
        CHECK(swing_partner(nodes, partner, step) == node);
        const std::uint32_t half = 1U << (steps - 1 - step);
        CHECK((swing_position(nodes, node) ^ swing_position(nodes, partner)) / half == 1);
      }
    }
    CHECK(positions.size() == nodes);
    CHECK(*positions.rbegin() == nodes - 1);
  }
}

TEST_CASE("partners: a Bine tree reaches every node once, by the bit that is said") {
  for (std::uint32_t nodes = 1; nodes <= 1024; nodes *= 2) {
    std::vector<std::uint32_t> reached_by(nodes);
    std::vector<std::uint32_t> reached = {0};
    reached_by[0] = nodes;
    for (std::uint32_t bit = nodes / 2; bit > 0; bit /= 2) {
      const std::vector<std::uint32_t> before = reached;
      for (const std::uint32_t from : before) {
        const std::uint32_t to = bine_partner(nodes, from, bit);
        REQUIRE(to < nodes);
        CHECK(bine_partner(nodes, to, bit) == from);
        CHECK(reached_by[to] == 0);
        reached_by[to] = bit;
        reached.push_back(to);
      }
    }
    CHECK(reached.size() == nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) CHECK(bine_bit(nodes, node) == reached_by[node]);
  }
}

TEST_CASE("partners: two sweeps give every node the sum of those up to it") {
  for (std::uint32_t nodes = 1; nodes <= 130; ++nodes) {
    // Which nodes, from which one on, a node has the sum of: those up to itself.
    std::vector<std::uint32_t> first(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) first[node] = node;
    two_sweeps(nodes, [&](std::uint32_t from, std::uint32_t distance) {
      const std::vector<std::uint32_t> before = first;
      for (std::uint32_t node = from; node + distance < nodes; node += 2 * distance) {
        CHECK(before[node + distance] == node + 1);  // so nothing counts twice, and nothing is left out
        first[node + distance] = before[node];
      }
    });
    for (const std::uint32_t one : first) CHECK(one == 0);
  }
}

TEST_CASE("partners: rounds by digits bring every distance to its end, in so many blocks") {
  for (std::uint32_t nodes = 1; nodes <= 70; ++nodes) {
    for (const std::uint32_t radix : {2U, 3U, 5U, 64U}) {
      std::vector<std::uint64_t> gone(nodes);
      digit_rounds(nodes, radix, [&](std::uint64_t weight, std::uint64_t digit) {
        std::uint64_t blocks = 0;
        for (std::uint64_t distance = 0; distance < nodes; ++distance) {
          if (distance / weight % radix != digit) continue;
          gone[distance] += weight * digit;
          ++blocks;
        }
        CHECK(digit_blocks(nodes, radix, weight, digit) == blocks);
      });
      for (std::uint64_t distance = 0; distance < nodes; ++distance) CHECK(gone[distance] == distance);
    }
  }
}

}  // namespace pram
