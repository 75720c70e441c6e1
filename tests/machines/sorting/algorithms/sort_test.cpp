#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <pram/machines/detail/routines.hpp>

#include "../bit_slices.hpp"
#include "sorting/algorithms/bitonic_sort.hpp"
#include "sorting/algorithms/comparators.hpp"
#include "sorting/algorithms/rcn_sort.hpp"
#include "sorting/machines/rcn_machine.hpp"
#include "support.hpp"

namespace pram {

namespace {

using Method = SortOptions::Method;
using Atoms = SortOptions::Atoms;

struct Shape {
  std::uint32_t atom, levels;
  std::string name() const { return "rcn-full:" + std::to_string(atom) + "," + std::to_string(levels); }
};

struct Tabled {
  Shape shape;
  std::uint64_t sort, direct;
};

/// Section 4 of the RCN-FULL spec.
const std::vector<Tabled> tabled = {{{4, 1}, 59, 14},     {{16, 1}, 164, 44},   {{4, 2}, 899, 60},
                                    {{2, 3}, 6749, 92},   {{64, 1}, 329, 90},   {{256, 1}, 554, 152},
                                    {{16, 2}, 2474, 184}, {{4, 3}, 13499, 248}, {{2, 4}, 101249, 376}};

bool skipped(const Shape& shape) {
  const bool slow = shape.atom < 16 && shape.levels >= 3 && shape.name() != "rcn-full:2,3";
  const bool large = slow || shape.name() == "rcn-full:16,2" || shape.name() == "rcn-full:256,1";
  return testing::size() <= testing::Size::small ? large : slow && testing::size() != testing::Size::large;
}

std::vector<std::uint64_t> random_keys(std::size_t count, std::uint64_t seed, std::uint64_t below = ~std::uint64_t{0}) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> keys(count);
  for (std::uint64_t& key : keys) key = random() % below;
  return keys;
}

/// Sorts copies of random keys, few and many different ones, and checks the outcome. @returns the last report
SortReport sorted_rightly(const std::string& network, const SortOptions& options, std::size_t share = 1) {
  CAPTURE(network);
  const auto routines = make_routines(network, options);
  SortReport report;
  std::uint64_t steps = 0;
  for (const std::uint64_t below : {~std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{1}}) {
    auto keys = random_keys(share * routines->nodes(), testing::seed() + below, below);
    auto expected = keys;
    std::ranges::sort(expected);
    report = routines->sort(std::span(keys));
    CHECK(keys == expected);
    if (steps != 0 && !options.verified) CHECK(report.steps == steps);  // oblivious
    steps = report.steps;
  }
  return report;
}

/// Compares nothing for the first so many comparisons: a sort that goes wrong.
struct LateComparator {
  std::uint64_t idle;

