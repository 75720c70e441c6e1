#include <pram/programs/emulation.hpp>

#include <pram/programs/row.hpp>
#include "emulation/monotone_routes.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> random_access_write(Machine& machine, std::span<const std::uint32_t> cells,
                                              std::span<const std::int64_t> values, std::uint64_t memory_size) {
  check_requests(cells, values);
  check_cells(cells, memory_size);
  const std::uint64_t p = cells.size();
  const std::uint64_t processors = routing_processors(p, memory_size);
  if (p == 0) return std::vector<std::int64_t>(memory_size, 0);
  const auto memory = machine.array<std::int64_t>(memory_size, 0, "memory");
  const auto value = machine.array(values, "value");
  const FirstRequests requests(machine, cells);
  MonotoneRoutes routes(machine, processors);
  machine.pardo(p, [&](Processor self) -> Task<> {
    if (requests.is_first[self.id()] == 0) co_return;
    const auto mine = static_cast<std::uint64_t>(co_await requests.rank[self.id()] - 1);
    const std::int64_t written = co_await value[requests.asker(self.id())];
    co_await (routes.value[self.id()] = written);
    co_await (routes.record[self.id()] = routed_record(mine, 0, requests.cell(self.id())));
  });
  routes.concentrate();
  machine.pardo(routes.p, [&](Processor self) -> Task<> {
    const RoutedRecord mine = co_await routes.record[self.id()];
    if (mine.is_there != 0) co_await (routes.record[self.id()] = routed_record(mine.other, 0, 0));
  });
  routes.distribute();
  machine.pardo(routes.p, [&](Processor self) -> Task<> {
    const RoutedRecord mine = co_await routes.record[self.id()];
    if (mine.is_there == 0) co_return;
    const std::int64_t written = co_await routes.value[self.id()];
    co_await (memory[self.id()] = written);
  });
  return memory.host();
}

Program random_access_write_program() {
  return program<BucketKeys>(
      +[](Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t) {
        return random_access_write(machine, cells_of_keys(keys), values_to_write(keys.size()), keys.size());
      },
      {.name = "random-access-write",
       .alias = "raw",
       .what = "p processors write to cells of each other along a hypercube: sort, rank, concentrate, distribute",
       .columns = "number in the cell",
       .source = "Nassimi, Sahni 1981",
       .model = Rule::erew,
       .time = "O(log^2 p)",
       .steps_at_most =
           [](std::uint64_t p) {
             return p == 0 ? 0 : 9 + FirstRequests::steps(p) + 2 * MonotoneRoutes::steps(std::bit_ceil(p));
           },
       .work = "O(p log^2 p)",
       .work_at_most =
           [](std::uint64_t p) {
             return p == 0 ? 0
                           : emulation_work(p) + std::bit_ceil(p) * (5 + 2 * MonotoneRoutes::steps(std::bit_ceil(p)));
           },
       .degree_at_most = 1,
       .size = {.usual = 1 << 11,
                .bytes_each = 10 * sizeof(std::int64_t) + processor_bytes,
                .most = most_random_accesses},
       .oracle =
           [](std::span<const std::uint32_t> keys, std::uint32_t) {
             std::vector<std::int64_t> memory(keys.size(), 0);
             const std::vector<std::int64_t> values = values_to_write(keys.size());
             const std::vector<std::uint32_t> cells = cells_of_keys(keys);
             for (std::size_t i = cells.size(); i-- > 0;) memory[cells[i]] = values[i];
             return memory;
           },
       .against = "writes one by one from the last processor to the first"});
}

}  // namespace pram::programs
