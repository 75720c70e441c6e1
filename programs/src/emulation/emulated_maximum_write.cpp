#include <pram/programs/emulation.hpp>

#include <algorithm>

#include "emulation/emulated_write.hpp"
#include "emulation/scanned_write.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> emulated_maximum_write(Machine& machine, std::span<const std::uint32_t> cells,
                                                 std::span<const std::int64_t> values, std::uint64_t memory_size) {
  return scanned_write(machine, cells, values, memory_size,
                       [](std::int64_t before, std::int64_t own) { return std::max(before, own); });
}

Program emulated_maximum_write_program() {
  return emulated_write_program<emulated_maximum_write>(
      {.name = "emulated-maximum-write",
       .what = "a step of maximum CRCW on EREW by sorting: p processors write to cells, each of which gets the largest",
       .columns = "number in the cell",
       .steps_at_most = scanned_emulation_steps,
       .write = [](std::int64_t before, std::int64_t value) { return std::max(before, value); }});
}

}  // namespace pram::programs
