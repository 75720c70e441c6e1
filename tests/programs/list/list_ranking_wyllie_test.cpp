#include <pram/programs/list.hpp>

#include <doctest/doctest.h>

#include <bit>

#include <pram/machines/topology.hpp>

#include <pram/programs/input/structure/lists.hpp>
#include "../on_machines.hpp"
#include "oracle/list_walk.hpp"

/// Who uses both namespaces, and the shapes of networks too, has one no_node: two would be ambiguous.
namespace user {
using namespace pram;
using namespace pram::programs;
static_assert(no_node == 0xFFFFFFFF);
}  // namespace user

namespace pram::testing {

namespace {

using programs::no_node;

}  // namespace

TEST_CASE("list ranking gives the distances to the end, under EREW, in the steps that it promises") {
  for (const std::uint64_t n : sizes()) {
    CAPTURE(n);
    const std::vector<std::uint32_t> next = programs::random_list(static_cast<std::uint32_t>(n), seed());
    const auto ran =
        on_all_machines(Rule::erew, [&](Machine& machine) { return programs::list_ranking_wyllie(machine, next); });
    CHECK(ran.value == programs::oracle::list_ranks(next));
    CHECK(ran.ledger.steps() == (n == 0 ? 0 : 1 + 4 * ceil_log2(n)));
    std::uint64_t work = 0;
    for (std::uint64_t distance = 0; distance < n; ++distance)
      work += 1 + 4 * static_cast<std::uint64_t>(std::bit_width(distance));
    CHECK(ran.ledger.work() == work);
    CHECK(ran.ledger.requests().total() == work);
    CHECK(ran.ledger.models() == erew_models);
  }
}

TEST_CASE("list ranking ranks several lists at once") {
  // 4 -> 0 -> 2, 3 alone, 5 -> 1
  const std::vector<std::uint32_t> next = {2, no_node, no_node, no_node, 0, 1};
  const auto ran =
      on_all_machines(Rule::erew, [&](Machine& machine) { return programs::list_ranking_wyllie(machine, next); });
  CHECK(ran.value == std::vector<std::uint32_t>{1, 0, 0, 0, 2, 1});
  CHECK(programs::oracle::list_ranks(next) == ran.value);
}

TEST_CASE("list ranking of what is no list is noticed") {
  Machine exclusive({.components = 4, .rule = Rule::erew});
  try {
    programs::list_ranking_wyllie(exclusive, std::vector<std::uint32_t>{2, 2, no_node});
    FAIL("no error");
  } catch (const ConflictError& error) {
    CHECK(error.facts.array == "rank");
    CHECK(error.facts.index == 2);
    CHECK(error.facts.processors[0] == 0);
    CHECK(error.facts.processors[1] == 1);
    CHECK(to_string(error.facts.lines[0]).starts_with("list_ranking_wyllie.cpp:"));
  }
  CHECK_THROWS_AS(programs::list_ranking_wyllie(exclusive, std::vector<std::uint32_t>{7, no_node}), AddressError);
  Machine limited({.components = 4, .rule = Rule::erew, .max_steps = 100});
  CHECK_THROWS_AS(programs::list_ranking_wyllie(limited, std::vector<std::uint32_t>{1, 2, 0}), LimitError);
}

}  // namespace pram::testing
