#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulation/sorted_requests.hpp"
#include "scan/segmented_scan.hpp"

namespace pram::programs {

/// The memory after a step of a combining CRCW: a segmented scan over the sorted requests makes of each group what its
/// last processor writes.
/// @param combine  (before, own) -> what a cell gets of both
template <class Combine>
std::vector<std::int64_t> scanned_write(Machine& machine, std::span<const std::uint32_t> cells,
                                        std::span<const std::int64_t> values, std::uint64_t memory_size,
                                        const Combine& combine) {
  check_requests(cells, values);
  const auto memory = machine.array<std::int64_t>(memory_size, 0, "memory");
  const auto value = machine.array(values, "value");
  const SortedRequests sorted(machine, cells);
  const std::uint64_t p = sorted.p;
  const auto joined = machine.array<std::int64_t>(p, 0, "joined");
  const auto head = machine.array<std::uint8_t>(p, 1, "head");
  std::vector<std::uint32_t> cell(p);  // of each sorted request, and whether it is the last; its processor reads them
  std::vector<std::uint8_t> is_last(p, 1);
  machine.pardo(p, [&](Processor self) -> Task<> {
    const std::int64_t mine = co_await sorted.request[self.id()];
    cell[self.id()] = SortedRequests::cell_of(mine);
    const std::int64_t written = co_await value[SortedRequests::processor_of(mine)];
    co_await (joined[self.id()] = written);
    if (self.id() + 1 == p) co_return;
    const std::int64_t behind = co_await sorted.request[self.id() + 1];
    is_last[self.id()] = SortedRequests::cell_of(behind) != cell[self.id()] ? 1 : 0;
    if (is_last[self.id()] == 0) co_await (head[self.id() + 1] = 0);
  });
  segmented_scan(machine, joined, head, combine);
  machine.pardo(p, [&](Processor self) -> Task<> {
    if (is_last[self.id()] == 0) co_return;
    const std::int64_t all = co_await joined[self.id()];
    co_await (memory[cell[self.id()]] = all);
  });
  return memory.host();
}

}  // namespace pram::programs
