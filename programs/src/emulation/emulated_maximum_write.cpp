#include <pram/programs/emulation.hpp>

#include <algorithm>

#include "emulation/scanned_write.hpp"
#include "program.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> emulated_maximum_write(Machine& machine, std::span<const std::uint32_t> cells,
                                                 std::span<const std::int64_t> values, std::uint64_t memory_size) {
  return scanned_write(machine, cells, values, memory_size,
                       [](std::int64_t before, std::int64_t own) { return std::max(before, own); });
}

Program emulated_maximum_write_program() {
  return program(
      +[](Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t buckets) {
        return emulated_maximum_write(machine, keys, values_to_write(keys.size()), buckets);
      },
      {.name = "emulated-maximum-write",
       .what = "a step of maximum CRCW on EREW by sorting: p processors write to cells, each of which gets the largest",
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
             for (std::size_t i = 0; i < keys.size(); ++i) memory[keys[i]] = std::max(memory[keys[i]], values[i]);
             return memory;
           },
       .against = "writes one by one"});
}

}  // namespace pram::programs
