#pragma once

#include <cstdint>

/// What every test may ask of the common main.
namespace pram::testing {

/// The seed of this run's random inputs: printed, and given back in the environment variable PRAM_TEST_SEED.
std::uint64_t seed();

/// How much a sweep may do, from PRAM_TEST_SIZE: tiny under sanitizers that make everything some 25 times slower, large
/// with PRAM_SLOW_TESTS, medium by default.
enum class Size { tiny, small, medium, large };

Size size();

/// How many random cases a property is tried on: max_success of RC_PARAMS where the user gives it, else by size().
/// @param medium  at medium size: 100 times less at tiny size, 25 at small size, 10 times more at large size
int random_cases(int medium);

}  // namespace pram::testing
