#include <doctest/doctest.h>

#include <pram/detail/collective.hpp>
#include <pram/error.hpp>

#include "core/thrown.hpp"

namespace pram {

TEST_CASE("collectives are read back from their names, and from those that papers give them") {
  CHECK(all_collectives().size() == 6);
  for (const Collective operation : all_collectives()) CHECK(collective_from(to_string(operation)) == operation);
  CHECK(to_string(Collective::all_gather) == "all-gather");
  CHECK(collective_from("all-to-all-broadcast") == Collective::all_gather);
  for (const char* const name : {"multiscatter", "multigather", "transposition", "total-exchange", "complete-exchange"})
    CHECK(collective_from(name) == Collective::all_to_all);
  const auto error = testing::thrown<ConfigError>([] { static_cast<void>(collective_from("brodcast")); });
  CHECK(error.option == "operation");
  CHECK(error.value == "brodcast");
  CHECK(error.allowed.find("broadcast") != std::string::npos);
}

}  // namespace pram
