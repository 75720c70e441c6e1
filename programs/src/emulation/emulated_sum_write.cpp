#include <pram/programs/emulation.hpp>

#include "emulation/sorted_requests.hpp"
#include "program.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> emulated_sum_write(Machine& machine, std::span<const std::uint32_t> cells,
                                             std::span<const std::int64_t> values, std::uint64_t memory_size) {
  check_requests(cells, values);
  const auto memory = machine.array<std::int64_t>(memory_size, 0, "memory");
  const auto value = machine.array(values, "value");
  const SortedRequests sorted(machine, cells);
  const std::uint64_t p = sorted.p;
  const auto sum = machine.array<std::int64_t>(p, 0, "sum");
  const auto head = machine.array<std::uint8_t>(p, 1, "head");
  std::vector<std::uint32_t> cell(p);  // of each sorted request, and whether it is the last; its processor reads them
  std::vector<std::uint8_t> is_last(p, 1);
  machine.pardo(p, [&](Processor self) -> Task<> {
    const std::int64_t mine = co_await sorted.request[self.id()];
    cell[self.id()] = SortedRequests::cell_of(mine);
    const std::int64_t written = co_await value[SortedRequests::processor_of(mine)];
    co_await (sum[self.id()] = written);
    if (self.id() + 1 == p) co_return;
    const std::int64_t behind = co_await sorted.request[self.id() + 1];
    is_last[self.id()] = SortedRequests::cell_of(behind) != cell[self.id()] ? 1 : 0;
    if (is_last[self.id()] == 0) co_await (head[self.id() + 1] = 0);
  });
  segmented_prefix_sums(machine, sum, head);
  machine.pardo(p, [&](Processor self) -> Task<> {
    if (is_last[self.id()] == 0) co_return;
    const std::int64_t all = co_await sum[self.id()];
    co_await (memory[cell[self.id()]] = all);
  });
  return memory.host();
}

Program emulated_sum_write_program() {
  return program(
      +[](Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t buckets) {
        return emulated_sum_write(machine, keys, values_to_write(keys.size()), buckets);
      },
      {.name = "emulated-sum-write",
       .what = "a step of combining CRCW on EREW by sorting: p processors write to cells, each of which gets a sum",
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
             std::vector<std::int64_t> memory(buckets, 0);
             const std::vector<std::int64_t> values = values_to_write(keys.size());
             for (std::size_t i = 0; i < keys.size(); ++i) memory[keys[i]] += values[i];
             return memory;
           },
       .against = "writes one by one"});
}

}  // namespace pram::programs
