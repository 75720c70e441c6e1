#include "page/views/timeline_view.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "contains.hpp"
#include "view_run.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::cells_of;
using pram::testing::contains;
using pram::testing::hot_line;
using pram::testing::next_line;
using pram::testing::place_of;
using pram::testing::two_steps;

namespace {

/// So few numbers that every run is put into bins.
constexpr PageLimits one_number{.numbers = 1, .bins = 1, .costliest = 1};

}  // namespace

TEST_CASE("timeline view: a picture of steps, and no table where each step has a bar of its own") {
  const Machine machine = two_steps();
  const View view = timeline_view(machine.ledger(), {});
  CHECK(view.name == "timeline");
  REQUIRE(view.pictures.size() == 1);
  CHECK(view.pictures[0].name == "timeline");
  CHECK(view.reading.starts_with("A bar for each step, as high as its charge. "));
  CHECK(contains(view.reading, "The strip below is the largest degree of the step"));
  CHECK_FALSE(contains(view.reading, "regions"));
  CHECK_FALSE(contains(view.reading, "have no record"));
  CHECK(cells_of(view.markup).empty());
}

// Processor 0 has ended before the second step.
TEST_CASE("timeline view: of a run in bins the costliest steps are a table, the costliest first") {
  const Machine machine = two_steps();
  const View view = timeline_view(machine.ledger(), one_number);
  CHECK(contains(view.reading, "2 stand in 1 stretches of neighbours"));
  CHECK(contains(view.reading, "The 1 costliest of all have a record of their own"));
  const std::vector<std::vector<std::string>> expected = {
      {"2", place_of(hot_line), "3", "3", "3", "16", "16", "in place"},
      {"1", place_of(next_line), "4", "4", "1", "12", "12", "in place"}};
  CHECK(cells_of(view.markup) == expected);
}

TEST_CASE("timeline view: steps without a record are counted in a sentence") {
  Machine machine({.components = 4, .ledger_steps = 1});
  const auto array = machine.array<int>(4);
  machine.pardo(4, [&](Processor self) -> Task<> {
    for (int round = 0; round < 3; ++round) co_await array[self.id()];
  });
  CHECK(contains(timeline_view(machine.ledger(), {}).reading, " The last 2 steps have no record of their own"));
}

TEST_CASE("timeline view: regions stand on top, and the view says so") {
  Machine machine({.components = 4, .ledger = LedgerDetail::steps});
  const auto array = machine.array<int>(4);
  const auto region = machine.region("all");
  machine.pardo(4, [&](Processor self) -> Task<> { co_await array[self.id()]; });
  CHECK(contains(timeline_view(machine.ledger(), {}).reading, "The bands on top are the regions of the program"));
}

TEST_CASE("timeline view: of BSP processes supersteps are drawn, and listed where they are too many") {
  Machine machine({.components = 4, .network = "router:g=2,l=10"});
  machine.spmd([](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::uint64_t>(3);
    self.work(7);
    co_await self.sync("work");
    const std::vector<std::uint64_t> values = {1, 2, 3};
    cells((self.id() + 1) % 4).put(0, values);
    co_await self.sync("put");
  });
  const View view = timeline_view(machine.ledger(), one_number);
  CHECK(view.reading.starts_with("A bar for each superstep: the local work w of the busiest component"));
  CHECK(contains(view.reading, "The strip below is the relation h"));
  // w + 2 h + 10: 7 + 10, and 2 * 3 + 10.
  const std::vector<std::vector<std::string>> expected = {{"1", "work", "7", "0", "0", "10"},
                                                          {"2", "put", "0", "3", "12", "16"}};
  CHECK(cells_of(view.markup) == expected);
}
