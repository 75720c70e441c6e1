#include <pram/programs/search.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <random>
#include <set>

#include "../on_machines.hpp"
#include "oracle/search/dictionary.hpp"

namespace pram::testing {

namespace {

using programs::DictionaryBatch;

Machine crew_machine() {
  return Machine({.components = 4, .network = "ideal", .access = "direct", .rule = Rule::crew, .threads = 1});
}

void check(const DictionaryBatch& batch) {
  CAPTURE(batch.keys);
  CAPTURE(batch.inserted);
  CAPTURE(batch.deleted);
  Machine machine = crew_machine();
  const programs::DictionaryAnswer answer = programs::two_three_tree(machine, batch);
  std::set<std::int64_t> left(batch.keys.begin(), batch.keys.end());
  left.insert(batch.inserted.begin(), batch.inserted.end());
  for (const std::int64_t key : batch.deleted) left.erase(key);
  std::vector<std::uint8_t> expected;
  for (const std::int64_t key : batch.sought) expected.push_back(left.contains(key) ? 1 : 0);
  REQUIRE(answer.found == expected);
  REQUIRE(programs::oracle::is_dictionary(batch, answer));
}

/// Numbers below `most`, each with a chance of `share` / 8, in ascending order.
std::vector<std::int64_t> some(std::mt19937_64& random, std::int64_t most, std::uint64_t share) {
  std::vector<std::int64_t> keys;
  for (std::int64_t key = 0; key < most; ++key) {
    if (random() % 8 < share) keys.push_back(key);
  }
  return keys;
}

}  // namespace

TEST_CASE("keys are inserted, deleted and looked up in a 2-3 tree, whichever they are") {
  std::mt19937_64 random(seed());
  const int batches = size() == Size::tiny ? 100 : size() == Size::small ? 400 : 10000;
  for (int k = 0; k < batches; ++k) {
    const auto most = static_cast<std::int64_t>(1 + random() % (k % 10 == 0 ? 300 : 24));
    DictionaryBatch batch{
        some(random, most, random() % 9), some(random, most, random() % 9), some(random, most, random() % 9), {}};
    for (std::int64_t key = -1; key <= most; ++key) batch.sought.push_back(key);
    check(batch);
  }
}

TEST_CASE("a batch in a 2-3 tree takes logarithmic time, even if all its keys belong to one place") {
  for (const std::int64_t n : {1000, 8000}) {
    std::vector<std::int64_t> keys;
    std::vector<std::int64_t> inserted;
    for (std::int64_t k = 0; k < n; ++k) keys.push_back(k < n / 2 ? k : k + 2 * n);
    for (std::int64_t k = 0; k < n; ++k) inserted.push_back(n + k);
    Machine machine = crew_machine();
    const DictionaryBatch batch{keys, inserted, keys, {}};
    CHECK(programs::oracle::is_dictionary(batch, programs::two_three_tree(machine, batch)));
    // Without a pipeline, each of the log k waves would take the whole way up.
    CHECK(static_cast<double>(machine.ledger().steps()) <= 190 * std::log2(n));
    CHECK(machine.ledger().largest_write_degree() == 1);
  }
}

TEST_CASE("a dictionary's keys ascend, each once, and none is the largest number") {
  const auto refuses = [](const DictionaryBatch& batch, const char* what) {
    Machine machine = crew_machine();
    CHECK_THROWS_WITH_AS(programs::two_three_tree(machine, batch), doctest::Contains(what), ConfigError);
  };
  refuses({{1, 1}, {}, {}, {}}, "keys = '1, then 1'");
  refuses({{}, {2, 1}, {}, {}}, "inserted = '2, then 1'");
  refuses({{}, {}, {3, 4, 4}, {}}, "deleted = '4, then 4'");
  refuses({{std::numeric_limits<std::int64_t>::max()}, {}, {}, {}}, "below the largest number");
}

}  // namespace pram::testing
