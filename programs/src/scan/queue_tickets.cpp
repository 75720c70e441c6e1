#include <pram/programs/scan.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> queue_tickets(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  const auto value = machine.array(values, "value");
  const auto slot = machine.array<std::int64_t>(n, 0, "slot");
  auto tail = machine.array<std::uint64_t>(1, 0, "tail");
  auto head = machine.array<std::uint64_t>(1, 0, "head");
  const auto taken = machine.array<std::int64_t>(n, 0, "taken");
  tail.hot();
  head.hot();
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::int64_t mine = co_await value[self.id()];
    const std::uint64_t ticket = co_await tail[0].multiprefix_add(1);
    co_await (slot[ticket] = mine);
    const std::uint64_t turn = co_await head[0].multiprefix_add(1);
    const std::int64_t got = co_await slot[turn];
    co_await (taken[self.id()] = got);
  });
  return taken.host();
}

Program queue_tickets_program() {
  return program<Numbers>(
      queue_tickets,
      {.name = "queue-tickets",
       .alias = "fifo",
       .what = "n values into a shared queue and out again, by tickets that a multiprefix hands out",
       .columns = "value that the processor has taken out",
       .source = "Gottlieb, Lubachevsky, Rudolph 1983",
       .model = Model::multiprefix,
       .needs_more_than = Rule::crew,
       .time = "O(1)",
       .steps = [](std::uint64_t n) { return n == 0 ? 0U : 6U; },
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) { return 6 * n; },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 1 << 14, .bytes_each = 4 * sizeof(std::int64_t) + processor_bytes},
       .oracle =
           [](std::span<const std::int64_t> values) { return std::vector<std::int64_t>(values.begin(), values.end()); },
       .against = "the values in the order of their processors: first in, first out"});
}

}  // namespace pram::programs
