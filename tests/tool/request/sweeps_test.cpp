#include "request/sweeps.hpp"

#include <doctest/doctest.h>

#include "options/input.hpp"

namespace pram::tool {

namespace {

/// @param size, seeds  as they are typed; null: not given
Options asked_sizes(const char* size, const char* seeds = nullptr) {
  Options options;
  if (size != nullptr) options.set(option::size, size);
  if (seeds != nullptr) options.set(option::seeds, seeds);
  return options;
}

}  // namespace

TEST_CASE("a range of sizes, and any --seeds, ask for more than one run") {
  for (const char* const size : {"8..32", "2^8..2^18", "..", "x..y"}) CHECK(is_sweep(asked_sizes(size)));
  for (const char* const size : {"8", "2^8", "", "1.5", "8-32"}) CHECK_FALSE(is_sweep(asked_sizes(size)));
  CHECK_FALSE(is_sweep(asked_sizes(nullptr)));
  for (const char* const seeds : {"1..4", "1", ""}) CHECK(is_sweep(asked_sizes("8", seeds)));
}

TEST_CASE("what allows one run alone refuses a sweep by the option that asks for it") {
  CHECK_NOTHROW(refuse_sweep(asked_sizes("8"), "one run"));
  CHECK_NOTHROW(refuse_sweep(asked_sizes(nullptr), "one run"));
  CHECK_THROWS_WITH_AS(refuse_sweep(asked_sizes("8..32"), "one run"), "--n = '8..32' is not allowed: one run",
                       ConfigError);
  CHECK_THROWS_WITH_AS(refuse_sweep(asked_sizes("8..32", "1..4"), "one run"),
                       "--seeds = '1..4' is not allowed: one run", ConfigError);
}

}  // namespace pram::tool
