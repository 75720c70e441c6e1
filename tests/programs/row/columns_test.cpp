#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/detail/results.hpp>
#include <pram/programs/program.hpp>
#include "support.hpp"

// What rows say of the lines of --output.
namespace pram::testing {

namespace {

using programs::Program;

/// What --output writes for a small input.
std::string small_result(const Program& program) {
  const std::uint64_t n = std::clamp<std::uint64_t>(16, program.least_size, program.most_size);
  const auto job = program.prepare({.size = n, .file = ""});
  Machine machine({.components = 4,
                   .network = "ideal",
                   .access = "direct",
                   .rule = program.model,
                   .placement = program.placement,
                   .threads = 1});
  std::ostringstream out;
  job->run(machine).write(out);
  return out.str();
}

}  // namespace

TEST_CASE("a line of each program's result has the columns that its row says") {
  for (const Program& program : programs::programs().entries()) {
    CAPTURE(program.name);
    REQUIRE_FALSE(program.columns.empty());
    const auto columns = std::ranges::count(program.columns, ',') + 1;
    std::istringstream lines(small_result(program));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      std::istringstream words(line);
      CHECK(std::distance(std::istream_iterator<std::string>(words), {}) == columns);
    }
    // Of a graph without what is sought there are no lines.
    CHECK((count > 0 || program.input.find("graph") != std::string::npos));
  }
}

TEST_CASE("where a row says nothing, the type of the result may") {
  CHECK(programs::columns_of_type<std::uint64_t>() == "number");
  CHECK(programs::columns_of_type<std::vector<double>>() == "number");
  CHECK(programs::columns_of_type<std::optional<std::uint64_t>>() == "index or -1 for none");
  CHECK(programs::columns_of_type<std::vector<std::complex<double>>>() == "real part, imaginary part");
  CHECK(programs::columns_of_type<std::vector<std::string>>().empty());
}

}  // namespace pram::testing
