#include "page/views/baseline_view.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/report/detail/value/text.hpp>
#include "contains.hpp"
#include "view_run.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::cells_of;
using pram::testing::contains;
using pram::testing::hot_line;
using pram::testing::next_line;
using pram::testing::two_steps;

namespace {

RunSummary summary(const Machine& machine) {
  return {.program = "two-steps", .machine = machine.options(), .ledger = machine.ledger()};
}

/// The row of a view that begins so; it must have one.
std::vector<std::string> row_of(const View& view, const std::string& first) {
  const std::vector<std::vector<std::string>> rows = cells_of(view.markup);
  const auto found = std::ranges::find_if(rows, [&](const auto& row) { return row.front() == first; });
  REQUIRE(found != rows.end());
  return *found;
}

}  // namespace

TEST_CASE("baseline view: totals and lines then and now, of one program on two networks") {
  const Machine machine = two_steps();                 // 12 + 12 and 16 + 16
  const Machine before = two_steps("router:g=1,l=0");  // 1 + 1 and 3 + 3
  const View view = baseline_view(summary(machine), summary(before));
  CHECK(view.name == "baseline");
  CHECK(row_of(view, "charge in all") == std::vector<std::string>{"charge in all", "8", "56", "+48", decimal(7)});
  CHECK(row_of(view, "charge forward") == std::vector<std::string>{"charge forward", "4", "28", "+24", decimal(7)});
  CHECK(row_of(view, "time T") == std::vector<std::string>{"time T", "2", "2", "0", decimal(1)});
  CHECK(row_of(view, "requests") == std::vector<std::string>{"requests", "7", "7", "0", decimal(1)});
  CHECK(row_of(view, "largest degree") == std::vector<std::string>{"largest degree", "3", "3", "0", decimal(1)});
  // Line, charge, change, requests and degree; the larger change first.
  const std::string next = std::to_string(next_line);
  const std::string hot = std::to_string(hot_line);
  CHECK(row_of(view, hot) == std::vector<std::string>{hot, hot, "6", "32", "+26", "3", "3", "3", "3"});
  CHECK(row_of(view, next) == std::vector<std::string>{next, next, "2", "24", "+22", "4", "4", "1", "1"});
  CHECK(view.markup.find("<td data-value=\"32\">") < view.markup.find("<td data-value=\"24\">"));
}

TEST_CASE("baseline view: supersteps by tag, then and now, and no such table without any") {
  const auto run = [](std::size_t words) {
    Machine machine({.components = 4, .network = "router:g=2,l=10"});
    machine.spmd([&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<std::uint64_t>(8);
      cells((self.id() + 1) % 4).put(0, std::vector<std::uint64_t>(words, 1));
      co_await self.sync("put");
    });
    return machine;
  };
  const Machine before = run(2);
  const Machine machine = run(5);
  // S, w, h and the cost, 2 h + 10.
  CHECK(row_of(baseline_view(summary(machine), summary(before)), "put") ==
        std::vector<std::string>{"put", "1", "1", "0", "0", "2", "5", "14", "20", "+6"});
  const Machine steps = two_steps();
  CHECK_FALSE(contains(baseline_view(summary(steps), summary(steps)).markup, "Supersteps by tag"));
}
