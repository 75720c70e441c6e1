#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../../support.hpp"
#include "../../../support/forced.hpp"
#include "../../thrown.hpp"
#include "../thread_counts.hpp"

namespace pram {

namespace {

using bsp::Axis;
using bsp::Partition;
using bsp::PartitionedArray;

Axis random_axis(std::mt19937_64& draw, std::uint64_t most_indices, std::uint64_t most_processes) {
  const std::uint64_t n = draw() % (most_indices + 1);
  const std::uint64_t p = 1 + draw() % most_processes;
  switch (draw() % 3) {
    case 0: return Axis::block(n, p);
    case 1: return Axis::cyclic(n, p);
    default: return Axis::block_cyclic(n, p, 1 + draw() % 5);
  }
}

/// The indices of an axis as they are dealt: by process, in the order in which it gets them.
std::vector<std::vector<std::uint64_t>> dealt(const Axis& axis) {
  std::vector<std::vector<std::uint64_t>> hands(axis.processes());
  std::uint64_t turn = 0;
  for (std::uint64_t index = 0; index < axis.size(); ++index) {
    hands[turn].push_back(index);
    if ((index + 1) % axis.block() == 0) turn = (turn + 1) % axis.processes();
  }
  return hands;
}

}  // namespace

TEST_CASE("an axis is dealt in blocks, one process after the other") {
  std::mt19937_64 draw(testing::seed());
  for (int round = testing::random_cases(2000); round > 0; --round) {
    const Axis axis = random_axis(draw, 60, 12);
    const auto hands = dealt(axis);
    for (std::uint64_t owner = 0; owner < axis.processes(); ++owner) {
      REQUIRE(axis.count(owner) == hands[owner].size());
      for (std::uint64_t local = 0; local < hands[owner].size(); ++local) {
        const std::uint64_t index = hands[owner][local];
        CHECK(axis.owner_of(index) == owner);
        CHECK(axis.local_index(index) == local);
        CHECK(axis.global_index(owner, local) == index);
      }
    }
  }
  // Block: of ⌈n / p⌉, so that nobody has more than that.
  CHECK(Axis::block(10, 4).count(0) == 3);
  CHECK(Axis::block(10, 4).count(3) == 1);
  CHECK(Axis::block(5, 4).count(3) == 0);
  CHECK(Axis::block(0, 4).count(0) == 0);
  CHECK(Axis::cyclic(10, 4).count(1) == 3);
  CHECK(Axis::cyclic(10, 4).count(2) == 2);
  CHECK_THROWS_AS(Axis::cyclic(10, 0), Error);
  CHECK_THROWS_AS(Axis::block(10, 0), Error);
  CHECK_THROWS_AS(Axis::block_cyclic(10, 4, 0), Error);
  CHECK_THROWS_AS(Axis::block_cyclic(10, 4, ~std::uint64_t{0} / 2), Error);
}

TEST_CASE("a partition deals each axis on its own, rows first") {
  std::mt19937_64 draw(testing::seed());
  for (int round = testing::random_cases(300); round > 0; --round) {
    const Axis rows = random_axis(draw, 12, 4);
    const Axis columns = random_axis(draw, 12, 4);
    const Axis layers = random_axis(draw, 4, 3);
    const Partition<3> partition(rows, columns, layers);
    CHECK(partition.size() == rows.size() * columns.size() * layers.size());
    const std::uint64_t grid = rows.processes() * columns.processes() * layers.processes();
    CHECK(partition.processes() == grid);
    std::set<Partition<3>::Index> met;
    for (std::uint64_t owner = 0; owner < grid; ++owner) {
      const auto mine_rows = dealt(rows)[owner / (columns.processes() * layers.processes())];
      const auto mine_columns = dealt(columns)[owner / layers.processes() % columns.processes()];
      const auto mine_layers = dealt(layers)[owner % layers.processes()];
      std::uint64_t local = 0;
      for (const std::uint64_t i : mine_rows) {
        for (const std::uint64_t j : mine_columns) {
          for (const std::uint64_t k : mine_layers) {
            CHECK(partition.owner_of({i, j, k}) == owner);
            CHECK(partition.local_index({i, j, k}) == local);
            CHECK(partition.global_index(owner, local) == Partition<3>::Index{i, j, k});
            CHECK(partition.contains({i, j, k}));
            met.insert({i, j, k});
            ++local;
          }
        }
      }
      CHECK(partition.count(owner) == local);
    }
    CHECK(met.size() == partition.size());
    CHECK_FALSE(partition.contains({rows.size(), 0, 0}));
    CHECK(partition.count(grid) == 0);
  }
}

TEST_CASE("elements are put and got by global index, wherever they lie") {
  const testing::ForcedWorkers all_workers;
  std::mt19937_64 draw(testing::seed());
  for (int round = testing::random_cases(40); round > 0; --round) {
    const std::uint64_t count = 1 + draw() % 12;
    const std::uint64_t n = draw() % 100;
    const auto axis = [&] {
      const std::uint64_t p = 1 + draw() % count;
      return draw() % 2 == 0 ? Axis::block(n, p) : Axis::block_cyclic(n, p, 1 + draw() % 4);
    };
    const Axis from = axis();
    const Axis to = axis();
    for (const unsigned threads : testing::thread_counts) {
      Machine machine({.components = 7, .threads = threads});
      machine.spmd(count, [&](bsp::Process self) -> Task<> {
        const PartitionedArray<std::uint64_t> x(self, from, 1, "x");
        const PartitionedArray<std::uint64_t> y(self, to, 2, "y");
        CHECK(x.size() == n);
        REQUIRE(x.local().size() == x.local_count());
        for (std::uint64_t k = 0; k < x.local_count(); ++k) {
          CHECK(x.own(k) == 1);
          CHECK(x.is_local(x.global_index(k)));
          x.own(k) = 10 * x.global_index(k);
          y(n - 1 - x.global_index(k)) = x.own(k);  // the other way round, and dealt otherwise
        }
        co_await self.sync();
        for (std::uint64_t k = 0; k < y.local_count(); ++k) CHECK(y.local()[k] == 10 * (n - 1 - y.global_index(k)));
        std::vector<bsp::Future<std::uint64_t>> all;
        for (std::uint64_t i = 0; i < n; ++i) all.push_back(x(i).get());
        co_await self.sync();
        for (std::uint64_t i = 0; i < n; ++i) CHECK(all[i].value() == 10 * i);
      });
    }
  }
}

TEST_CASE("a matrix goes from blocks × blocks to cyclic × cyclic, transposed, in a group of processes too") {
  constexpr std::uint64_t rows = 7;
  constexpr std::uint64_t columns = 10;
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 14, .threads = threads});
    machine.spmd([&](bsp::Process self) -> Task<> {
      const bsp::Process group = co_await self.split(self.id() % 2);
      const PartitionedArray<double, 2> a(group, {Axis::block(rows, 2), Axis::block(columns, 3)});
      const PartitionedArray<double, 2> b(group, {Axis::cyclic(columns, 3), Axis::cyclic(rows, 2)}, -1.0, "b");
      if (group.id() == 6) CHECK(a.local().empty());  // beyond the grid of 2 × 3
      std::uint64_t elements = 0;
      for (std::uint64_t k = 0; k < a.local_count(0); ++k) {
        for (std::uint64_t l = 0; l < a.local_count(1); ++l) {
          const std::uint64_t i = a.global_index(k, 0);
          const std::uint64_t j = a.global_index(l, 1);
          CHECK(a.is_local(i, j));
          CHECK(a.owner_of(i, j) == i / 4 * 3 + j / 4);
          a.own(k, l) =
              100.0 * static_cast<double>(i) + static_cast<double>(j) + static_cast<double>(self.id() % 2) / 2;
          b(j, i) = a.own(k, l);
          ++elements;
        }
      }
      CHECK(elements == a.local().size());
      co_await group.sync();
      for (std::uint64_t k = 0; k < b.local_count(0); ++k) {
        for (std::uint64_t l = 0; l < b.local_count(1); ++l) {
          const std::uint64_t j = b.global_index(k, 0);
          const std::uint64_t i = b.global_index(l, 1);
          CHECK(b.owner_of(j, i) == j % 3 * 2 + i % 2);
          CHECK(b.own(k, l) ==
                100.0 * static_cast<double>(i) + static_cast<double>(j) + static_cast<double>(self.id() % 2) / 2);
        }
      }
      const auto corner = a(rows - 1, columns - 1).get();
      co_await group.sync();
      CHECK(corner.value() == 609.0 + static_cast<double>(self.id() % 2) / 2);
    });
  }
}

