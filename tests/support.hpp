#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <random>
#include <source_location>
#include <vector>

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

/// This commit's draw (tests/draw.sh), as ctest has it in the environment variable PRAM_TEST_DRAW: printed, and given
/// back there. 0 where there is none.
std::uint64_t draw();

/// What a test tries of all that it has: at tiny and small size as many as `count`, in their order, those that the draw
/// says; all above. Every commit tries others, and each of them as thoroughly as ever.
template <class All>
auto drawn(const All& all, std::size_t count, std::source_location where = std::source_location::current()) {
  std::vector<std::size_t> places(std::size(all));
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (size() <= Size::small && count < places.size()) {
    std::mt19937_64 random(draw() * 1'000'003 + where.line());
    std::ranges::shuffle(places, random);
    places.resize(count);
    std::ranges::sort(places);
  }
  std::vector<std::iter_value_t<decltype(std::begin(all))>> some;
  for (const std::size_t place : places) some.push_back(std::begin(all)[static_cast<std::ptrdiff_t>(place)]);
  return some;
}

}  // namespace pram::testing
