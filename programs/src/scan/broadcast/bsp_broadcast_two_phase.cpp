#include <pram/programs/scan.hpp>

#include <pram/bsp/process.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "distribution.hpp"
#include "programs.hpp"
#include "scan/broadcast/copies.hpp"

namespace pram::programs {

std::vector<std::vector<std::int64_t>> bsp_broadcast_two_phase(Machine& machine, std::span<const std::int64_t> values) {
  Copies copies(machine.options().components);
  machine.spmd([&](bsp::Process self) -> Task<> {
    const BlockDistribution blocks(values.size(), self.count());
    auto copy = self.coarray<std::int64_t>(values.size(), 0, "copy");
    if (self.id() == 0) {
      std::ranges::copy(values, copy.begin());
      for (const std::uint64_t other : self.others())
        copy(other).put(blocks.first(other), values.subspan(blocks.first(other), blocks.size(other)));
    }
    co_await self.sync("scatter");

    const std::uint64_t first = blocks.first(self.id());
    for (const std::uint64_t other : self.others()) {
      if (other != 0) copy(other).put(first, copy.local().subspan(first, blocks.size(self.id())));
    }
    co_await self.sync("all-gather");
    copies[self.id()].assign(copy.begin(), copy.end());
  });
  unite_copies(machine, copies, values.size());
  return copies;
}

Program bsp_broadcast_two_phase_program() {
  return program<Numbers>(bsp_broadcast_two_phase,
                          {.name = "bsp-broadcast-two-phase",
                           .what = "n numbers from one process to all, by way of a block on each",
                           .columns = "number on the last process",
                           .source = "Bisseling 2020, 2.4",
                           .model = Model::bsp,
                           .time = "2n g + 2l",
                           .cost = {.supersteps = 2,
                                    .relation =
                                        [](std::uint64_t n, std::uint64_t p) {
                                          // The root's block is one of the largest, and the other
                                          // blocks are what it deals.
                                          const std::uint64_t block = (n + p - 1) / p;
                                          return n - block + (p - 1) * block;
                                        },
                                    .work = 0},
                           .components = 256,
                           .size = {.usual = 4096, .bytes_each = 4 * sizeof(std::int64_t)},
                           .oracle = are_copies,
                           .against = "the numbers themselves, on every process",
                           .facts = facts_of_copies,
                           .write = write_copy});
}

}  // namespace pram::programs