TEST_CASE("an index outside a partitioned array, and a grid of too many processes, are named") {
  const auto says = [](const auto& body, const std::vector<std::string>& parts) {
    Machine machine({.components = 4, .threads = 2});
    const auto error = testing::thrown<Error>([&] { machine.spmd(body); });
    const std::string what = error.what();
    CAPTURE(what);
    for (const std::string& part : parts) CHECK(testing::contains(what, part));
    CHECK(testing::contains(what, "partitioned_array_test.cpp"));
    CHECK(testing::is_one_line(what));
  };
  says(
      [](bsp::Process self) -> Task<> {
        const PartitionedArray<int> x(self, Axis::cyclic(9, 4));
        co_await self.sync();
        if (self.id() == 2) x(9) = 1;
        co_await self.sync();
      },
      {"process 2", "index 9 of axis 0", "superstep 2", "9 indices"});
  says(
      [](bsp::Process self) -> Task<> {
        const PartitionedArray<int, 2> x(self, {Axis::cyclic(9, 2), Axis::block(5, 2)});
        if (self.id() == 1) x(8, 5) = 1;
        co_await self.sync();
      },
      {"process 1", "index 5 of axis 1", "superstep 1", "5 indices"});
  says(
      [](bsp::Process self) -> Task<> {
        const PartitionedArray<int, 2> x(self, {Axis::cyclic(9, 2), Axis::block(5, 3)});
        co_await self.sync();
      },
      {"process 0", "grid of 6 processes", "there are 4"});
}

}  // namespace pram
