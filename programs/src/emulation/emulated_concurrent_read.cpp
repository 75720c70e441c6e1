#include <pram/programs/emulation.hpp>

#include <pram/programs/row.hpp>
#include "emulation/sorted_requests.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> emulated_concurrent_read(Machine& machine, std::span<const std::uint32_t> cells,
                                                   std::span<const std::int64_t> memory) {
  const auto cell = machine.array(memory, "memory");
  const SortedRequests sorted(machine, cells);
  const std::uint64_t p = sorted.p;
  // The first of a group has the value, the others have 0: their sums are the value.
  const auto value = machine.array<std::int64_t>(p, 0, "value");
  const auto head = machine.array<std::uint8_t>(p, 0, "head");
  const auto read = machine.array<std::int64_t>(p, 0, "read");
  std::vector<std::uint32_t> asker(p);  // of each sorted request; its processor alone reads it
  machine.pardo(p, [&](Processor self) -> Task<> {
    const std::int64_t mine = co_await sorted.request[self.id()];
    asker[self.id()] = SortedRequests::processor_of(mine);
    if (self.id() > 0) {
      const std::int64_t before = co_await sorted.request[self.id() - 1];
      if (SortedRequests::cell_of(before) == SortedRequests::cell_of(mine)) co_return;
    } else {
      co_await self.idle();
    }
    const std::int64_t content = co_await cell[SortedRequests::cell_of(mine)];
    co_await (value[self.id()] = content);
    co_await (head[self.id()] = 1);
  });
  segmented_prefix_sums(machine, value, head);
  machine.pardo(p, [&](Processor self) -> Task<> {
    const std::int64_t content = co_await value[self.id()];
    co_await (read[asker[self.id()]] = content);
  });
  return read.host();
}

Program emulated_concurrent_read_program() {
  return program<BucketKeys>(
      +[](Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t buckets) {
        return emulated_concurrent_read(machine, keys, values_to_write(buckets));
      },
      {.name = "emulated-concurrent-read",
       .what = "a step of CREW on EREW by sorting: p processors read cells, one for all that want the same",
       .columns = "number that the processor has read",
       .source = "Eckstein 1979; Vishkin 1983; JáJá 10.1",
       .model = Rule::erew,
       .time = "O(log^2 p)",
       .steps_at_most = scanned_emulation_steps,
       .work = "O(p log^2 p)",
       .work_at_most = emulation_work,
       .degree_at_most = 1,
       .size = {.usual = 1 << 13, .bytes_each = 6 * sizeof(std::int64_t) + processor_bytes},
       .oracle =
           [](std::span<const std::uint32_t> keys, std::uint32_t buckets) {
             const std::vector<std::int64_t> memory = values_to_write(buckets);
             std::vector<std::int64_t> read;
             for (const std::uint32_t key : keys) read.push_back(memory[key]);
             return read;
           },
       .against = "reads one by one"});
}

}  // namespace pram::programs
