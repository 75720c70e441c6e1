#include <pram/programs/emulation.hpp>

#include <pram/programs/row.hpp>
#include "emulation/monotone_routes.hpp"
#include "programs.hpp"
#include "scan/segmented_scan.hpp"

namespace pram::programs {

std::vector<std::int64_t> random_access_read(Machine& machine, std::span<const std::uint32_t> cells,
                                             std::span<const std::int64_t> memory) {
  check_cells(cells, memory.size());
  const std::uint64_t p = cells.size();
  const std::uint64_t processors = routing_processors(p, memory.size());
  if (p == 0) return {};
  const auto cell = machine.array(memory, "memory");
  const FirstRequests requests(machine, cells);
  MonotoneRoutes routes(machine, processors);
  const auto head = machine.array<std::uint8_t>(p, 0, "head");
  const auto copied = machine.array<std::int64_t>(p, 0, "copied");
  const auto read = machine.array<std::int64_t>(p, 0, "read");
  machine.pardo(p, [&](Processor self) -> Task<> {
    if (requests.is_first[self.id()] == 0) co_return;
    co_await (head[self.id()] = 1);
    const auto mine = static_cast<std::uint64_t>(co_await requests.rank[self.id()] - 1);
    co_await (routes.record[self.id()] = routed_record(mine, self.id(), requests.cell(self.id())));
  });
  // The first request of each cell goes to its owner by way of the processor of its rank, and back.
  const auto turn = [&](bool at_owner) {
    machine.pardo(routes.p, [&](Processor self) -> Task<> {
      const RoutedRecord mine = co_await routes.record[self.id()];
      if (mine.is_there == 0) co_return;
      if (at_owner) {
        const std::int64_t content = co_await cell[self.id()];
        co_await (routes.value[self.id()] = content);
      }
      co_await (routes.record[self.id()] = routed_record(mine.other, mine.home, at_owner ? mine.home : self.id()));
    });
  };
  routes.concentrate();
  turn(false);  // other: the path back, to the processor of its rank
  routes.distribute();
  turn(true);
  routes.concentrate();
  turn(false);
  routes.distribute();
  machine.pardo(p, [&](Processor self) -> Task<> {
    if (requests.is_first[self.id()] == 0) co_return;
    const std::int64_t content = co_await routes.value[self.id()];
    co_await (copied[self.id()] = content);
  });
  segmented_scan(machine, copied, head, [](std::int64_t before, std::int64_t) { return before; });
  machine.pardo(p, [&](Processor self) -> Task<> {
    const std::int64_t content = co_await copied[self.id()];
    co_await (read[requests.asker(self.id())] = content);
  });
  return read.host();
}

Program random_access_read_program() {
  return program<BucketKeys>(
      +[](Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t) {
        return random_access_read(machine, cells_of_keys(keys), values_to_write(keys.size()));
      },
      {.name = "random-access-read",
       .alias = "rar",
       .what = "p processors read cells of each other along a hypercube: sort, rank, concentrate, distribute, and back",
       .columns = "number that the processor has read",
       .source = "Nassimi, Sahni 1981",
       .model = Rule::erew,
       .time = "O(log^2 p)",
       .steps_at_most =
           [](std::uint64_t p) {
             return p == 0 ? 0
                           : 17 + FirstRequests::steps(p) + 2 * prefix_sums_steps(p) +
                                 4 * MonotoneRoutes::steps(std::bit_ceil(p));
           },
       .work = "O(p log^2 p)",
       .work_at_most =
           [](std::uint64_t p) {
             return p == 0
                        ? 0
                        : 2 * emulation_work(p) + std::bit_ceil(p) * (10 + 4 * MonotoneRoutes::steps(std::bit_ceil(p)));
           },
       .degree_at_most = 1,
       .size = {.usual = 1 << 11,
                .bytes_each = 10 * sizeof(std::int64_t) + processor_bytes,
                .most = most_random_accesses},
       .oracle =
           [](std::span<const std::uint32_t> keys, std::uint32_t) {
             const std::vector<std::int64_t> memory = values_to_write(keys.size());
             std::vector<std::int64_t> read;
             for (const std::uint32_t cell : cells_of_keys(keys)) read.push_back(memory[cell]);
             return read;
           },
       .against = "reads one by one"});
}

}  // namespace pram::programs
