#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/programs/emulation.hpp>
#include <pram/programs/scan.hpp>
#include "emulation/sorted_requests.hpp"
#include "logarithm.hpp"

namespace pram::programs {

/// A record on its way: one word.
struct RoutedRecord {
  std::uint64_t target : 21 = 0;
  std::uint64_t home : 21 = 0;   // the processor that gets the answer
  std::uint64_t other : 21 = 0;  // where it goes next
  std::uint64_t is_there : 1 = 0;
};

/// A record for processors below most_random_accesses.
constexpr RoutedRecord routed_record(std::uint64_t target, std::uint64_t home, std::uint64_t other) {
  constexpr std::uint64_t mask = most_random_accesses - 1;
  return {target & mask, home & mask, other & mask, 1};
}

/// Records, each with a value, on processors that exchange them along one dimension of a hypercube after the other.
/// The records stand in the order of their targets, so that no two of them ever want the same processor.
///
/// Source: Nassimi, Sahni, Data broadcasting in SIMD computers, IEEE Transactions on Computers C-30 (1981).
struct MonotoneRoutes {
  MonotoneRoutes(Machine& emulated, std::uint64_t processors)
      : machine(emulated),
        p(processors),
        record(machine.array<RoutedRecord>(p, {}, "record")),
        value(machine.array<std::int64_t>(p, 0, "carried")) {}

  /// From anywhere to the first processors, one each: along the lowest dimension first.
  void concentrate() {
    machine.pardo(p, [&](Processor self) -> Task<> {
      RoutedRecord mine = co_await record[self.id()];
      std::int64_t carried = co_await value[self.id()];
      for (std::uint64_t bit = 1; bit < p; bit *= 2) co_await pass(self.id(), bit, mine, carried);
    });
  }

  /// From the first processors, one each, to anywhere: along the highest dimension first.
  void distribute() {
    machine.pardo(p, [&](Processor self) -> Task<> {
      RoutedRecord mine = co_await record[self.id()];
      std::int64_t carried = co_await value[self.id()];
      for (std::uint64_t bit = p / 2; bit >= 1; bit /= 2) co_await pass(self.id(), bit, mine, carried);
    });
  }

  /// The steps of either.
  static constexpr std::uint64_t steps(std::uint64_t p) { return 2 + 4 * ceil_log2(p); }

  Machine& machine;
  std::uint64_t p;  // a power of two
  Array<RoutedRecord> record;
  Array<std::int64_t> value;

 private:
  Task<> pass(std::uint64_t self, std::uint64_t bit, RoutedRecord& mine, std::int64_t& carried) const {
    const auto leaves = [bit](const RoutedRecord& one, std::uint64_t at) {
      return one.is_there != 0 && (one.target & bit) != (at & bit);
    };
    const RoutedRecord other = co_await record[self ^ bit];
    const std::int64_t with_other = co_await value[self ^ bit];
    if (leaves(other, self ^ bit)) {
      mine = other;
      carried = with_other;
    } else if (leaves(mine, self)) {
      mine = RoutedRecord{};
    }
    co_await (record[self] = mine);
    co_await (value[self] = carried);
  }
};

/// The sorted requests of a step, with the first request of each cell, which stands for the others.
struct FirstRequests {
  FirstRequests(Machine& machine, std::span<const std::uint32_t> cells)
      : sorted(machine, cells),
        rank(machine.array<std::int64_t>(sorted.p, 0, "rank")),
        own(sorted.p),
        is_first(sorted.p, 1) {
    machine.pardo(sorted.p, [&](Processor self) -> Task<> {
      own[self.id()] = co_await sorted.request[self.id()];
      if (self.id() > 0) {
        const std::int64_t before = co_await sorted.request[self.id() - 1];
        is_first[self.id()] = SortedRequests::cell_of(before) != cell(self.id()) ? 1 : 0;
      } else {
        co_await self.idle();
      }
      co_await (rank[self.id()] = is_first[self.id()]);
    });
    prefix_sums(machine, rank);
  }

  /// The steps for p >= 1 requests.
  static constexpr std::uint64_t steps(std::uint64_t p) { return 4 + bitonic_sort_steps(p) + prefix_sums_steps(p); }

  std::uint32_t cell(std::uint64_t processor) const { return SortedRequests::cell_of(own[processor]); }
  std::uint32_t asker(std::uint64_t processor) const { return SortedRequests::processor_of(own[processor]); }

  SortedRequests sorted;
  Array<std::int64_t> rank;            // of a first request: its number among the first ones, from 1
  std::vector<std::int64_t> own;       // per processor: its sorted request, and whether it is the first for its cell;
  std::vector<std::uint8_t> is_first;  // the processor alone reads them
};

/// The keys of a bundled program as cells of a memory with one cell a processor.
inline std::vector<std::uint32_t> cells_of_keys(std::span<const std::uint32_t> keys) {
  std::vector<std::uint32_t> cells;
  for (const std::uint32_t key : keys) cells.push_back(static_cast<std::uint32_t>(key % keys.size()));
  return cells;
}

/// Refuses cells that have no owner: nothing would lead there.
inline void check_cells(std::span<const std::uint32_t> cells, std::uint64_t memory_size) {
  for (const std::uint32_t cell : cells) {
    if (cell >= memory_size) throw ConfigError("cell", std::to_string(cell), "below " + std::to_string(memory_size));
  }
}

/// The processors for p requests to a memory: a power of two, one for each cell at the least.
inline std::uint64_t routing_processors(std::uint64_t p, std::uint64_t cells) {
  const std::uint64_t all = std::bit_ceil(std::max<std::uint64_t>({p, cells, 1}));
  if (all > most_random_accesses)
    throw ConfigError("requests or cells", std::to_string(std::max(p, cells)),
                      "at most " + std::to_string(most_random_accesses));
  return all;
}

}  // namespace pram::programs
