#include <pram/programs/emulation.hpp>

#include "emulation/emulated_write.hpp"
#include "emulation/scanned_write.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> emulated_sum_write(Machine& machine, std::span<const std::uint32_t> cells,
                                             std::span<const std::int64_t> values, std::uint64_t memory_size) {
  return scanned_write(machine, cells, values, memory_size, [](std::int64_t before, std::int64_t own) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(before) + static_cast<std::uint64_t>(own));
  });
}

Program emulated_sum_write_program() {
  return emulated_write_program<emulated_sum_write>(
      {.name = "emulated-sum-write",
       .what = "a step of combining CRCW on EREW by sorting: p processors write to cells, each of which gets a sum",
       .columns = "number in the cell",
       .steps_at_most = scanned_emulation_steps,
       .write = [](std::int64_t before, std::int64_t value) { return before + value; }});
}

}  // namespace pram::programs
