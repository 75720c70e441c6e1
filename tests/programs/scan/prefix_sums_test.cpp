#include <pram/programs/scan.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include <pram/programs/input/sequence/numbers.hpp>
#include "../on_machines.hpp"

namespace pram::testing {

namespace {

std::uint64_t expected_steps(std::uint64_t n) {
  return n < 2 ? 0 : 3 * (floor_log2(n) + floor_log2(std::max<std::uint64_t>(1, 2 * n / 3)));
}

std::vector<std::int64_t> sums_of(const std::vector<std::int64_t>& values) {
  std::vector<std::int64_t> sums;
  std::uint64_t sum = 0;
  for (const std::int64_t value : values)
    sums.push_back(static_cast<std::int64_t>(sum += static_cast<std::uint64_t>(value)));
  return sums;
}

}  // namespace

TEST_CASE("prefix sums are the sums one by one, under EREW, in the steps that they promise") {
  for (const std::uint64_t n : sizes()) {
    CAPTURE(n);
    const std::vector<std::int64_t> values = programs::random_numbers(n, seed());
    const auto ran =
        on_all_machines(Rule::erew, [&](Machine& machine) { return programs::prefix_sums(machine, values); });
    CHECK(ran.value == sums_of(values));
    CHECK(ran.ledger.steps() == expected_steps(n));
    CHECK(ran.ledger.work() <= 6 * n);
    CHECK(ran.ledger.work() == ran.ledger.requests().total());
    CHECK(ran.ledger.processors() == n / 2);
    CHECK(ran.ledger.models() == erew_models);
  }
}

TEST_CASE("prefix sums wrap at 64 bits") {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::int64_t> values = {largest, 1,       -1,     std::numeric_limits<std::int64_t>::min(),
                                            -1,      largest, largest};
  Machine machine({.components = 4, .rule = Rule::erew});
  CHECK(programs::prefix_sums(machine, values) == sums_of(values));
}

TEST_CASE("prefix sums work in place on a shared array") {
  Machine machine({.components = 4, .rule = Rule::erew});
  const auto values = machine.array(std::vector<std::int64_t>{3, -1, 4, -1, 5}, "mine");
  programs::prefix_sums(machine, values);
  CHECK(values.host() == std::vector<std::int64_t>{3, 2, 6, 5, 10});
  REQUIRE(machine.ledger().lines().size() == 3);
  for (const LineTotal& line : machine.ledger().lines()) CHECK(line.array == "mine");
}

}  // namespace pram::testing
