#include <pram/programs/emulation.hpp>

#include "emulation/sorted_requests.hpp"
#include "program.hpp"
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
  return program(
      +[](Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t buckets) {
        return emulated_priority_write(machine, keys, values_to_write(keys.size()), buckets);
      },
      {.name = "emulated-priority-write",
       .what = "a step of Priority CRCW on EREW by sorting: p processors write to cells, of each cell the lowest one",
       .source = "Eckstein 1979; Vishkin 1983; JáJá 10.1",
       .model = Rule::erew,
       .time = "O(log^2 p)",
       .steps = [](std::uint64_t p) { return p == 0 ? 0 : 5 + bitonic_sort_steps(p); },
       .work = "O(p log^2 p)",
       .work_at_most = emulation_work,
       .degree_at_most = 1,
       .size = {.usual = 1 << 13, .bytes_each = 6 * sizeof(std::int64_t) + processor_bytes},
       .oracle =
           [](std::span<const std::uint32_t> keys, std::uint32_t buckets) {
             std::vector<std::int64_t> memory(buckets, 0);
             const std::vector<std::int64_t> values = values_to_write(keys.size());
             for (std::size_t i = keys.size(); i-- > 0;) memory[keys[i]] = values[i];
             return memory;
           },
       .against = "writes one by one from the last processor to the first"});
}

}  // namespace pram::programs
