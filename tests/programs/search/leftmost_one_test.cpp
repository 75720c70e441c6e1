#include <pram/programs/search.hpp>

#include <doctest/doctest.h>

#include <algorithm>

#include "../on_machines.hpp"

namespace pram::testing {

namespace {

void check(const std::vector<std::uint8_t>& bits, std::optional<std::uint64_t> expected) {
  CAPTURE(bits.size());
  const auto ran =
      on_all_machines(Rule::common, [&](Machine& machine) { return programs::leftmost_one(machine, bits); });
  CHECK(ran.value == expected);
  CHECK(ran.ledger.steps() == (bits.empty() ? 0 : 14));
  // s^2 processors, s = ceil(sqrt n): at most n + 2 sqrt(n) + 1.
  const std::uint64_t n = bits.size();
  CHECK(ran.ledger.processors() * 4 <= 16 * n);
  CHECK(ran.ledger.work() <= 14 * 4 * n);
  CHECK(ran.ledger.processors() >= n);
  std::uint64_t s = 0;
  while (s * s < n) ++s;
  CHECK(std::max(ran.ledger.largest_read_degree(), ran.ledger.largest_write_degree()) <= s);
}

}  // namespace

TEST_CASE("the leftmost one is found in 14 steps wherever it is") {
  for (const std::uint64_t n : sizes()) {
    std::vector<std::uint8_t> bits(n, 0);
    check(bits, std::nullopt);
    if (n == 0) continue;
    bits[n - 1] = 1;
    check(bits, n - 1);
    const std::uint64_t middle = seed() % n;
    bits[middle] = 255;  // any value but 0 is a one
    check(bits, middle);
    bits[0] = 1;
    check(bits, 0);
    check(std::vector<std::uint8_t>(n, 1), 0);
  }
}

TEST_CASE("the leftmost one is found at every place of a few blocks") {
  for (std::uint64_t n = 1; n <= 26; ++n) {
    for (std::uint64_t first = 0; first < n; ++first) {
      std::vector<std::uint8_t> bits(n, 0);
      for (std::uint64_t i = first; i < n; ++i) bits[i] = i == first || (seed() >> (i % 64) & 1) != 0;
      Machine machine({.components = 4, .network = "ideal", .access = "direct", .rule = Rule::common, .threads = 1});
      REQUIRE(programs::leftmost_one(machine, bits) == first);
    }
  }
}

}  // namespace pram::testing