  void compare_exchange(std::uint64_t& low, std::uint64_t& high, bool descending) {
    if (idle > 0) {
      --idle;
    } else if ((high < low) != descending) {
      std::swap(low, high);
    }
  }
  static bool ordered(std::uint64_t record, std::uint64_t next) { return record <= next; }
  static void sort(std::span<std::uint64_t>, bool) { FAIL("atoms by formula compare nothing"); }
};

/// Inputs that end unsorted, of 64.
int failures(detail::RcnMachine& machine, const SortOptions& options, std::vector<std::uint64_t>& slices) {
  std::vector<std::uint64_t> ones(64, 0);
  std::vector<std::uint64_t> after(64, 0);
  const auto count = [&](std::vector<std::uint64_t>& into) {
    for (const std::uint64_t slice : slices)
      for (std::uint32_t k = 0; k < 64; ++k) into[k] += slice >> k & 1;
  };
  count(ones);
  detail::RcnSort(machine, options, testing::BitSlices{}, std::span(slices), 1).sort();
  count(after);
  CHECK(ones == after);
  std::uint64_t wrong = 0;
  for (std::size_t x = 1; x < slices.size(); ++x) wrong |= slices[x - 1] & ~slices[x];
  return std::popcount(wrong);
}

/// 64 random staircases: rows of zeros then ones, fewer zeros in lower rows. With columns and rows sorted, every input
/// is one.
std::vector<std::uint64_t> staircases(std::uint32_t side, std::mt19937_64& random) {
  std::vector<std::uint64_t> slices(std::size_t{side} * side, 0);
  for (std::uint32_t k = 0; k < 64; ++k) {
    // The border: as many steps left as down. Half of the batch keeps near the diagonal.
    std::vector<bool> left(2 * side);
    for (std::size_t step = 0; step < left.size(); ++step) left[step] = step % 2 == 0;
    const std::size_t reach = k % 2 == 0 ? left.size() : 4;
    for (std::size_t step = 0; step + 1 < left.size(); ++step) {
      const std::size_t other = step + random() % std::min(reach, left.size() - step);
      const bool moved = left[step];
      left[step] = left[other];
      left[other] = moved;
    }
    std::uint32_t zeros = side;
    std::uint32_t i = 0;
    for (const bool step_left : left) {
      if (step_left) {
        --zeros;
        continue;
      }
      for (std::uint32_t j = zeros; j < side; ++j) slices[std::size_t{i} * side + j] |= std::uint64_t{1} << k;
      ++i;
    }
  }
  return slices;
}

}  // namespace

TEST_CASE("sorting on RCN-FULL takes the steps of the table") {
  for (const Tabled& row : tabled) {
    if (skipped(row.shape)) continue;
    const SortReport report = sorted_rightly(row.shape.name(), {});
    CHECK(report.steps == row.sort);
    CHECK(report.row_operations == 15);
    CHECK(report.transpositions == 14);
    CHECK_FALSE(report.by_formula);
    CHECK(sorted_rightly(row.shape.name(), {.method = Method::bitonic}).steps == row.direct);
  }
}

TEST_CASE("Rotatesort takes 16 and 16 where rows are atoms and one row operation more where they are networks") {
  const std::vector<std::pair<Shape, std::uint64_t>> rows = {{{4, 1}, 64},
                                                             {{16, 1}, 176},
                                                             {{64, 1}, 352},
                                                             {{256, 1}, 592},
                                                             {{4, 2}, 17 * 64 + 16},
                                                             {{2, 3}, 17 * (17 * 32 + 16) + 16},
                                                             {{16, 2}, 17 * 176 + 16}};
  for (const auto& [shape, steps] : rows) {
    if (skipped(shape)) continue;
    const SortReport report = sorted_rightly(shape.name(), {.method = Method::rotatesort});
    CHECK(report.steps == steps);
    CHECK(report.row_operations == (shape.levels == 1 ? 16 : 17));
    CHECK(report.transpositions == 16);
  }
}

TEST_CASE("atoms charged as the sort of Cole") {
  for (const Shape shape :
       {Shape{4, 1}, Shape{16, 1}, Shape{4, 2}, Shape{3, 1}, Shape{3, 2}, Shape{5, 1}, Shape{6, 0}}) {
    for (const Method method : {Method::rcn_sort, Method::rotatesort}) {
      const SortOptions options{.method = method, .atoms = Atoms::cole, .cole_constant = 7};
      const SortReport report = sorted_rightly(shape.name(), options);
      std::uint64_t steps = 7 * static_cast<std::uint64_t>(std::bit_width(shape.atom - 1));
      for (std::uint32_t level = 1; level <= shape.levels; ++level)
        steps = method == Method::rcn_sort ? 15 * steps + 14 : (level == 1 ? 16 : 17) * steps + 16;
      CHECK(report.steps == steps);
      CHECK(report.by_formula);
    }
  }
}

TEST_CASE("rotations inside atoms may take one step") {
  const SortOptions options{.direct_rotations = true};
  CHECK(sorted_rightly("rcn-full:16,1", options).steps == 12 * 10 + 3 + 14);
  CHECK(sorted_rightly("rcn-full:4,1", options).steps == 12 * 3 + 3 + 14);
  CHECK(sorted_rightly("rcn-full:4,2", options).steps == 15 * (12 * 3 + 3 + 14) + 14);
}

