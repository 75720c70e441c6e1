#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

namespace pram {

namespace {

/// A count of groups by powers of two of their requests.
DegreeBins bins_by_hand(const std::vector<std::uint32_t>& cells) {
  std::map<std::uint32_t, std::uint64_t> groups;
  for (const std::uint32_t cell : cells) ++groups[cell];
  DegreeBins bins{};
  for (const auto& [cell, degree] : groups) {
    std::size_t bin = 0;
    while (std::uint64_t{2} << bin <= degree) ++bin;
    ++bins[bin];
  }
  return bins;
}

}  // namespace

TEST_CASE("lines that share a step have their own degrees, whatever digits the numbers of their cells have") {
  constexpr std::uint64_t size = (std::uint64_t{1} << 22) + 9;  // numbers of three digits of 11 bits
  // Cells that differ in the lowest digit alone, in the highest alone, in all, and not at all.
  const std::vector<std::vector<std::uint32_t>> choices = {
      {5, 6, 7, 2047}, {5, 5 + (1U << 22)}, {0, 2047, 2048, (1U << 22) - 1, 1U << 22, size - 1}, {1U << 22}};
  std::mt19937 random(7);
  for (const std::vector<std::uint32_t>& chosen : choices) {
    for (const unsigned threads : {1U, 3U}) {
      CAPTURE(chosen);
      constexpr std::uint64_t processors = 300;
      std::vector<std::uint32_t> cell(processors);
      for (std::uint32_t& one : cell) one = chosen[random() % chosen.size()];
      Machine machine({.components = 4,
                       .access = "direct",
                       .placement = Placement::direct,
                       .threads = threads,
                       .ledger = LedgerDetail::profile});
      const auto read = machine.array<std::uint8_t>(size, 0, "read");
      const auto added = machine.array<std::uint8_t>(size, 0, "added");
      machine.pardo(processors, [&](Processor self) -> Task<> {
        const std::uint64_t i = self.id();
        if (i % 3 == 0) {
          co_await read[cell[i]];
        } else if (i % 3 == 1) {
          co_await added[cell[i]].add(1);
        } else {
          co_await added[i].fetch_add(1);  // a cell of its own
        }
      });
      std::map<std::string, std::vector<std::uint32_t>> cells;
      for (std::uint32_t i = 0; i < processors; ++i)
        cells[std::vector{"read", "add", "fetch_add"}[i % 3]].push_back(i % 3 == 2 ? i : cell[i]);
      REQUIRE(machine.ledger().lines().size() == 3);
      for (const LineTotal& line : machine.ledger().lines()) {
        CAPTURE(line.operation);
        CHECK(line.degrees == bins_by_hand(cells[line.operation]));
      }
    }
  }
}

}  // namespace pram
