#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <pram/detail/random/hash_family.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "memory/placement.hpp"
#include "memory/shared_memory.hpp"

/// Homes under the placements that hash: as an independent draw for each cell would give them, no more even and no
/// less.
namespace pram {

namespace {

using detail::CellMap;
using Homes = std::vector<std::uint32_t>;

Homes homes_of(const CellMap& map, const std::vector<std::uint32_t>& index) {
  Homes home(index.size());
  map.locate(index, home.data());
  return home;
}

Homes homes_of(const CellMap& map, std::uint32_t count) {
  std::vector<std::uint32_t> index(count);
  std::iota(index.begin(), index.end(), 0U);
  return homes_of(map, index);
}

/// Homes of fresh arrays of one machine, array by array.
std::vector<Homes> homes_of_arrays(Placement placement, std::uint32_t components,
                                   const std::vector<std::uint32_t>& sizes, std::uint64_t seed) {
  detail::SharedMemory memory(placement, components, seed,
                              std::make_shared<detail::MemoryAccount>(std::uint64_t{1} << 40));
  std::vector<Homes> all;
  for (const std::uint32_t size : sizes) {
    const std::uint32_t number = memory.add(size, detail::cell_type<std::uint64_t>(), 0, "");
    all.push_back(homes_of(memory.array(number).map, size));
    memory.remove(number);
  }
  return all;
}

struct ChiSquare {
  double value = 0;
  double mean = 0;
  double variance = 0;

  /// Standard deviations from what independent uniform draws have.
  double excess() const { return (value - mean) / std::sqrt(variance); }
};

/// The statistic of draws from [0, bins), each as likely.
ChiSquare chi_square(const Homes& draws, std::uint32_t bins) {
  std::vector<double> count(bins);
  for (const std::uint32_t draw : draws) {
    REQUIRE(draw < bins);
    ++count[draw];
  }
  const auto n = static_cast<double>(draws.size());
  ChiSquare made;
  for (const double c : count) made.value += (c - n / bins) * (c - n / bins) / (n / bins);
  made.mean = bins - 1;
  made.variance = 2.0 * (bins - 1) * (1 - 1 / n);
  return made;
}

// Chance leaves seven standard deviations less than once in a million tests, too even as rarely as too uneven.
constexpr double most = 7;

constexpr const char* drawn_families[] = {
    "xxh3", "multiply-shift", "multiply-shift:multiplier=77", "k-wise:1", "k-wise:2", "k-wise:5", "tabulation"};

/// The home of a key, asked for alone.
std::uint32_t home_of(const detail::HashFunction& function, std::uint64_t key, std::uint32_t components) {
  std::uint32_t home = 0;
  function.choose({&key, 1}, components, &home);
  return home;
}

}  // namespace

TEST_CASE("hashed: each array's cells, and all arrays' together, lie as independent draws would") {
  std::uint64_t seed = testing::seed();
  for (const std::uint32_t p : {64U, 1000U, 4096U}) {
    for (const std::uint32_t size : {1U, 2U, 100U, p, 10 * p}) {
      CAPTURE(p);
      CAPTURE(size);
      const std::uint32_t arrays = std::max(50U, 20 * p / size);
      ChiSquare within;
      Homes together;
      for (const Homes& homes :
           homes_of_arrays(Placement::hashed, p, std::vector<std::uint32_t>(arrays, size), ++seed)) {
        const ChiSquare one = chi_square(homes, p);
        within.value += one.value;
        within.mean += one.mean;
        within.variance += one.variance;
        together.insert(together.end(), homes.begin(), homes.end());
      }
      if (size > 1) CHECK(std::abs(within.excess()) < most);
      CHECK(std::abs(chi_square(together, p).excess()) < most);
    }
  }
}

TEST_CASE("hashed and balanced: a thousand small arrays do not crowd") {
  std::mt19937_64 random(testing::seed());
  for (const std::uint32_t p : {64U, 1000U, 1024U}) {
    std::vector<std::uint32_t> sizes(1000);
    for (std::uint32_t& size : sizes) size = 1 + static_cast<std::uint32_t>(random() % 8);
    CAPTURE(p);
    for (const auto& each : {sizes, std::vector<std::uint32_t>(1000, 1)}) {
      Homes together;
      for (const Homes& homes : homes_of_arrays(Placement::hashed, p, each, random()))
        together.insert(together.end(), homes.begin(), homes.end());
      CHECK(std::abs(chi_square(together, p).excess()) < most);
      together.clear();
      for (const Homes& homes : homes_of_arrays(Placement::balanced, p, each, random())) together.push_back(homes[0]);
      CHECK(std::abs(chi_square(together, p).excess()) < most);
    }
  }
}

TEST_CASE("hashed: consecutive cells, and cells at strides of powers of two, know nothing of each other") {
  constexpr std::uint32_t p = 16;
  constexpr std::uint32_t count = 1U << 14;
  std::uint64_t seed = testing::seed();
  for (std::uint32_t shift = 0; shift < 18; ++shift) {
    CAPTURE(shift);
    const CellMap map(Placement::hashed, std::uint64_t{1} << 32, p, seeded_hash(shift, seed));
    std::vector<std::uint32_t> index(count);
    for (std::uint32_t k = 0; k < count; ++k) index[k] = k << shift;
    const Homes homes = homes_of(map, index);
    CHECK(std::abs(chi_square(homes, p).excess()) < most);
    // Disjoint pairs of cells that differ in one bit alone.
    for (std::uint32_t apart = 1; apart < count; apart *= 2) {
      Homes pairs;
      for (std::uint32_t k = 0; k < count; ++k) {
        if ((k & apart) == 0) pairs.push_back(homes[k] * p + homes[k | apart]);
      }
      CAPTURE(apart);
      CHECK(std::abs(chi_square(pairs, p * p).excess()) < most);
    }
  }
}

TEST_CASE("hashed: cells of the same index in two arrays, or on two machines, know nothing of each other") {
  constexpr std::uint32_t p = 16;
  constexpr std::uint32_t count = 1U << 14;
  const std::uint64_t seed = testing::seed();
  const std::vector<std::uint32_t> sizes(12, count);
  const auto arrays = homes_of_arrays(Placement::hashed, p, sizes, seed);
  const auto others = homes_of_arrays(Placement::hashed, p, sizes, seed + 1);
  const auto excess = [](const Homes& a, const Homes& b) {
    Homes pairs(count);
    for (std::uint32_t k = 0; k < count; ++k) pairs[k] = a[k] * p + b[k];
    return std::abs(chi_square(pairs, p * p).excess());
  };
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    CHECK(excess(arrays[a], others[a]) < most);
    for (std::size_t b = 0; b < a; ++b) CHECK(excess(arrays[a], arrays[b]) < most);
  }
}

