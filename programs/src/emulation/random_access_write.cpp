#include <pram/programs/emulation.hpp>

#include "emulation/monotone_routes.hpp"
#include "emulation/sorted_requests.hpp"
#include "program.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// The keys of the bundled program as cells of a memory with one cell a processor.
std::vector<std::uint32_t> cells_to_write(std::span<const std::uint32_t> keys) {
  std::vector<std::uint32_t> cells;
  for (const std::uint32_t key : keys) cells.push_back(static_cast<std::uint32_t>(key % keys.size()));
  return cells;
}

}  // namespace

std::vector<std::int64_t> random_access_write(Machine& machine, std::span<const std::uint32_t> cells,
                                              std::span<const std::int64_t> values, std::uint64_t memory_size) {
  check_requests(cells, values);
  check_cells(cells, memory_size);
  const auto memory = machine.array<std::int64_t>(memory_size, 0, "memory");
  const auto value = machine.array(values, "value");
  const SortedRequests sorted(machine, cells);
  const std::uint64_t p = sorted.p;
  if (p == 0) return memory.host();
  MonotoneRoutes routes(machine, routing_processors(p, memory_size));
  const auto rank = machine.array<std::int64_t>(p, 0, "rank");
  std::vector<std::int64_t> own(p);  // per processor: its sorted request, and whether it is the first for its cell
  std::vector<std::uint8_t> is_first(p, 1);
  machine.pardo(p, [&](Processor self) -> Task<> {
    own[self.id()] = co_await sorted.request[self.id()];
    if (self.id() > 0) {
      const std::int64_t before = co_await sorted.request[self.id() - 1];
      is_first[self.id()] = SortedRequests::cell_of(before) != SortedRequests::cell_of(own[self.id()]) ? 1 : 0;
    } else {
      co_await self.idle();
    }
    co_await (rank[self.id()] = is_first[self.id()]);
  });
  prefix_sums(machine, rank);
  machine.pardo(p, [&](Processor self) -> Task<> {
    if (is_first[self.id()] == 0) co_return;
    const auto mine = static_cast<std::uint64_t>(co_await rank[self.id()] - 1);
    const std::int64_t written = co_await value[SortedRequests::processor_of(own[self.id()])];
    co_await (routes.value[self.id()] = written);
    co_await (routes.record[self.id()] = routed_record(mine, 0, SortedRequests::cell_of(own[self.id()])));
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
  return program(
      +[](Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t) {
        return random_access_write(machine, cells_to_write(keys), values_to_write(keys.size()), keys.size());
      },
      {.name = "random-access-write",
       .alias = "raw",
       .what = "p processors write to cells of each other along a hypercube: sort, rank, concentrate, distribute",
       .source = "Nassimi, Sahni 1981",
       .model = Rule::erew,
       .time = "O(log^2 p)",
       .steps_at_most =
           [](std::uint64_t p) {
             return p == 0 ? 0
                           : 13 + bitonic_sort_steps(p) + prefix_sums_steps(p) +
                                 2 * MonotoneRoutes::steps(std::bit_ceil(p));
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
             const std::vector<std::uint32_t> cells = cells_to_write(keys);
             for (std::size_t i = cells.size(); i-- > 0;) memory[cells[i]] = values[i];
             return memory;
           },
       .against = "writes one by one from the last processor to the first"});
}

}  // namespace pram::programs
