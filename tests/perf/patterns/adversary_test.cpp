#include <pram/perf/patterns/adversary.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/perf/patterns/pattern_engine.hpp>

#include "pattern_runs.hpp"
#include "support.hpp"

/// Addresses chosen against families of hash functions, and the loads that they make, worked out apart.
using namespace pram;
using namespace pram::perf;
using pram::testing::measured;

namespace {

/// Number i of bins of about equal size into which 64-bit products are dealt: floor(x p / 2^64), by long
/// multiplication.
std::uint32_t bin_of(std::uint64_t x, std::uint32_t p) {
  const std::uint64_t low = (x & 0xFFFFFFFF) * p;
  return static_cast<std::uint32_t>(((x >> 32) * p + (low >> 32)) >> 32);
}

/// How many keys each bin gets under multiply-shift.
std::vector<std::uint64_t> loads_of(const std::vector<std::uint64_t>& keys, std::uint64_t multiplier, std::uint32_t p) {
  std::vector<std::uint64_t> loads(p);
  for (const std::uint64_t key : keys) ++loads[bin_of(multiplier * key, p)];
  return loads;
}

std::string fixed(std::uint64_t multiplier) { return "multiply-shift:multiplier=" + std::to_string(multiplier); }

}  // namespace

TEST_CASE("who knows the function puts all addresses on one component") {
  std::uint64_t seed = testing::seed();
  for (const char* const family : {"xxh3", "multiply-shift", "k-wise:1", "k-wise:2", "k-wise:5", "tabulation"}) {
    for (const std::uint32_t p : {1U, 2U, 61U, 256U}) {
      CAPTURE(family);
      CAPTURE(p);
      CAPTURE(++seed);
      const std::uint64_t requests = 5 * p;
      const RequestPattern pattern =
          adversary_pattern({p, requests, Requesters::random}, family, Adversary::function).make(seed);
      REQUIRE(pattern.key.size() == requests);
      CHECK(std::set<std::uint64_t>(pattern.key.begin(), pattern.key.end()).size() == requests);
      std::vector<std::uint32_t> home(requests);
      pattern.hash->choose(pattern.key, p, home.data());
      CHECK(std::ranges::count(home, home[0]) == static_cast<std::ptrdiff_t>(requests));
      SourceMerge merge;
      const PatternRecords& records = merge(pattern, seed);
      CHECK(std::ranges::count(records.home.begin(), records.home.begin() + records.addresses, home[0]) ==
            static_cast<std::ptrdiff_t>(requests));
      const PatternsResult result =
          measured(adversary_pattern({p, requests, Requesters::random}, family, Adversary::function), p, {"direct"}, 2);
      CHECK(result.costs[0].charge.mean() == static_cast<double>(requests));
    }
  }
}

TEST_CASE("a multiplier that everybody knows: multiples of its inverse all go to component 0") {
  std::mt19937_64 random(testing::seed());
  for (const std::uint64_t multiplier :
       {std::uint64_t{1}, std::uint64_t{11400714819323198485U}, ~std::uint64_t{0}, random() | 1U, random() | 1U}) {
    for (const std::uint32_t p : {2U, 1000U, 4096U, 1U << 20}) {
      CAPTURE(multiplier);
      CAPTURE(p);
      const RequestPattern pattern =
          adversary_pattern({p, 3000, Requesters::random}, fixed(multiplier), Adversary::function).make(1);
      CHECK(loads_of(pattern.key, multiplier, p)[0] == 3000);
      for (std::uint64_t i = 0; i < 3000; ++i) REQUIRE(multiplier * pattern.key[i] == i);
    }
  }
}