TEST_CASE("hashed: the fullest of p modules has of p cells what the fullest of p urns has of p balls") {
  constexpr std::uint32_t p = 1024;
  constexpr int rounds = 400;
  std::mt19937_64 random(testing::seed());
  const auto fullest = [](const Homes& homes) {
    std::vector<double> count(p);
    for (const std::uint32_t home : homes) ++count[home];
    return *std::ranges::max_element(count);
  };
  double large = 0;  // one array of p cells
  double small = 0;  // p arrays of one cell
  double urns = 0;
  double squares = 0;
  for (int round = 0; round < rounds; ++round) {
    large += fullest(homes_of_arrays(Placement::hashed, p, {p}, random())[0]);
    Homes cells;
    for (const Homes& homes : homes_of_arrays(Placement::hashed, p, std::vector<std::uint32_t>(p, 1), random()))
      cells.push_back(homes[0]);
    small += fullest(cells);
    for (std::uint32_t& home : cells) home = static_cast<std::uint32_t>(random() % p);
    urns += fullest(cells);
    squares += fullest(cells) * fullest(cells);
  }
  const double deviation = std::sqrt((squares / rounds - urns / rounds * urns / rounds) * 2 / rounds);
  CHECK(std::abs(large - urns) / rounds < 5 * deviation);
  CHECK(std::abs(small - urns) / rounds < 5 * deviation);
}

