#include "bsp/collectives/blocks.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "../../../support.hpp"

namespace pram {

namespace {

/// x → a x + b, modulo 2^32: composition is associative, and does not commute.
struct AffineMap {
  std::uint32_t a = 1;
  std::uint32_t b = 0;

  friend bool operator==(const AffineMap&, const AffineMap&) = default;
};

constexpr auto compose = [](const AffineMap& first, const AffineMap& second) {
  return AffineMap{first.a * second.a, second.a * first.b + second.b};
};

const std::byte* bytes_of(const std::vector<AffineMap>& values) {
  return reinterpret_cast<const std::byte*>(values.data());
}

}  // namespace

TEST_CASE("collective blocks: values are dealt evenly, each to one process, from the root's block on") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < testing::random_cases(300); ++round) {
    CAPTURE(round);
    const std::uint64_t processes = 1 + random() % 9;
    const std::uint64_t root = random() % processes;
    std::vector<std::uint32_t> values(random() % 40);
    for (std::uint32_t k = 0; k < values.size(); ++k) values[k] = k;
    // Value by value: the first blocks get one more where the blocks do not come out even.
    std::vector<std::vector<std::uint32_t>> dealt(processes);
    std::uint32_t next = 0;
    for (std::uint64_t block = 0; block < processes; ++block) {
      const std::uint64_t size = values.size() / processes + (block < values.size() % processes ? 1 : 0);
      for (std::uint64_t k = 0; k < size; ++k) dealt[(root + block) % processes].push_back(next++);
    }
    REQUIRE(next == values.size());
    const bsp::detail::OwnBlocks own = {
        {reinterpret_cast<std::byte*>(values.data()), values.size(), sizeof(std::uint32_t)}, processes, root};
    for (std::uint64_t process = 0; process < processes; ++process) {
      CHECK(own.count(process) == dealt[process].size());
      REQUIRE(own.bytes(process) == dealt[process].size() * sizeof(std::uint32_t));
      std::vector<std::uint32_t> block(own.count(process));
      if (!block.empty()) std::memcpy(block.data(), own.of(process).data(), own.bytes(process));
      CHECK(block == dealt[process]);
    }
  }
}

TEST_CASE("collective blocks: parts are combined in their order, element by element, and counted") {
  std::mt19937_64 random(testing::seed());
  const bsp::detail::Combination combination = bsp::detail::combination_of<AffineMap>(compose);
  for (int round = 0; round < testing::random_cases(300); ++round) {
    CAPTURE(round);
    const std::size_t count = 1 + random() % 5;
    const std::size_t parts = 1 + random() % 6;
    bsp::detail::Combined combined(combination, count, sizeof(AffineMap));
    std::vector<AffineMap> expected(count);
    for (std::size_t part = 0; part < parts; ++part) {
      std::vector<AffineMap> values(count);
      for (AffineMap& value : values)
        value = {static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())};
      for (std::size_t k = 0; k < count; ++k)
        expected[k] = {expected[k].a * values[k].a, values[k].a * expected[k].b + values[k].b};
      combined.add(bytes_of(values));
    }
    std::vector<AffineMap> result(count);
    combined.copy_to(reinterpret_cast<std::byte*>(result.data()));
    CHECK(result == expected);
    CHECK(combined.bytes() == count * sizeof(AffineMap));
    CHECK(combined.work() == (parts - 1) * count);
  }
}

}  // namespace pram