TEST_CASE("who knows the family takes consecutive addresses: near c / d all lie on d components") {
  constexpr std::uint32_t p = 4096;
  constexpr std::uint64_t requests = std::uint64_t{1} << 17;
  std::vector<std::uint64_t> keys(requests);
  for (std::uint64_t i = 0; i < requests; ++i) keys[i] = i;
  const std::pair<std::uint64_t, std::uint64_t> fractions[] = {{5, 64}, {1, 2}, {3, 8}, {13, 128}};
  for (const auto& [c, d] : fractions) {
    CAPTURE(c);
    CAPTURE(d);
    const std::uint64_t multiplier = (~std::uint64_t{0} / d + 1) * c | 1U;  // 2^64 c / d; d is a power of two
    const std::vector<std::uint64_t> loads = loads_of(keys, multiplier, p);
    CHECK(*std::ranges::max_element(loads) == requests / d);
    CHECK(std::ranges::count(loads, 0U) == static_cast<std::ptrdiff_t>(p - d));
    const auto result = measured(
        adversary_pattern({p, requests, Requesters::random}, fixed(multiplier), Adversary::family), p, {"direct"}, 1);
    CHECK(result.costs[0].charge.mean() == static_cast<double>(requests / d));
  }
  const std::vector<std::uint64_t> known = loads_of(keys, 5 * (std::uint64_t{1} << 58) | 1U, p);
  CHECK(std::ranges::count(known, 2048U) == 64);
}

TEST_CASE("consecutive addresses under drawn functions: each run has the loads of its function") {
  constexpr std::uint32_t p = 256;
  for (const char* const family : {"xxh3", "multiply-shift", "k-wise:2", "tabulation"}) {
    CAPTURE(family);
    const PatternSource source = adversary_pattern({p, 32 * p, Requesters::random}, family, Adversary::family);
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const RequestPattern pattern = source.make(seed);
      std::vector<std::uint64_t> loads(p);
      for (std::uint64_t key = 0; key < 32 * p; ++key) {
        std::uint32_t home = 0;
        pattern.hash->choose({&key, 1}, p, &home);
        ++loads[home];
      }
      SourceMerge merge;
      const PatternRecords& records = merge(pattern, seed, 1 + static_cast<unsigned>(seed % 3));
      std::vector<std::uint64_t> homes(p);
      for (std::uint32_t a = 0; a < records.addresses; ++a) ++homes[records.home[a]];
      CHECK(homes == loads);
    }
  }
}

TEST_CASE("homes by a family: keys are the addresses of a file, else their numbers, however many requests share one") {
  constexpr std::uint32_t p = 61;
  std::mt19937_64 random(testing::seed());
  std::vector<std::uint64_t> given;
  for (int k = 0; k < 2000; ++k) given.push_back(random() >> (random() % 64));
  const std::uint64_t multiplier = random() | 1U;
  const RequestPattern pattern = hashed_pattern(given_pattern(p, "given", given), fixed(multiplier)).make(1);
  SourceMerge merge;
  const PatternRecords& records = merge(pattern, 5);
  std::vector<std::uint64_t> homes(p);
  for (std::uint32_t a = 0; a < records.addresses; ++a) ++homes[records.home[a]];
  const std::set<std::uint64_t> distinct(given.begin(), given.end());
  CHECK(homes == loads_of({distinct.begin(), distinct.end()}, multiplier, p));
  // Of a hot spot some addresses are asked for by nobody.
  const RequestPattern few =
      hashed_pattern(hotspot_pattern({p, 100, Requesters::random}, 100), fixed(multiplier)).make(2);
  const std::set<std::uint32_t> asked(few.address.begin(), few.address.end());
  const PatternRecords& merged = merge(few, 5);
  REQUIRE(merged.addresses == asked.size());
  std::size_t a = 0;
  for (const std::uint32_t address : asked) CHECK(merged.home[a++] == bin_of(multiplier * address, p));
}

TEST_CASE("families and adversaries that are none are refused") {
  CHECK_THROWS_AS(adversary_pattern({}, "md5", Adversary::function), ConfigError);
  CHECK_THROWS_AS(adversary_pattern({.components = 0}, "xxh3", Adversary::function), ConfigError);
  CHECK_THROWS_AS(hashed_pattern(degree_pattern({}, 1), "k-wise:0"), ConfigError);
  CHECK_THROWS_WITH_AS(adversary_from("seed"), doctest::Contains("function, family"), ConfigError);
  CHECK(adversary_from("FAMILY") == Adversary::family);
}
