#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/scan.hpp>
#include <pram/programs/sort.hpp>
#include "scan/prefix_sums_cost.hpp"
#include "sort/comparators/bitonic_sort_cost.hpp"

namespace pram::programs {

/// The requests of a step, sorted by cells, and those of a cell by processors.
struct SortedRequests {
  static constexpr std::int64_t no_request = std::numeric_limits<std::int64_t>::max();

  SortedRequests(Machine& emulated, std::span<const std::uint32_t> cells)
      : machine(emulated),
        p(cells.size()),
        request(machine.array<std::int64_t>(std::bit_ceil(cells.size()), no_request, "request")) {
    machine.pardo(p, [&, cells](Processor self) -> Task<> {
      const std::int64_t cell = cells[self.id()];
      co_await (request[self.id()] = cell << 32 | static_cast<std::int64_t>(self.id()));
    });
    bitonic_sort(machine, request);
  }

  static std::uint32_t cell_of(std::int64_t one) { return static_cast<std::uint32_t>(one >> 32); }
  static std::uint32_t processor_of(std::int64_t one) { return static_cast<std::uint32_t>(one & 0xFFFFFFFF); }

  Machine& machine;
  std::uint64_t p;
  Array<std::int64_t> request;
};

inline void check_requests(std::span<const std::uint32_t> cells, std::span<const std::int64_t> values) {
  if (cells.size() != values.size())
    throw ConfigError("values", std::to_string(values.size()), "as many as cells: " + std::to_string(cells.size()));
}

/// What the processors of the bundled programs write: of p processors number i writes (i + 1)^2 modulo 1009.
inline std::vector<std::int64_t> values_to_write(std::uint64_t p) {
  std::vector<std::int64_t> values;
  for (std::uint64_t i = 1; i <= p; ++i) values.push_back(static_cast<std::int64_t>(i % 1009 * i % 1009));
  return values;
}

/// The most steps to emulate a step whose requests for one cell a segmented scan joins.
constexpr std::uint64_t scanned_emulation_steps(std::uint64_t p) {
  return p == 0 ? 0 : 8 + bitonic_sort_steps(p) + 2 * prefix_sums_steps(p);
}

/// The most work to emulate a step: 10 p without the sort and the scan.
constexpr std::uint64_t emulation_work(std::uint64_t p) {
  return 10 * p + std::bit_ceil(p) / 2 * bitonic_sort_steps(p) + 2 * prefix_sums_work(p);
}

}  // namespace pram::programs
