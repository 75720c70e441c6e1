#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <pram/machines.hpp>
#include <pram/machines/collectives.hpp>

#include "core/thrown.hpp"

namespace pram {

namespace {

/// The names that the lines of the families have.
std::vector<std::string> algorithms_in_lines() {
  std::vector<std::string> names;
#define ALGORITHMS(family, ...) \
  for (const char* const name : {__VA_ARGS__}) names.emplace_back(name);
#include "collectives/algorithms.def"
  return names;
}

}  // namespace

TEST_CASE("the table of algorithms has those of all lines in their order, each once, however often it is filled") {
  const std::vector<std::string> expected = algorithms_in_lines();
  std::vector<std::string> names = collective_algorithms().names();
  REQUIRE(names.size() >= expected.size());  // other tests may have added some
  register_machines();
  CHECK(collective_algorithms().names().size() == names.size());
  names.resize(expected.size());
  CHECK(names == expected);
  for (const std::string& name : expected) CHECK(collective_algorithms().find(name).name == name);
}

TEST_CASE("an algorithm that there is not is refused with a near one") {
  const auto error =
      testing::thrown<ConfigError>([] { static_cast<void>(collective_algorithms().find("broadcast-rng-one-way")); });
  CHECK(error.option == "algorithm");
  CHECK(error.value == "broadcast-rng-one-way");
  CHECK(error.allowed.starts_with("one of one-to-one-bus, one-to-one-shared-memory, "));
  CHECK(error.allowed.ends_with("; did you mean broadcast-ring-one-way?"));
  CHECK(testing::is_one_line(error.what()));
  CHECK_THROWS_AS(collective_algorithms().find(""), ConfigError);
}

}  // namespace pram
