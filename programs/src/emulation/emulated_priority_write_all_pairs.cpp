#include <pram/programs/emulation.hpp>

#include "emulation/emulated_write.hpp"
#include "emulation/sorted_requests.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> emulated_priority_write_all_pairs(Machine& machine, std::span<const std::uint32_t> cells,
                                                            std::span<const std::int64_t> values,
                                                            std::uint64_t memory_size) {
  check_requests(cells, values);
  const std::uint64_t p = cells.size();
  if (p > most_paired_requests)
    throw ConfigError("cells", std::to_string(p), "at most " + std::to_string(most_paired_requests));
  const auto memory = machine.array<std::int64_t>(memory_size, 0, "memory");
  const auto request = machine.array<std::uint32_t>(p, 0, "request");
  const auto beaten = machine.array<bool>(p, false, "beaten");
  machine.pardo(p, [&](Processor self) -> Task<> { co_await (request[self.id()] = cells[self.id()]); });
  machine.pardo(p * p, [&](Processor self) -> Task<> {
    const std::uint64_t lower = self.id() / p;
    const std::uint64_t higher = self.id() % p;
    if (lower >= higher) co_return;
    const std::uint32_t one = co_await request[lower];
    const std::uint32_t other = co_await request[higher];
    if (one == other) co_await (beaten[higher] = true);
  });
  machine.pardo(p, [&](Processor self) -> Task<> {
    const bool is_beaten = co_await beaten[self.id()];
    if (!is_beaten) co_await (memory[cells[self.id()]] = values[self.id()]);
  });
  return memory.host();
}

Program emulated_priority_write_all_pairs_program() {
  return emulated_write_program<emulated_priority_write_all_pairs>(
      {.name = "emulated-priority-write-all-pairs",
       .what = "a step of Priority CRCW on Common in constant time: a processor for each two of p, the lower one wins",
       .columns = "number in the cell",
       .source = "Kučera 1982; JáJá 10.1",
       .model = Rule::common,
       .needs_more_than = Rule::crew,
       .time = "O(1)",
       .steps_at_most = [](std::uint64_t p) { return p == 0 ? 0U : 6U; },
       .work = "O(p^2)",
       .work_at_most = [](std::uint64_t p) { return p == 0 ? 0 : 3 * p + 3 * p * (p - 1) / 2; },
       .degree_at_most = [](std::uint64_t p) { return p; },
       .size = {.usual = 512, .most = most_paired_requests, .tested = 64}});
}

}  // namespace pram::programs
