#include <pram/programs/emulation.hpp>

#include "emulation/emulated_write.hpp"
#include "emulation/sorted_requests.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> emulated_priority_write(Machine& machine, std::span<const std::uint32_t> cells,
                                                  std::span<const std::int64_t> values, std::uint64_t memory_size) {
  check_requests(cells, values);
  const auto memory = machine.array<std::int64_t>(memory_size, 0, "memory");
  const auto value = machine.array(values, "value");
  const SortedRequests sorted(machine, cells);
  machine.pardo(sorted.p, [&](Processor self) -> Task<> {
    const std::int64_t mine = co_await sorted.request[self.id()];
    if (self.id() > 0) {
      const std::int64_t before = co_await sorted.request[self.id() - 1];
      if (SortedRequests::cell_of(before) == SortedRequests::cell_of(mine)) co_return;
    } else {
      co_await self.idle();
    }
    const std::int64_t written = co_await value[SortedRequests::processor_of(mine)];
    co_await (memory[SortedRequests::cell_of(mine)] = written);
  });
  return memory.host();
}

Program emulated_priority_write_program() {
  return emulated_write_program<emulated_priority_write>(
      {.name = "emulated-priority-write",
       .what = "a step of Priority CRCW on EREW by sorting: p processors write to cells, of each cell the lowest one",
       .columns = "number in the cell",
       .steps = [](std::uint64_t p) { return p == 0 ? 0 : 5 + bitonic_sort_steps(p); }});
}

}  // namespace pram::programs
