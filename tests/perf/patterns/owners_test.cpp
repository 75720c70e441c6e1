#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/perf/patterns/request_pattern.hpp>
#include <pram/spec.hpp>

#include "pattern_runs.hpp"
#include "support.hpp"

/// Patterns whose addresses have owners of their own, and what the phase to these costs (TR-24-92, Section 5).
namespace pram::perf {

namespace {

using testing::measured;

/// The addresses of each owner that are asked for.
std::map<std::uint32_t, std::set<std::uint32_t>> owned(const RequestPattern& pattern) {
  std::map<std::uint32_t, std::set<std::uint32_t>> all;
  for (const std::uint32_t address : pattern.address) all[pattern.owner.at(address)].insert(address);
  return all;
}

std::uint64_t most_owned(const RequestPattern& pattern) {
  std::uint64_t most = 0;
  for (const auto& [owner, addresses] : owned(pattern)) most = std::max<std::uint64_t>(most, addresses.size());
  return most;
}

/// Refused with this among what is allowed.
void refused(const std::string& owners, const std::string& allowed) {
  CAPTURE(owners);
  try {
    owned_pattern(degree_pattern({16, 512}, 4), owners).make(1);
    CHECK(false);
  } catch (const ConfigError& error) {
    CHECK(error.option == "owners");
    CHECK(error.value == owners);
    CHECK(error.allowed.find(allowed) != std::string::npos);
  }
}

/// The most of n balls that one of p bins gets.
double largest_bin(std::uint32_t balls, std::uint32_t bins, std::mt19937_64& random) {
  std::vector<std::uint32_t> count(bins);
  for (std::uint32_t k = 0; k < balls; ++k) ++count[random() % bins];
  return *std::ranges::max_element(count);
}

}  // namespace

TEST_CASE("owners of a pattern: r* is what was asked for, and every address has one owner") {
  for (const std::uint64_t seed : {1U, 2U, 77U}) {
    const PatternSource source = zipf_pattern({24, 1000}, 0.8);
    const RequestPattern plain = source.make(seed);
    CHECK(plain.owner.empty());
    CHECK(owned_pattern(source, "hashed").make(seed).owner.empty());
    const std::uint64_t asked = std::set(plain.address.begin(), plain.address.end()).size();
    const RequestPattern balanced = owned_pattern(source, "Balanced").make(seed);
    CHECK(balanced.address == plain.address);
    CHECK(balanced.source == plain.source);
    CHECK(most_owned(balanced) == (asked + 23) / 24);
    CHECK(owned(balanced).size() == 24);
    for (const std::uint64_t share : {asked, asked / 2 + 1, (asked + 23) / 24}) {
      const RequestPattern dealt = owned_pattern(source, std::to_string(share)).make(seed);
      CHECK(dealt.address == plain.address);
      CHECK(most_owned(dealt) == share);
      CHECK(owned(dealt).size() == (asked + share - 1) / share);
    }
    const RequestPattern cyclic = owned_pattern(source, "cyclic").make(seed);
    for (std::uint32_t address = 0; address < cyclic.addresses; ++address) CHECK(cyclic.owner[address] == address % 24);
    CHECK(owned_pattern(source, "balanced").make(seed).owner == balanced.owner);
    CHECK(owned_pattern(source, "balanced").make(seed + 1).owner != balanced.owner);
  }
  // Addresses that a user gives keep their numbers.
  const RequestPattern given =
      owned_pattern(given_pattern(5, "list", {17, 12, 17, 1000000000003, 4}), "cyclic").make(1);
  CHECK(given.owner == std::vector<std::uint32_t>{2, 2, 3, 4});
  CHECK(owned_pattern(degree_pattern({16, 64}, 4), "3").name == "degree 4, 3 to an owner");
  refused("7", "at least 8, as 16 components own the 128 addresses");
  refused("0", "at least 1");
  for (const char* const owners : {"", "balancd", "-1", "1.5"}) refused(owners, "hashed, balanced, cyclic");
}

TEST_CASE("the phase to physical owners: q' at most r'', r' is r*, and the charge their maximum") {
  for (const std::uint32_t degree : {256U, 16U, 1U}) {
    const std::uint32_t addresses = 32 * 256 / degree;
    for (const std::string owners : {"balanced", "cyclic", "40", "1000", "8192"}) {
      const std::uint64_t share = whole_number(owners).value_or(0);
      if (share > 0 && share * 256 < addresses) continue;
      CAPTURE(degree);
      CAPTURE(owners);
      for (const char* const protocol : {"combining:16,16,physical=extra", "combining:4,8,8,physical=extra"}) {
        const PatternSource source = owned_pattern(degree_pattern({256, 8192}, degree), owners);
        const PatternsResult result = measured(source, 256, {protocol}, 1);
        const std::uint64_t most = share == 0 ? (addresses + 255) / 256 : std::min<std::uint64_t>(addresses, share);
        REQUIRE(result.largest_owned.has_value());
        CHECK(result.largest_owned->mean() == most);
        const std::vector<PhaseCost>& phases = result.costs[0].phases;
        const PhaseCost& added = phases.back();
        const PhaseCost& before = phases[phases.size() - 2];
        CHECK(added.messages.mean() == addresses);
        CHECK(added.sent.mean() <= before.received.mean());
        CHECK(added.received.mean() == most);
        CHECK(added.charge.mean() == std::max(added.sent.mean(), static_cast<double>(most)));
      }
    }
  }
}

TEST_CASE("the phase to physical owners sends from where a random hash has put the addresses") {
  std::mt19937_64 random(testing::seed());
  constexpr std::uint64_t runs = 60;
  for (const std::uint32_t addresses : {32U, 512U, 8192U}) {
    CAPTURE(testing::seed());
    CAPTURE(addresses);
    const PatternsResult result = measured(owned_pattern(degree_pattern({256, 8192}, 8192 / addresses), "balanced"),
                                           256, {"combining:16,16,physical=extra"}, runs);
    Statistic expected;
    for (std::uint64_t run = 0; run < runs; ++run) expected.add(largest_bin(addresses, 256, random));
    const Statistic& sent = result.costs[0].phases.back().sent;
    CHECK(std::abs(sent.mean() - expected.mean()) <= 5 * std::hypot(sent.error(), expected.error()) + 1e-9);
  }
}

TEST_CASE("a last phase to physical owners, and requests straight to them, are charged with their multiplicity") {
  for (const std::uint32_t degree : {256U, 32U, 8U}) {
    const std::uint32_t addresses = 8192 / degree;
    for (const std::uint32_t share : {32U, 64U, addresses}) {
      if (share * 256 < addresses || share > addresses) continue;
      CAPTURE(degree);
      CAPTURE(share);
      const PatternsResult result =
          measured(owned_pattern(degree_pattern({256, 8192}, degree), std::to_string(share)), 256,
                   {"direct", "combining:16,16,physical=last", "combining:32,4,2,physical=last"}, 5);
      // No component makes two requests of a group.
      CHECK(result.costs[0].charge.mean() == share * degree);
      CHECK(result.costs[0].charge.error() == 0);
      // In the last phase b_m components may have each address.
      CHECK(result.costs[1].phases.back().received.largest() <= 16.0 * share);
      CHECK(result.costs[1].phases.back().received.mean() >= share);
      CHECK(result.costs[2].phases.back().received.largest() <= 2.0 * share);
      CHECK(result.costs[2].phases.back().received.mean() >= share);
    }
  }
}

TEST_CASE("patterns with owners cost the same with any number of threads, and hashed ones what they cost without") {
  const auto costs = [](const std::string& owners, unsigned threads) {
    std::vector<double> all;
    const PatternsResult result = measured(
        owned_pattern(degree_pattern({64, 2048}, 16), owners), 64,
        {"direct", "combining:8,8", "combining:8,8,physical=extra", "combining:8,8,physical=last"}, 3, threads);
    for (const AccessCost& cost : result.costs) all.push_back(cost.charge.mean());
    return all;
  };
  CHECK(costs("4", 1) == costs("4", 2));
  CHECK(costs("hashed", 1) != costs("balanced", 1));
  std::vector<double> plain;
  for (const AccessCost& cost : measured(degree_pattern({64, 2048}, 16), 64, {"direct", "combining:8,8"}, 3).costs)
    plain.push_back(cost.charge.mean());
  const std::vector<double> hashed = costs("hashed", 1);
  CHECK(plain == std::vector(hashed.begin(), hashed.begin() + 2));
  CHECK_FALSE(measured(degree_pattern({64, 2048}, 16), 64, {"direct"}, 1).largest_owned.has_value());
}

}  // namespace pram::perf
