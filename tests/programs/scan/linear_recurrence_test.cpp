#include <pram/programs/scan.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <pram/pram.hpp>

namespace pram::testing {

TEST_CASE("a linear recurrence of order 2 finds Fibonacci numbers, and one of order 3 repeats what it begins with") {
  Machine machine({.components = 4, .rule = Rule::erew, .threads = 1});
  programs::LinearRecurrence fibonacci{.order = 2, .coefficients = {}};
  for (int i = 0; i < 12; ++i) fibonacci.coefficients.insert(fibonacci.coefficients.end(), {1, 1, i == 0 ? 1U : 0U});
  CHECK(programs::linear_recurrence_of_order(machine, fibonacci) ==
        std::vector<std::uint32_t>{1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144});
  // x_i = x_(i-3): the summands of the first three values come again and again.
  programs::LinearRecurrence periodic{.order = 3, .coefficients = {}};
  for (std::uint32_t i = 0; i < 8; ++i)
    periodic.coefficients.insert(periodic.coefficients.end(), {0, 0, 1, i < 3 ? 7 + i : 0});
  CHECK(programs::linear_recurrence_of_order(machine, periodic) == std::vector<std::uint32_t>{7, 8, 9, 7, 8, 9, 7, 8});
}

TEST_CASE("a linear recurrence of order 1 is what linear functions give one after the other") {
  Machine machine({.components = 4, .rule = Rule::erew, .threads = 1});
  const std::vector<programs::LinearFunction> functions = {{2, 5}, {3, 1}, {programs::recurrence_modulus - 1, 0}};
  const programs::LinearRecurrence same{.order = 1, .coefficients = {2, 5, 3, 1, programs::recurrence_modulus - 1, 0}};
  CHECK(programs::linear_recurrence_of_order(machine, same) == programs::linear_recurrence(machine, functions));
}

}  // namespace pram::testing
