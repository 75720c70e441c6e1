#include <pram/machines/patterns.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "../../contains.hpp"

using namespace pram;

namespace {

std::string refusal(const std::string& name, std::uint32_t terminals) {
  try {
    make_pattern(name, terminals, 1);
  } catch (const ConfigError& error) {
    CHECK(error.option == "pattern");
    return error.allowed;
  }
  return "";
}

}  // namespace

TEST_CASE("every pattern names terminals, its sources ascend, and it is the same again") {
  for (const PatternEntry& entry : patterns().entries()) {
    CAPTURE(entry.name);
    const std::string name = entry.name == "h-relation" || entry.name == "shift" ? entry.name + ":3" : entry.name;
    for (const std::uint32_t terminals : {1U, 2U, 4U, 16U, 64U, 100U, 4096U}) {
      if (entry.name == "bit-reversal" && !std::has_single_bit(terminals)) continue;
      if (entry.name == "transpose" && terminals == 2) continue;
      const Batch batch = make_pattern(name, terminals, 5);
      CHECK(batch.size() == (name == "h-relation:3" ? 3 : 1) * terminals);
      CHECK(batch.destination.size() == batch.size());
      CHECK(batch.words.empty());
      CHECK(std::ranges::is_sorted(batch.source));
      CHECK(std::ranges::max(batch.destination) < terminals);
      const Batch again = make_pattern(name, terminals, 5);
      CHECK(again.destination == batch.destination);
      const Batch other = make_pattern(name, terminals, 6);
      if (!entry.random) CHECK(other.destination == batch.destination);
      if (entry.random && entry.name != "hot-spot" && terminals >= 16) CHECK(other.destination != batch.destination);
    }
  }
}

TEST_CASE("patterns that are permutations") {
  for (const char* name : {"permutation", "bit-reversal", "transpose", "shuffle", "tornado", "complement"}) {
    for (const std::uint32_t terminals : {1U, 4U, 64U, 1024U}) {
      CAPTURE(name);
      CHECK(make_pattern(name, terminals, 3).is_permutation(terminals));
    }
  }
  for (const char* name : {"permutation", "tornado", "shift:4", "complement"}) {
    CHECK(make_pattern(name, 37, 3).is_permutation(37));
  }
  CHECK(make_pattern("shuffle", 10, 1).is_permutation(10));
  CHECK(make_pattern("transpose", 49, 1).is_permutation(49));
  CHECK_FALSE(make_pattern("hot-spot", 8, 1).is_permutation(8));
  CHECK_FALSE(make_pattern("h-relation:2", 8, 1).is_permutation(8));
  CHECK_FALSE(make_pattern("complement", 8, 1).is_permutation(7));
  CHECK_FALSE(make_pattern("complement", 8, 1).is_permutation(0));
  CHECK(Batch().is_permutation(0));
}

TEST_CASE("fixed patterns on eight or nine terminals") {
  using List = std::vector<std::uint32_t>;
  CHECK(make_pattern("bit-reversal", 8, 1).destination == List{0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(make_pattern("shuffle", 8, 1).destination == List{0, 2, 4, 6, 1, 3, 5, 7});
  CHECK(make_pattern("shuffle", 6, 1).destination == List{0, 2, 4, 1, 3, 5});
  CHECK(make_pattern("tornado", 8, 1).destination == List{3, 4, 5, 6, 7, 0, 1, 2});
  CHECK(make_pattern("tornado", 5, 1).destination == List{2, 3, 4, 0, 1});
  CHECK(make_pattern("shift:3", 8, 1).destination == List{3, 4, 5, 6, 7, 0, 1, 2});
  CHECK(make_pattern("shift:7", 5, 1).destination == List{2, 3, 4, 0, 1});
  CHECK(make_pattern("complement", 8, 1).destination == List{7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(make_pattern("transpose", 9, 1).destination == List{0, 3, 6, 1, 4, 7, 2, 5, 8});
  CHECK(make_pattern("hot-spot", 4, 1).destination == List{0, 0, 0, 0});
}

TEST_CASE("a transpose swaps the halves of the bits, a shuffle rotates them") {
  const Batch transpose = make_pattern("transpose", 256, 1);
  const Batch shuffle = make_pattern("shuffle", 256, 1);
  for (std::uint32_t i = 0; i < 256; ++i) {
    CHECK(transpose.destination[i] == ((i << 4 | i >> 4) & 255));
    CHECK(shuffle.destination[i] == ((i << 1 | i >> 7) & 255));
  }
}

TEST_CASE("an h-relation sends h and receives h everywhere") {
  const Batch batch = make_pattern("h-relation:7", 50, 9);
  std::vector<int> sent(50);
  std::vector<int> received(50);
  for (std::size_t k = 0; k < batch.size(); ++k) {
    ++sent[batch.source[k]];
    ++received[batch.destination[k]];
  }
  CHECK(std::ranges::all_of(sent, [](int n) { return n == 7; }));
  CHECK(std::ranges::all_of(received, [](int n) { return n == 7; }));
}

TEST_CASE("numbers of messages and of hot spots") {
  CHECK(make_pattern("uniform:5", 20, 1).size() == 100);
  std::vector<std::uint32_t> spots = make_pattern("hot-spot:3", 1000, 4).destination;
  std::ranges::sort(spots);
  spots.erase(std::ranges::unique(spots).begin(), spots.end());
  CHECK(spots.size() == 3);
}

TEST_CASE("what does not fit is refused in words") {
  CHECK(testing::contains(refusal("bit-reversal", 12), "a power of two"));
  CHECK(testing::contains(refusal("bit-reversal", 12), "not 12"));
  CHECK(testing::contains(refusal("transpose", 8), "a square number"));
  CHECK(testing::contains(refusal("shuffle", 9), "an even number"));
  CHECK(testing::contains(refusal("transpos", 16), "did you mean transpose?"));
  CHECK(testing::contains(refusal("", 16), "one of permutation"));
  CHECK(testing::contains(refusal("tornado:", 16), "one of permutation"));
  CHECK(testing::contains(refusal("tornado:3", 16), "no arguments"));
  CHECK(testing::contains(refusal("hot-spot:17", 16), "from 1 to 16"));
  CHECK(testing::contains(refusal("shift", 16), "shift:K"));
  CHECK(testing::contains(refusal("shift:0", 16), "from 1 to 1048576"));
  for (const char* value : {"", ":0", ":-1", ":x", ":1.5", ":4 ", ":18446744073709551616", ":99999999999999999999"}) {
    CAPTURE(value);
    CHECK_FALSE(refusal(std::string("h-relation") + value, 1024).empty());
    if (*value != 0) CHECK_FALSE(refusal(std::string("uniform") + value, 1024).empty());
  }
  CHECK(testing::contains(refusal("uniform:200000", 1024), "from 1 to 131072"));
  CHECK_THROWS_AS(make_pattern("tornado", 0, 1), ConfigError);
}
