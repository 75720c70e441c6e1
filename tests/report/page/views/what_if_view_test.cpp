#include "page/views/what_if_view.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <pram/report/detail/value/text.hpp>
#include "contains.hpp"
#include "view_run.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::cells_of;
using pram::testing::contains;
using pram::testing::hot_distinct;
using pram::testing::hot_line;
using pram::testing::next_distinct;
using pram::testing::next_line;
using pram::testing::place_of;
using pram::testing::two_steps;
using pram::testing::whole_charge;

TEST_CASE("what-if view: lines by what distinct addresses would spare, that which spares most first") {
  const Machine machine = two_steps();
  const View view = what_if_view(machine.ledger());
  CHECK(view.name == "what-if");
  CHECK(view.pictures.empty());
  const double spared = 16 - hot_distinct;
  const std::vector<std::vector<std::string>> expected = {
      {place_of(hot_line), "hot", "read", decimal(16), decimal(hot_distinct), decimal(spared),
       percentage(spared, static_cast<double>(whole_charge))},
      {place_of(next_line), "next", "read", decimal(12), decimal(next_distinct), "-" + decimal(next_distinct - 12),
       ""}};
  CHECK(cells_of(view.markup) == expected);
}

TEST_CASE("what-if view: the command that tries it out is text, and stands only where there is one") {
  const Machine machine = two_steps();
  const View view = what_if_view(machine.ledger(), "pram compare --network=<ring>");
  CHECK(contains(view.markup, "<code>pram compare --network=&lt;ring&gt;</code>"));
  CHECK_FALSE(contains(what_if_view(machine.ledger()).markup, "<code>"));
}

TEST_CASE("what-if view: without a profile, or without requests, a sentence says why there is nothing") {
  const Machine totals = two_steps("router", LedgerDetail::steps);
  CHECK(contains(what_if_view(totals.ledger()).markup, "The ledger was not kept as a profile"));
  const Machine idle({.components = 4, .ledger = LedgerDetail::profile});
  CHECK(contains(what_if_view(idle.ledger()).markup, "No line of the program made a request."));
}
