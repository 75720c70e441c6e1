#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <ranges>

#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/sort.hpp>
#include "../on_machines.hpp"
#include "oracle/stable_ranks.hpp"

namespace pram::testing {

namespace {

// One bucket, few, and more than there are keys.
constexpr std::uint32_t bucket_counts[] = {1, 7, 64, 300};

}  // namespace

TEST_CASE("a histogram counts every key, in two steps") {
  for (const std::uint64_t n : sizes()) {
    for (const std::uint32_t buckets : bucket_counts) {
      CAPTURE(n);
      CAPTURE(buckets);
      const std::vector<std::uint32_t> keys = programs::zipf_keys(n, buckets, seed()).of;
      const auto ran =
          on_all_machines(Rule::sum, [&](Machine& machine) { return programs::histogram(machine, keys, buckets); });
      std::vector<std::int64_t> expected(buckets, 0);
      for (const std::uint32_t key : keys) ++expected[key];
      CHECK(ran.value == expected);
      CHECK(ran.ledger.steps() == (n == 0 ? 0 : 2));
      CHECK(ran.ledger.work() == 2 * n);
      CHECK(ran.ledger.requests().updates == n);
      CHECK(ran.ledger.largest_write_degree() == static_cast<std::uint64_t>(std::ranges::max(expected)));
      if (n > 300) CHECK(ran.ledger.models() == std::vector<std::string>{"CRCW"});
    }
  }
}

TEST_CASE("a histogram of distinct keys is an EREW program, and runs under every CRCW rule") {
  std::vector<std::uint32_t> keys(50);
  std::iota(keys.begin(), keys.end(), 0U);
  Machine machine({.components = 8, .rule = Rule::erew});
  CHECK(programs::histogram(machine, keys, 50) == std::vector<std::int64_t>(50, 1));
  CHECK(machine.ledger().models() == erew_models);
  for (const Rule rule : rules()) {
    if (rule == Rule::erew || rule == Rule::crew) continue;
    Machine concurrent({.components = 8, .rule = rule});
    CHECK(programs::histogram(concurrent, std::vector<std::uint32_t>(40, 1), 3) == std::vector<std::int64_t>{0, 40, 0});
  }
}

TEST_CASE("a key without a bucket is an address error") {
  Machine machine({.components = 8, .rule = Rule::sum});
  try {
    programs::histogram(machine, std::vector<std::uint32_t>{0, 1, 9}, 4);
    FAIL("no error");
  } catch (const AddressError& error) {
    CHECK(error.facts.array == "count");
    CHECK(error.facts.index == 9);
    CHECK(error.facts.processor == 2);
  }
  CHECK_THROWS_AS(programs::multiprefix_ranks(machine, std::vector<std::uint32_t>{0, 4}, 4), AddressError);
}

TEST_CASE("multiprefix ranks are those of a stable sort, in the steps that they promise") {
  for (const std::uint64_t n : sizes()) {
    for (const std::uint32_t buckets : bucket_counts) {
      CAPTURE(n);
      CAPTURE(buckets);
      const std::vector<std::uint32_t> keys = programs::zipf_keys(n, buckets, seed()).of;
      const auto ran = on_all_machines(
          Rule::sum, [&](Machine& machine) { return programs::multiprefix_ranks(machine, keys, buckets); });
      CHECK(ran.value == programs::oracle::stable_ranks(keys));
      const std::uint64_t cells = buckets + 1;
      CHECK(ran.ledger.steps() ==
            (n == 0 ? 0 : 6 + 3 * (floor_log2(cells) + floor_log2(std::max<std::uint64_t>(1, 2 * cells / 3)))));
      CHECK(ran.ledger.work() <= 6 * n + 6 * cells);
      CHECK(ran.ledger.requests().fetches == n);
    }
  }
}

TEST_CASE("the oracle of stable ranks keeps equal keys in order") {
  CHECK(programs::oracle::stable_ranks(std::vector<std::uint32_t>{2, 0, 2, 1, 0}) ==
        std::vector<std::int64_t>{3, 0, 4, 2, 1});
}

}  // namespace pram::testing
