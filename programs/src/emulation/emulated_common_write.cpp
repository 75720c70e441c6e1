#include <pram/programs/emulation.hpp>

#include <string>

#include "emulation/emulated_write.hpp"
#include "emulation/sorted_requests.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> emulated_common_write(Machine& machine, std::span<const std::uint32_t> cells,
                                                std::span<const std::int64_t> values, std::uint64_t memory_size) {
  check_requests(cells, values);
  const auto memory = machine.array<std::int64_t>(memory_size, 0, "memory");
  const auto value = machine.array(values, "value");
  const SortedRequests sorted(machine, cells);
  const std::uint64_t p = sorted.p;
  if (p == 0) return memory.host();
  const auto written = machine.array<std::int64_t>(p, 0, "written");
  const auto differs = machine.array<std::int64_t>(p, 0, "differs");
  std::vector<std::int64_t> own(p);       // what each has read: its request, what it writes, and whether the one
  std::vector<std::int64_t> to_write(p);  // before it goes to the same cell; its processor alone reads them
  std::vector<std::uint8_t> is_first(p, 1);
  machine.pardo(p, [&](Processor self) -> Task<> {
    own[self.id()] = co_await sorted.request[self.id()];
    to_write[self.id()] = co_await value[SortedRequests::processor_of(own[self.id()])];
    co_await (written[self.id()] = to_write[self.id()]);
    if (self.id() == 0) co_return;
    const std::int64_t before = co_await sorted.request[self.id() - 1];
    if (SortedRequests::cell_of(before) != SortedRequests::cell_of(own[self.id()])) co_return;
    is_first[self.id()] = 0;
    const std::int64_t of_before = co_await written[self.id() - 1];
    if (of_before != to_write[self.id()]) co_await (differs[self.id()] = 1);
  });
  // If two values for one cell differ, no processor writes, as on the machine itself.
  prefix_sums(machine, differs);
  if (differs.get(p - 1) != 0) {
    throw ConfigError("values", "two that differ",
                      "equal ones for each cell: " + std::to_string(differs.get(p - 1)) +
                          " processors do not agree with the one before them");
  }
  machine.pardo(p, [&](Processor self) -> Task<> {
    if (is_first[self.id()] != 0) co_await (memory[SortedRequests::cell_of(own[self.id()])] = to_write[self.id()]);
  });
  return memory.host();
}

Program emulated_common_write_program() {
  return emulated_write_program<emulated_common_write, values_by_cell>(
      {.name = "emulated-common-write",
       .what = "a step of Common CRCW on EREW by sorting: p processors write to cells, if all of a cell agree",
       .columns = "number in the cell",
       .steps_at_most = [](std::uint64_t p) { return p == 0 ? 0 : 8 + bitonic_sort_steps(p) + prefix_sums_steps(p); }});
}

}  // namespace pram::programs
