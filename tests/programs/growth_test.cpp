#include <pram/programs/row/growth.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <pram/programs/program.hpp>

namespace pram::programs {

namespace {

std::string read(const std::string& claim, const Letters& letters = {}) {
  const auto growth = growth_of(claim, letters);
  return growth ? to_string(*growth) : "none";
}

}  // namespace

TEST_CASE("claims are read as classes in the size") {
  const std::vector<std::pair<std::string, std::string>> claims = {
      {"1", "1"},
      {"0", "1"},
      {"n", "n"},
      {"O(1)", "1"},
      {"O(log n)", "log n"},
      {"O(log^2 n)", "log^2 n"},
      {"O(log log n)", "log log n"},
      {"O(log* n)", "log* n"},
      {"O(n log* n)", "n log* n"},
      {"O(log n log log n)", "log n log log n"},
      {"O(√n)", "√n"},
      {"O(n^1.5)", "n^1.5"},
      {"O(n^3 log n)", "n^3 log n"},
      {"O((n + m) log n)", "n log n"},
      {"O(m log n + n log^2 n)", "n log^2 n"},
      {"O(n) with high probability", "n"},
      {"O(k), k the edges of the paths", "n"},
      {"O(n m)", "n^2"},
      {"O(3n + 7)", "n"},
      {"O(log n / log log n)", "log n / log log n"},
      {"O(n / log n)", "n / log n"},
  };
  for (const auto& [claim, growth] : claims) {
    CAPTURE(claim);
    CHECK(read(claim) == growth);
  }
  CHECK(read("O(log n / log p)", {{"p", "log n"}}) == "log n / log log n");
  CHECK(read("O(p log n / log p)", {{"p", "log n"}}) == "log^2 n / log log n");
  CHECK(read("O(n m)", {{"m", "1"}}) == "n");
  CHECK(read("O(log buckets)", {{"buckets", "1"}}) == "1");
  CHECK(read("O(log h)") == "log n");
  for (const char* const none : {"", "O(n", "O(n) + O(n/p) g", "2n/p + p + (p - 1) g + 2l", "O(log n / log p)",
                                 "O(n/p)", "O(+)", "O(√(n log n))", "n - 1", "O(log^2.5 n)", "O(n^)"}) {
    CAPTURE(none);
    CHECK(read(none) == "none");
  }
  CHECK(is_of_random_choices("O(n) with high probability"));
  CHECK(is_of_random_choices("O(log n) expected"));
  CHECK_FALSE(is_of_random_choices("O(log n)"));
}

TEST_CASE("classes are ordered as their functions are for large n") {
  const std::vector<std::string> order = {
      "1",         "log* n", "log log n", "log n / log log n", "log n",       "log n log log n",
      "log^2 n",   "√n",     "n",         "n log* n",          "n log log n", "n log n",
      "n log^2 n", "n^1.5",  "n^2",       "n^2 log n",         "n^3"};
  for (std::size_t k = 0; k + 1 < order.size(); ++k) {
    const Growth slower = growth_of(order[k]).value();
    const Growth faster = growth_of(order[k + 1]).value();
    CAPTURE(order[k]);
    CHECK(slower < faster);
    CHECK(to_string(slower) == order[k]);
    CHECK(slower.at(std::ldexp(1, 100)) < faster.at(std::ldexp(1, 100)));
  }
  CHECK(growth_of("n log^2 n")->at(256) == doctest::Approx(256 * 64));
  CHECK(growth_of("√n log log n")->at(65536) == doctest::Approx(256 * 4));
  CHECK(growth_of("n log* n")->at(65536) == doctest::Approx(65536 * 4));
  CHECK(growth_of("log* n")->at(65537) == doctest::Approx(5));
}

TEST_CASE("the claims of every PRAM program of the table are classes") {
  for (const Program& program : programs().entries()) {
    CAPTURE(program.name);
    CHECK(program.time_growth.has_value() == !program.model.is_bsp());
    if (!program.work.empty()) CHECK(program.work_growth.has_value());
  }
}

}  // namespace pram::programs
