#pragma once

#include <cstdint>

/// What every test may ask of the common main.
namespace pram::testing {

/// The seed of this run's random inputs: printed, and given back in the environment variable PRAM_TEST_SEED.
std::uint64_t seed();

/// How much a sweep may do, from PRAM_TEST_SIZE: small under slow sanitizers, large with PRAM_SLOW_TESTS, else medium.
enum class Size { small, medium, large };

Size size();

}  // namespace pram::testing