TEST_CASE("verified sorting pays an ascend for each check") {
  for (const Tabled& row : tabled) {
    if (row.shape.name() == "rcn-full:4,3" || row.shape.name() == "rcn-full:2,4" || skipped(row.shape)) continue;
    const SortReport report = sorted_rightly(row.shape.name(), {.verified = true});
    const std::uint32_t bits = static_cast<std::uint32_t>(std::bit_width(row.shape.atom) - 1) << row.shape.levels;
    CHECK(report.repetitions == 0);
    CHECK(report.steps == row.sort + bits + (2u << row.shape.levels) - 2);
  }
}

TEST_CASE("verified sorting repeats its last steps until all is sorted") {
  for (const Shape shape : {Shape{4, 1}, Shape{16, 1}, Shape{4, 2}, Shape{16, 0}}) {
    detail::RcnMachine machine(shape.atom, shape.levels);
    // Enough to spoil the listed steps: what is left sorts by the last row operations alone, if at all.
    const std::uint64_t comparisons = machine.nodes() / 2 *
                                      std::uint64_t{shape.levels == 2   ? 705u
                                                    : shape.levels == 1 ? 130u
                                                                        : 10u};
    for (const bool verified : {false, true}) {
      std::vector<std::uint64_t> keys = random_keys(machine.nodes(), testing::seed());
      const SortOptions options{.verified = verified};
      const SortReport report =
          detail::RcnSort(machine, options, LateComparator{comparisons}, std::span(keys), 1).sort();
      CHECK(std::ranges::is_sorted(keys) == verified);
      CHECK((report.repetitions > 0) == verified);
    }
  }
}

