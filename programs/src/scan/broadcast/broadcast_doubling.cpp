#include <pram/programs/scan.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> broadcast_doubling(Machine& machine, std::int64_t value, std::uint64_t processors) {
  const auto copy = machine.array<std::int64_t>(processors, 0, "copy");
  if (processors > 0) copy.set(0, value);
  for (std::uint64_t there = 1; there < processors; there *= 2) {
    machine.pardo(std::min(there, processors - there), [&](Processor self) -> Task<> {
      const std::int64_t mine = co_await copy[self.id()];
      co_await (copy[there + self.id()] = mine);
    });
  }
  return copy.host();
}

Program broadcast_doubling_program() {
  return program<Numbers>(
      +[](Machine& machine, std::span<const std::int64_t> values) {
        return broadcast_doubling(machine, values.empty() ? 0 : values.front(), values.size());
      },
      {.name = "broadcast-doubling",
       .what = "the first of n numbers to n cells, doubling the copies",
       .columns = "number that the processor has",
       .source = "JáJá 1.3",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps = [](std::uint64_t n) { return n == 0 ? 0 : 2 * ceil_log2(n); },
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) { return 2 * n; },
       .degree_at_most = 1,
       .size = {.usual = 4096, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes / 2},
       .oracle =
           [](std::span<const std::int64_t> values) {
             return std::vector<std::int64_t>(values.size(), values.empty() ? 0 : values.front());
           },
       .against = "the number itself"});
}

}  // namespace pram::programs
