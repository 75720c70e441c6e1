#include <pram/programs/search.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include <pram/programs/input/sequence/numbers.hpp>
#include "../on_machines.hpp"

namespace pram::testing {

TEST_CASE("the maximum of all pairs is the first largest value, in five steps") {
  for (const std::uint64_t n : sizes()) {
    if (n == 0 || n > 130) continue;
    CAPTURE(n);
    const auto check = [n](const std::vector<std::int64_t>& values) {
      const auto ran =
          on_all_machines(Rule::common, [&](Machine& machine) { return programs::maximum_all_pairs(machine, values); });
      CHECK(ran.value == static_cast<std::uint64_t>(std::ranges::max_element(values) - values.begin()));
      CHECK(ran.ledger.steps() == (n == 1 ? 4 : 5));
      CHECK(ran.ledger.processors() == n * n);
    };
    std::vector<std::int64_t> values = programs::random_numbers(n, seed());
    check(values);
    for (std::int64_t& value : values) value %= 3;  // many ties
    check(values);
    if (n <= 33) {
      check(std::vector<std::int64_t>(n, -7));
      std::iota(values.begin(), values.end(), -5);
      check(values);
      std::ranges::reverse(values);
      check(values);
    }
  }
}

TEST_CASE("the maximum of nothing, or of too many values, is refused") {
  Machine machine({.components = 4, .rule = Rule::common});
  CHECK_THROWS_AS(programs::maximum_all_pairs(machine, {}), ConfigError);
  const std::vector<std::int64_t> many(programs::most_compared_values + 1, 0);
  CHECK_THROWS_AS(programs::maximum_all_pairs(machine, many), ConfigError);
  CHECK(machine.ledger().steps() == 0);
}

}  // namespace pram::testing
