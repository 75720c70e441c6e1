#include <pram/programs/scan.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> concurrent_read(Machine& machine, std::int64_t value, std::uint64_t processors) {
  const auto cell = machine.array<std::int64_t>(1, value, "cell");
  std::vector<std::int64_t> read(processors);
  machine.pardo(processors, [&](Processor self) -> Task<> { read[self.id()] = co_await cell[0]; });
  machine.unite(read);
  return read;
}

Program concurrent_read_program() {
  return program<Numbers>(
      +[](Machine& machine, std::span<const std::int64_t> values) {
        return concurrent_read(machine, values.empty() ? 0 : values.front(), values.size());
      },
      {.name = "concurrent-read",
       .alias = "hot-spot",
       .what = "n processors read the first of n numbers in one step",
       .columns = "number that the processor has read",
       .source = "Pfister, Norton 1985",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "1",
       .steps = [](std::uint64_t n) { return n == 0 ? 0U : 1U; },
       .work = "n",
       .work_at_most = [](std::uint64_t n) { return n; },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 4096, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes},
       .oracle =
           [](std::span<const std::int64_t> values) {
             return std::vector<std::int64_t>(values.size(), values.empty() ? 0 : values.front());
           },
       .against = "the number itself",
       .facts = [](const auto& values, const auto&) -> Facts {
         return {{"value", values.empty() ? 0 : values.front()}};
       }});
}

}  // namespace pram::programs
