#include <pram/programs/scan.hpp>

#include <pram/bsp/process.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "scan/broadcast/copies.hpp"

namespace pram::programs {

std::vector<std::vector<std::int64_t>> bsp_broadcast_one_phase(Machine& machine, std::span<const std::int64_t> values) {
  Copies copies(machine.options().components);
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto copy = self.coarray<std::int64_t>(values.size(), 0, "copy");
    if (self.id() == 0) {
      std::ranges::copy(values, copy.begin());
      for (const std::uint64_t other : self.others()) copy(other).put(0, values);
    }
    co_await self.sync("broadcast");
    copies[self.id()].assign(copy.begin(), copy.end());
  });
  unite_copies(machine, copies, values.size());
  return copies;
}

Program bsp_broadcast_one_phase_program() {
  return program<Numbers>(
      bsp_broadcast_one_phase,
      {.name = "bsp-broadcast-one-phase",
       .what = "n numbers from one process to all, straight",
       .columns = "number on the last process",
       .source = "Bisseling 2020, 2.4",
       .model = Model::bsp,
       .time = "(p - 1) n g + l",
       .cost = {.supersteps = 1, .relation = [](std::uint64_t n, std::uint64_t p) { return (p - 1) * n; }, .work = 0},
       .components = 256,
       .size = {.usual = 4096, .bytes_each = 4 * sizeof(std::int64_t)},
       .oracle = are_copies,
       .against = "the numbers themselves, on every process",
       .facts = facts_of_copies,
       .write = write_copy});
}

}  // namespace pram::programs
