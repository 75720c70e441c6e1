#include "tool_name.hpp"

#include <doctest/doctest.h>

namespace pram::testing {

TEST_CASE("texts that call the tool pram get the name of a user's executable, words that are no call stay") {
  using tool::named;
  CHECK(tool::tool_name() == "pram");
  CHECK(named("Examples:\n  pram run x\n  seq 3 | pram run y") == "Examples:\n  pram run x\n  seq 3 | pram run y");
  tool::set_tool_name("mine");
  CHECK(named("Examples:\n  pram run x\n  seq 3 | pram run y") == "Examples:\n  mine run x\n  seq 3 | mine run y");
  CHECK(named("pram: it is missing; see pram list") == "mine: it is missing; see mine list");
  CHECK(named("the programs of libpram and ./pram-bench, pramming, a pram-file") ==
        "the programs of libpram and ./pram-bench, pramming, a pram-file");
  CHECK(named("pram").compare("pram") == 0);
  CHECK(named("").empty());
  tool::set_tool_name("pram");
}

}  // namespace pram::testing
