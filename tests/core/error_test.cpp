#include <pram/error.hpp>

#include "thrown.hpp"

namespace pram {

using testing::contains;
using testing::is_one_line;

TEST_CASE("a source line without the folders of its path") {
  CHECK(to_string(SourceLine{"/some/where/ranks.cpp", 12}) == "ranks.cpp:12");
  CHECK(to_string(SourceLine{"ranks.cpp", 7}) == "ranks.cpp:7");
  CHECK(to_string(SourceLine{}) == "?");
}

TEST_CASE("errors say in one line what their fields say") {
  const ConfigError config("network", "rooter", "one of router, ideal");
  CHECK(is_one_line(config.what()));
  for (const char* const part : {"network", "rooter", "one of router, ideal"}) CHECK(contains(config.what(), part));

  const ConflictError conflict({"EREW",
                                "two processors read one cell",
                                17,
                                "next",
                                42,
                                {3, 9},
                                {{"a/b.cpp", 5}, {"c.cpp", 6}},
                                {"read", "fetch_add"}});
  CHECK(is_one_line(conflict.what()));
  for (const char* const part :
       {"EREW", "two processors read one cell", "17", "next[42]", "3 (read, b.cpp:5)", "9 (fetch_add, c.cpp:6)"}) {
    CHECK(contains(conflict.what(), part));
  }

  const AddressError address({"next", -1, 10, 4, 2, {"a.cpp", 8}});
  CHECK(is_one_line(address.what()));
  for (const char* const part : {"next[-1]", "10", "processor 4", "step 2", "a.cpp:8"})
    CHECK(contains(address.what(), part));

  const ProgramError program(4, 2, {"a.cpp", 8}, "no more fuel");
  CHECK(is_one_line(program.what()));
  for (const char* const part : {"processor 4", "step 2", "a.cpp:8", "no more fuel"})
    CHECK(contains(program.what(), part));

  const LimitError limit("steps", 11, 10, "not done after 10 steps");
  CHECK(std::string(limit.what()) == "not done after 10 steps");
  CHECK(contains(Interrupted(99).what(), "99"));
}

}  // namespace pram
