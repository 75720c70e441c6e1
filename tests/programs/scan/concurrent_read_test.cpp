#include <doctest/doctest.h>

#include <vector>

#include <pram/programs/scan.hpp>

#include "../on_machines.hpp"

namespace pram::testing {

TEST_CASE("all processors read one cell in one step") {
  for (const std::uint64_t n : sizes()) {
    CAPTURE(n);
    const auto ran =
        on_all_machines(Rule::crew, [n](Machine& machine) { return programs::concurrent_read(machine, -7, n); });
    CHECK(ran.value == std::vector<std::int64_t>(n, -7));
    CHECK(ran.ledger.steps() == (n == 0 ? 0 : 1));
    CHECK(ran.ledger.work() == n);
    CHECK(ran.ledger.largest_read_degree() == n);
  }
}

TEST_CASE("the headline: one cell read by all over combining switches costs what one message costs") {
  const auto charge = [](const char* network, const char* access) {
    Machine machine({.components = 1024, .network = network, .access = access, .rule = Rule::crew});
    programs::concurrent_read(machine, 5, 1024);
    return machine.ledger().charge();
  };
  const std::uint64_t combining = charge("omega:combining=pairwise", "direct");
  CHECK(combining == 11);                         // log2 1024 switches and the wire into the first
  CHECK(charge("omega", "direct") == 1023 + 10);  // one a step into the cell's component
  CHECK(charge("router", "direct") == 1024);
  CHECK(charge("router", "combining") > combining);  // several phases, each with chance collisions
  CHECK(charge("router", "combining") < 1024 / 8);
}

}  // namespace pram::testing
