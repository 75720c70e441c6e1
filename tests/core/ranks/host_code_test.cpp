#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/thread_ranks.hpp"

/// What host code has for several ranks.
namespace pram {

namespace {

using testing::on_ranks;

std::int64_t cube(std::uint64_t k) { return static_cast<std::int64_t>(k * k * k % 1013) - 500; }

}  // namespace

TEST_CASE("a program knows its ranks by number") {
  CHECK(ranks() == 1);
  CHECK(rank() == 0);
  const auto numbers = on_ranks(4, [] {
    CHECK(ranks() == 4);
    return rank();
  });
  CHECK(numbers == std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("what rank 0 finds out is the same on all ranks") {
  struct Pair {
    std::uint32_t first;
    double second;
  };
  for (const unsigned many : {1U, 2U, 5U}) {
    CAPTURE(many);
    const auto seen = on_ranks(many, [] {
      CHECK(from_rank_0([] { return rank() + 7; }) == 7);
      CHECK(from_rank_0([] { return std::string(rank(), 'x') + "text"; }) == "text");
      CHECK(from_rank_0([] { return std::string(); }).empty());
      const Pair pair = from_rank_0([] { return Pair{rank(), 0.5}; });
      CHECK(pair.first == 0);
      CHECK(pair.second == 0.5);
      const std::vector<std::uint16_t> list = from_rank_0([] {
        std::vector<std::uint16_t> made(100'000);
        std::iota(made.begin(), made.end(), static_cast<std::uint16_t>(rank()));
        return made;
      });
      CHECK(list.size() == 100'000);
      CHECK(list[70'000] == 70'000 - 65'536);
      CHECK(from_rank_0([] { return std::vector<int>(); }).empty());
      std::uint32_t calls = 0;
      from_rank_0([&calls] { ++calls; });
      return calls;
    });
    CHECK(std::accumulate(seen.begin(), seen.end(), 0U) == 1);
    CHECK(seen.front() == 1);
  }
}

TEST_CASE("what rank 0 throws is thrown on all ranks") {
  const auto thrown = on_ranks(3, [] {
    try {
      from_rank_0([]() -> int { throw LimitError("steps", 5, 4, "as rank 0 says"); });
    } catch (const LimitError& error) {
      return std::string(error.what()) + " " + std::to_string(error.asked);
    }
    return std::string();
  });
  for (const std::string& one : thrown) CHECK(one == "as rank 0 says 5");
}

TEST_CASE("an array by index calls the function for each cell once, on the rank that has the cell") {
  for (const std::uint64_t size : {0ULL, 1ULL, 5ULL, 4096ULL, 9001ULL}) {
    for (const unsigned many : {1U, 2U, 3U, 5U}) {
      CAPTURE(size);
      CAPTURE(many);
      const auto called = on_ranks(many, [size] {
        Machine machine({.components = 16});
        std::vector<std::uint64_t> mine;
        const auto cells = machine.array<std::int64_t>(
            size,
            [&mine](std::uint64_t k) {
              mine.push_back(k);
              return cube(k);
            },
            "cells");
        const auto flags = machine.array<bool>(size, [](std::uint64_t k) { return k % 3 == 0; });
        const std::vector<std::int64_t> values = cells.host();
        const std::vector<bool> bits = flags.host();
        for (std::uint64_t k = 0; k < size; ++k) {
          CHECK(values[k] == cube(k));
          CHECK(bits[k] == (k % 3 == 0));
        }
        return mine;
      });
      std::vector<std::uint64_t> all;
      for (const auto& mine : called) {
        CHECK(mine.size() <= size / many + 16 * (size / 16 + 1) / many + size / 16 + 1);
        all.insert(all.end(), mine.begin(), mine.end());
      }
      std::vector<std::uint64_t> expected(size);
      std::iota(expected.begin(), expected.end(), 0);
      CHECK(all == expected);
    }
  }
}

TEST_CASE("what the function of an array throws on one rank is thrown on all") {
  const auto thrown = on_ranks(3, [] {
    try {
      Machine machine({.components = 12});
      const auto cells = machine.array<int>(
          120,
          [](std::uint64_t k) -> int {
            if (k == 119) throw std::runtime_error("no number for cell 119");
            return 1;
          },
          "cells");
      return std::to_string(cells.get(0));
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
  });
  for (const std::string& one : thrown) CHECK(one == "no number for cell 119");
}

TEST_CASE("blocks give every cell once, in order, on every rank") {
  for (const std::uint64_t size : {0ULL, 1ULL, 131'072ULL, 300'000ULL}) {
    for (const unsigned many : {1U, 3U}) {
      CAPTURE(size);
      CAPTURE(many);
      on_ranks(many, [size] {
        Machine machine({.components = 16});
        const auto cells = machine.array<std::int64_t>(size, cube, "cells");
        std::uint64_t next = 0;
        std::uint64_t wrong = 0;
        cells.blocks([&](std::span<const std::int64_t> values, std::uint64_t first) {
          CHECK(first == next);
          CHECK(values.size() <= 131'072);
          for (const std::int64_t value : values) wrong += value != cube(next++) ? 1 : 0;
        });
        CHECK(next == size);
        CHECK(wrong == 0);
        return 0;
      });
    }
  }
}

TEST_CASE("an array takes of each rank the memory of its largest part") {
  constexpr std::uint64_t size = std::uint64_t{1} << 22;
  const auto taken = [](unsigned many) {
    const auto all = on_ranks(many, [] {
      Machine machine({.components = 64});
      const auto cells = machine.array<std::int64_t>(size, cube, "cells");
      return machine.memory_use().now;
    });
    CHECK(*std::ranges::min_element(all) == *std::ranges::max_element(all));
    return all.front();
  };
  const std::uint64_t alone = taken(1);
  CHECK(alone >= size * 8);
  CHECK(taken(4) <= alone / 4 + (std::uint64_t{4} << 20));
}

TEST_CASE("ranks that have too little memory for their parts refuse an array alike") {
  const auto program = [] {
    MachineOptions options{.components = 64};
    options.memory_limit = std::uint64_t{64} << 20;
    Machine machine(options);
    const auto fits = machine.array<std::int64_t>(std::uint64_t{3} << 20, 1, "fits");
    try {
      machine.array<std::int64_t>(std::uint64_t{1} << 30, 1, "large");
    } catch (const LimitError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const auto all = on_ranks(3, program);
  CHECK(all[0].find("array large of 1073741824 cells needs 16 bytes each") != std::string::npos);
  for (const std::string& one : all) CHECK(one == all[0]);
}

TEST_CASE("traffic counts the steps whose requests cross, and is the same on all ranks") {
  CHECK(rank_traffic() == RankTraffic());
  const auto seen = on_ranks(3, [] {
    Machine machine({.components = 30});
    const auto cells = machine.array<std::int64_t>(300, 1, "cells");
    machine.pardo(300, [&](Processor self) -> Task<> {
      co_await cells[self.id()];              // nothing crosses
      co_await cells[299 - self.id()];        // most cross
      if (self.id() == 0) co_await cells[0];  // nothing crosses
      if (self.id() == 0) co_await cells[299];
    });
    cells.get(7);
    return rank_traffic();
  });
  CHECK(seen[0].ranks == 3);
  CHECK(seen[0].steps == 2);
  CHECK(seen[0].messages > 0);
  // 200 requests of the second step cross, with 8 bytes and 8 back, and those of the fourth.
  CHECK(seen[0].bytes > 201 * 16);
  for (const RankTraffic& one : seen) CHECK(one == seen[0]);
}

}  // namespace pram
