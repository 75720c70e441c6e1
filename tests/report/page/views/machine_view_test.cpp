#include "page/views/machine_view.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "contains.hpp"
#include "view_run.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::contains;
using pram::testing::two_steps;

namespace {

std::vector<std::string> names_of(const View& view) {
  std::vector<std::string> names;
  for (const Picture& picture : view.pictures) names.push_back(picture.name);
  return names;
}

}  // namespace

TEST_CASE("machine view: a network without links has its components alone, with what they served and received") {
  const Machine machine = two_steps();
  const View view = machine_view(machine.ledger());
  CHECK(view.name == "machine");
  CHECK(names_of(view) == std::vector<std::string>{"components"});
  // Each component has a request of the first step, component 0 three more of the second: 7 in all.
  CHECK(contains(view.markup, "most: component 0 with 4"));
  CHECK(contains(view.markup, "mean of all: 1.75"));
}

TEST_CASE("machine view: links have a picture each for requests and replies, with the busiest and the longest queue") {
  // On the ring 0, 1, 2, 3 the first step takes one step of the network: each message crosses a link of its own. In the
  // second the message of 3 crosses the link to 0 first and that of 2, which comes upwards by 3, behind it: 2 steps. So
  // that link carries in all 3 steps, and never has two messages at a time. Replies to 1 and to 2 wait at the link from
  // 0 to 1; that from 0 to 3 carries one reply in each step of the program.
  const Machine machine = two_steps("ring:4");
  const Ledger& ledger = machine.ledger();
  CHECK(ledger.charge() == 3);
  const View view = machine_view(ledger);
  CHECK(names_of(view) == std::vector<std::string>{"components", "links", "replies"});
  CHECK(contains(view.markup,
                 "<p>Links, forward: the busiest carried in 3 of 3 steps. At most 1 messages were at one "
                 "link.</p>"));
  CHECK(contains(view.markup, "<p>Links, back: the busiest carried in 2 of " + std::to_string(ledger.charge_back()) +
                                  " steps. At most 2 messages were at one link.</p>"));
  for (const std::string& name : names_of(view)) CHECK(contains(view.markup, "<div data-picture=\"" + name + "\">"));
}

TEST_CASE("machine view: what supersteps were charged counts among the steps of the links") {
  Machine machine({.components = 4, .network = "ring:4", .ledger = LedgerDetail::profile});
  machine.spmd([](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::uint64_t>(1);
    for (int round = 0; round < 2; ++round) {
      cells((self.id() + 1) % 4)[0] = self.id();
      co_await self.sync("round");
    }
  });
  const View view = machine_view(machine.ledger());
  CHECK(names_of(view) == std::vector<std::string>{"components", "links"});
  CHECK(contains(view.markup, "the busiest carried in 2 of 2 steps"));
}
