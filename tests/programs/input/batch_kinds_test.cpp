#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/programs/input/sequence/sorted.hpp>
#include <pram/programs/input/structure/plane.hpp>
#include <pram/programs/input/text/texts.hpp>
#include "kinds.hpp"
#include "support.hpp"

namespace pram::testing {

namespace {

using Whole = std::vector<std::int64_t>;

bool ascends(const Whole& keys) { return std::ranges::adjacent_find(keys, std::greater_equal()) == keys.end(); }

}  // namespace

TEST_CASE("a dictionary is read with the keys to insert, to delete, and to look up") {
  using Kind = programs::DictionaryBatches;
  const TemporaryFolder folder;
  const programs::DictionaryBatch batch = from_file<Kind>(folder, "3 2 1\n9 1 5\n7 7\n5\n4 9 4\n");
  CHECK(batch.keys == Whole{1, 5, 9});
  CHECK(batch.inserted == Whole{7});
  CHECK(batch.deleted == Whole{5});
  CHECK(batch.sought == Whole{4, 9, 4});
  CHECK(from_file<Kind>(folder, "0 0 0\n").sought.empty());
  refuses<Kind>(folder, "1 2\n", "the numbers of keys, of those inserted, and of those deleted are missing");
  refuses<Kind>(folder, "1 1 0 5\n",
                "it holds 1 number behind the first three, not so many as these ask for, 1, 1 and 0");
  refuses<Kind>(folder, "0 -1 0 5\n", "not so many as these ask for, 0, -1 and 0");
  refuses<Kind>(folder, "1 0 0 9223372036854775807\n", "keys are below 9223372036854775807");
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string& shape) {
    CHECK(made.keys.size() == n);
    for (const Whole* keys : {&made.keys, &made.inserted, &made.deleted}) CHECK(ascends(*keys));
    CHECK_FALSE(made.sought.empty());
    if (n > 100) CHECK(made.sought.size() > n / 8);
    if (shape == "behind" && n > 0) CHECK(made.inserted.front() > made.keys.back());
    if (shape == "between" && n > 1) {
      const auto above = std::ranges::upper_bound(made.keys, made.inserted.front());
      CHECK(above - made.keys.begin() == static_cast<std::ptrdiff_t>(n / 2));
      CHECK(made.inserted.back() < *above);
    }
    if (shape == "all") {
      for (const Whole* keys : {&made.keys, &made.inserted}) CHECK(std::ranges::includes(made.deleted, *keys));
    }
  });
}

TEST_CASE("long patterns are about a quarter of their texts") {
  using Kind = programs::TextsAndLongPatterns;
  const TemporaryFolder folder;
  CHECK(from_file<Kind>(folder, "ab\nababb\n").pattern == "ab");
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string& shape) {
    CHECK(made.text.size() == n);
    CHECK(made.pattern.size() == n / 4 + 1);
    if (n > 0 && (shape == "random" || shape == "nested" || shape == "fibonacci" || shape == "equal"))
      CHECK(made.text.find(made.pattern) != std::string::npos);
  });
}

TEST_CASE("one number is one number in what is said of a file") {
  const TemporaryFolder folder;
  refuses<programs::Points>(folder, "5\n", "it holds 1 number, not two for each point");
  refuses<programs::Points>(folder, "5 6 7\n", "it holds 3 numbers, not two for each point");
}

}  // namespace pram::testing
