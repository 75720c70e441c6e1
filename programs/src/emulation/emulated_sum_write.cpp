#include <pram/programs/emulation.hpp>

#include "emulation/scanned_write.hpp"
#include "program.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> emulated_sum_write(Machine& machine, std::span<const std::uint32_t> cells,
                                             std::span<const std::int64_t> values, std::uint64_t memory_size) {
  return scanned_write(machine, cells, values, memory_size, [](std::int64_t before, std::int64_t own) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(before) + static_cast<std::uint64_t>(own));
  });
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
