#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../../support.hpp"
#include "../../../support/forced.hpp"
#include "../thread_counts.hpp"
#include "collective_call.hpp"

namespace pram {

namespace {

using testing::All;
using testing::Call;

std::uint64_t words(std::uint64_t values, std::uint64_t bytes_each) { return (values * bytes_each + 7) / 8; }

/// Blocks that each process has for each: sizes and values drawn.
All<std::vector<std::uint16_t>> random_blocks(std::mt19937_64& draw, std::uint64_t processes) {
  All<std::vector<std::uint16_t>> blocks(processes, std::vector<std::vector<std::uint16_t>>(processes));
  for (auto& own : blocks) {
    for (auto& block : own) {
      block.resize(draw() % 3 == 0 ? 0 : draw() % 20);
      for (auto& one : block) one = static_cast<std::uint16_t>(draw());
    }
  }
  return blocks;
}

}  // namespace

TEST_CASE("gather, all-gather and all-to-all move blocks of any sizes straight, in one superstep") {
  const testing::ForcedWorkers all_workers;
  std::mt19937_64 draw(testing::seed());
  using Block = std::vector<std::uint16_t>;
  for (int round = testing::random_cases(100); round > 0; --round) {
    Call call = testing::random_call(draw, true);
    const std::uint64_t p = call.processes;
    const auto blocks = random_blocks(draw, p);
    std::vector<std::uint64_t> sent(p);
    std::vector<std::uint64_t> received(p);
    std::uint64_t gathered = 0;
    std::uint64_t largest = 0;
    for (std::size_t from = 0; from < p; ++from) {
      const std::uint64_t own = words(blocks[from][0].size(), 2);
      largest = std::max(largest, own);
      if (from != call.root) gathered += own;
      for (std::size_t to = 0; to < p; ++to) {
        if (from == to) continue;
        sent[from] += words(blocks[from][to].size(), 2);
        received[to] += words(blocks[from][to].size(), 2);
      }
    }
    for (const unsigned threads : testing::thread_counts) {
      Machine machine = machine_of(call, threads);
      machine.spmd([&](bsp::Process self) -> Task<> {
        const auto& mine = blocks[self.id()];
        const auto on_root = co_await bsp::gather(self, mine[0], call.root);
        CHECK(on_root.count() == (self.id() == call.root ? p : 0));
        const auto on_all = co_await bsp::all_gather(self, mine[0]);
        REQUIRE(on_all.count() == p);
        Block given;
        std::vector<std::uint64_t> counts;
        for (const Block& block : mine) {
          given.insert(given.end(), block.begin(), block.end());
          counts.push_back(block.size());
        }
        const auto got = co_await bsp::all_to_all(self, given, counts);
        REQUIRE(got.count() == p);
        Block joined;
        for (std::size_t from = 0; from < p; ++from) {
          const auto same = [&](std::span<const std::uint16_t> had, const Block& wanted) {
            return std::ranges::equal(had, wanted);
          };
          if (on_root.count() > 0) CHECK(same(on_root[from], blocks[from][0]));
          CHECK(same(on_all[from], blocks[from][0]));
          CHECK(same(got[from], blocks[from][self.id()]));
          joined.insert(joined.end(), blocks[from][0].begin(), blocks[from][0].end());
        }
        CHECK(on_all.values() == joined);
        CHECK_THROWS_WITH_AS((void)on_all[p], doctest::Contains(std::to_string(p).c_str()), Error);
        if (on_root.count() == 0) CHECK_THROWS_WITH_AS((void)on_root[0], doctest::Contains("root"), Error);
      });
      const auto& records = machine.ledger().superstep_records();
      REQUIRE(records.size() == 3);
      CHECK(records[0].tag == "gather");
      CHECK(records[0].relation() == gathered);
      CHECK(records[1].tag == "all-gather");
      CHECK(records[1].relation() == (p - 1) * largest);
      CHECK(records[2].tag == "all-to-all");
      CHECK(records[2].relation() == std::max(*std::ranges::max_element(sent), *std::ranges::max_element(received)));
    }
  }
}

TEST_CASE("gather, all-gather and all-to-all of one value each") {
  for (const std::uint32_t p : {1U, 2U, 6U}) {
    Machine machine({.components = p});
    machine.spmd([&](bsp::Process self) -> Task<> {
      std::vector<std::uint64_t> squares;
      for (std::uint64_t k = 0; k < p; ++k) squares.push_back(k * k);
      const auto on_root = co_await bsp::gather(self, self.id() * self.id(), p - 1);
      CHECK(on_root == (self.id() == p - 1 ? squares : std::vector<std::uint64_t>()));
      const auto on_all = co_await bsp::all_gather(self, self.id() * self.id());
      CHECK(on_all == squares);
      std::vector<std::uint64_t> row;
      std::vector<std::uint64_t> column;
      for (std::uint64_t k = 0; k < 2 * p; ++k) {
        row.push_back(100 * self.id() + k);
        column.push_back(100 * (k / 2) + 2 * self.id() + k % 2);
      }
      const auto transposed = co_await bsp::all_to_all(self, row);
      CHECK(transposed.values() == column);
    });
  }
}

}  // namespace pram
