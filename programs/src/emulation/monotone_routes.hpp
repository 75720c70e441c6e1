#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/programs/emulation.hpp>
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
/// They stand in the order of their targets, so that no two of them ever want the same processor.
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