TEST_CASE("all inputs of zeros and ones for 16 nodes are sorted") {
  detail::RcnMachine flat(4, 1);
  detail::RcnMachine deep(2, 2);
  for (const Method method : {Method::rcn_sort, Method::rotatesort}) {
    const SortOptions options{.method = method};
    int wrong = 0;
    for (detail::RcnMachine* machine : {&flat, &deep}) {
      for (std::uint64_t first = 0; first < 65536; first += 64) {
        std::vector<std::uint64_t> slices(16, 0);
        for (std::uint64_t k = 0; k < 64; ++k)
          for (std::uint32_t x = 0; x < 16; ++x) slices[x] |= ((first + k) >> x & 1) << k;
        wrong += failures(*machine, options, slices);
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("staircases of zeros and ones are sorted") {
  std::mt19937_64 random(testing::seed());
  const int batches = testing::size() <= testing::Size::small ? 5 : 200;
  for (const Method method : {Method::rcn_sort, Method::rotatesort}) {
    const SortOptions options{.method = method};
    int wrong = 0;
    for (const Shape shape : {Shape{16, 1}, Shape{4, 2}}) {
      detail::RcnMachine machine(shape.atom, shape.levels);
      for (int batch = 0; batch < batches; ++batch) {
        std::vector<std::uint64_t> slices = staircases(16, random);
        wrong += failures(machine, options, slices);
      }
    }
    if (testing::size() > testing::Size::small) {
      detail::RcnMachine machine(16, 2);
      for (int batch = 0; batch < 2; ++batch) {
        std::vector<std::uint64_t> slices = staircases(256, random);
        wrong += failures(machine, options, slices);
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("equal keys keep their order where the place is part of the key") {
  for (const char* network : {"rcn-full:4,2", "hypercube:8", "torus:4x4"}) {
    CAPTURE(network);
    const auto routines = make_routines(network);
    std::vector<std::uint64_t> keys = random_keys(routines->nodes(), testing::seed(), 4);
    std::vector<KeyedRecord> records;
    for (std::size_t x = 0; x < keys.size(); ++x) records.push_back({keys[x] << 32 | x, x});
    routines->sort(std::span(records));
    std::size_t wrong = 0;
    for (std::size_t x = 0; x < records.size(); ++x) {
      wrong += records[x].key != (keys[records[x].value] << 32 | records[x].value);
      if (x > 0) wrong += records[x - 1].key >= records[x].key;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("bitonic sort on hypercubes takes k (k + 1) / 2 steps") {
  for (std::uint32_t k = 0; k <= 10; ++k)
    CHECK(sorted_rightly("hypercube:" + std::to_string(k), {}).steps == k * (k + 1) / 2);
}

TEST_CASE("sorting by routed permutations") {
  for (const char* network : {"ring:16", "torus:4x8", "star:8", "omega:32", "complete:16", "rcn-full:4,1,ports=one"}) {
    for (const Method method : {Method::bitonic, Method::odd_even_merge}) sorted_rightly(network, {.method = method});
  }
  // Where every exchange is one of neighbours, routing finds the native steps.
  CHECK(sorted_rightly("complete:32", {}).steps == 15);
  CHECK(sorted_rightly("complete:32", {.method = Method::odd_even_merge}).steps == 15);
  CHECK(sorted_rightly("hypercube:5,buffers=9", {}).steps == 15);
  CHECK_THROWS_AS(sorted_rightly("ring:12", {}), ConfigError);
  CHECK_THROWS_AS(sorted_rightly("ring:12", {.method = Method::odd_even_merge}), ConfigError);
  CHECK_THROWS_AS(sorted_rightly("rcn-full:3,1", {.method = Method::bitonic}), ConfigError);
  for (const Method method : {Method::rcn_sort, Method::rotatesort})
    CHECK_THROWS_AS(make_routines("hypercube:4", {.method = method}), ConfigError);
}

TEST_CASE("shear sort on grids") {
  struct Grid {
    std::uint32_t rows, columns, rounds;
  };
  for (const Grid& grid : {Grid{4, 4, 2}, Grid{5, 7, 3}, Grid{1, 6, 0}, Grid{9, 1, 4}, Grid{16, 3, 4}, Grid{2, 2, 1}}) {
    const std::string name = "grid:" + std::to_string(grid.rows) + "x" + std::to_string(grid.columns);
    const std::uint64_t steps = grid.rounds * (grid.rows + grid.columns) + grid.columns;
    CHECK(sorted_rightly(name, {.method = Method::shear}).steps == steps);
    CHECK(sorted_rightly(name, {.method = Method::shear}, 3).steps == 3 * steps);
  }
  CHECK_THROWS_AS(make_routines("torus:4x4", {.method = Method::shear}), ConfigError);
  CHECK_THROWS_AS(make_routines("grid:2x2x2", {.method = Method::shear}), ConfigError);
}

TEST_CASE("blocks of several records cost in proportion") {
  for (const std::size_t share : {2U, 3U, 8U}) {
    CHECK(sorted_rightly("rcn-full:4,1", {}, share).steps == share * 59);
    CHECK(sorted_rightly("rcn-full:4,2", {}, share).steps == share * 899);
    CHECK(sorted_rightly("rcn-full:4,1", {.method = Method::rotatesort}, share).steps == share * 64);
    CHECK(sorted_rightly("rcn-full:4,2", {.method = Method::bitonic}, share).steps == share * 60);
    CHECK(sorted_rightly("hypercube:6", {}, share).steps == share * 21);
    CHECK(sorted_rightly("hypercube:6,startup=2,bandwidth=4", {}, share).steps == 21 * (2 + (share + 3) / 4));
    CHECK(sorted_rightly("rcn-full:4,1", {.atoms = Atoms::cole}, share).steps == 15 * 3 * 2 * share + 14 * share);
    sorted_rightly("torus:4x4", {}, share);
    sorted_rightly("torus:4x4", {.method = Method::odd_even_merge}, share);
  }
  const auto routines = make_routines("rcn-full:4,1");
  std::vector<std::uint64_t> uneven(17);
  CHECK_THROWS_AS(routines->sort(std::span(uneven)), ConfigError);
}

}  // namespace pram
