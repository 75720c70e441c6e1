#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <pram/programs/program.hpp>

// What is known of programs by name alone, which a tool has that is linked without some of them, beside what their rows
// and their kinds of input say.

namespace pram::programs {

TEST_CASE("names, short names and families that are known without programs are those of their rows") {
  const std::vector<ProgramName>& names = program_names();
  const std::vector<Program>& rows = programs().entries();
  REQUIRE(names.size() == rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    CHECK(names[k].name == rows[k].name);
    CHECK(names[k].alias == rows[k].alias);
    CHECK(names[k].family == rows[k].family);
    CHECK_MESSAGE(names[k].takes_source == rows[k].takes_source, names[k].name);
  }
}

TEST_CASE("shapes that are known without programs are those of their inputs") {
  std::vector<std::string> all;
  for (const Program& program : programs().entries()) {
    for (const ShapeName& shape : program.shapes) {
      if (std::ranges::find(all, shape.name) == all.end()) all.push_back(shape.name);
    }
  }
  CHECK(shape_names() == all);
}

TEST_CASE("a program is found by its name and by its short name, and no other name is one") {
  for (const ProgramName& row : program_names()) {
    CHECK(&find_program(row.name) == &programs().find(row.name));
    if (!row.alias.empty()) CHECK(&find_program(row.alias) == &programs().find(row.name));
  }
  CHECK_THROWS_AS(find_program(""), ConfigError);
  CHECK_THROWS_AS(find_program("prefix_sums"), ConfigError);
}

}  // namespace pram::programs