TEST_CASE("balanced and direct: no module owns more than its share of an array") {
  for (const Placement placement : {Placement::balanced, Placement::direct}) {
    for (const std::uint32_t p : {1U, 3U, 64U, 100U}) {
      for (const std::uint32_t size : {1U, 2U, 63U, 64U, 1000U, 4321U}) {
        std::vector<std::uint32_t> count(p);
        const auto arrays = homes_of_arrays(placement, p, {size}, testing::seed());
        for (const std::uint32_t home : arrays[0]) ++count[home];
        CAPTURE(to_string(placement));
        CAPTURE(p);
        CAPTURE(size);
        CHECK(*std::ranges::max_element(count) == (size + p - 1) / p);
        CHECK(*std::ranges::min_element(count) == size / p);
      }
    }
  }
}

TEST_CASE("a thousand counters do not meet at one module") {
  // 1024 arrays of one cell on 1024 components, one request each: q = 1, and r is the fullest of 1024 urns, 5.9 on
  // average and hardly ever above 10.
  constexpr std::uint32_t p = 1024;
  const auto charge = [](Placement placement) {
    Machine machine({.components = p, .access = "direct", .placement = placement, .seed = testing::seed()});
    std::vector<Array<int>> counters;
    for (std::uint32_t k = 0; k < p; ++k) counters.push_back(machine.array<int>(1, 0));
    machine.pardo(p, [&](Processor self) -> Task<> { co_await counters[self.id()][0].add(1); });
    return machine.ledger().charge();
  };
  for (const Placement placement : {Placement::hashed, Placement::balanced}) {
    CHECK(charge(placement) >= 3);
    CHECK(charge(placement) <= 14);
  }
}

TEST_CASE("hashed by a family: one function for all arrays, of the array's serial number times 2^32 plus the index") {
  std::mt19937_64 random(testing::seed());
  for (const char* const family : drawn_families) {
    for (const std::uint32_t p : {1U, 2U, 64U, 1000U, 4096U}) {
      CAPTURE(family);
      CAPTURE(p);
      const std::uint64_t seed = random();
      detail::SharedMemory memory(Placement::hashed, p, 1,
                                  std::make_shared<detail::MemoryAccount>(std::uint64_t{1} << 40), nullptr,
                                  detail::draw_hash(Spec(family), seed));
      const auto function = detail::draw_hash(Spec(family), seed);
      for (std::uint64_t serial = 0; serial < 4; ++serial) {
        const std::uint32_t size = 1 + static_cast<std::uint32_t>(random() % 1500);
        const std::uint32_t number = memory.add(size, detail::cell_type<std::uint64_t>(), 0, "");
        const CellMap& map = memory.array(number).map;
        std::vector<std::uint32_t> index(1 + random() % 2000);
        Homes expected;
        for (std::uint32_t& i : index) {
          i = static_cast<std::uint32_t>(random() % size);
          expected.push_back(home_of(*function, serial * 4294967296 + i, p));
        }
        CHECK(homes_of(map, index) == expected);
        map.locate(index, index.data());  // where the indices stand
        CHECK(index == expected);
        if (serial % 2 == 0) memory.remove(number);  // another array gets the number, and none the serial number
      }
    }
  }
}

TEST_CASE("hashed by a family: a machine charges what the fullest component gets, for any number of threads") {
  constexpr std::uint32_t n = 3000;
  const std::uint64_t seed = testing::seed();
  for (const char* const family : drawn_families) {
    for (const std::uint32_t p : {64U, 100U}) {
      const auto function = detail::draw_hash(Spec(family), seeded_hash(0x9A1CE, seed));
      std::vector<std::uint64_t> count(p);
      for (std::uint64_t index = 0; index < n; ++index)
        ++count[home_of(*function, (std::uint64_t{1} << 32) + index, p)];
      const std::uint64_t expected = std::max<std::uint64_t>(*std::ranges::max_element(count), (n + p - 1) / p);
      for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        CAPTURE(family);
        CAPTURE(p);
        CAPTURE(threads);
        Machine machine({.components = p, .access = "direct", .threads = threads, .seed = seed, .hash = family});
        const auto before = machine.array<int>(50, 0);
        const auto cells = machine.array<int>(n, 0);
        machine.pardo(n, [&](Processor self) -> Task<> { co_await (cells[self.id()] = 1); });
        CHECK(machine.ledger().charge() == expected);
      }
    }
  }
}

}  // namespace pram
