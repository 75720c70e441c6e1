#pragma once

#include <cstdint>

#include <pram/machine.hpp>
#include "root.hpp"

namespace pram::programs {

/// The steps of first_one().
inline constexpr std::uint64_t first_one_steps = 14;

/// Finds the first of s^2 bits that is not 0 with s^2 processors, under CRCW common. At most s of them access a cell in
/// a step.
/// @param bit    of blocks of s bits, a square number of them
/// @param found  one cell, which gets the place; it keeps what it has if all bits are 0
///
/// Source: Fich, Ragde, Wigderson (1988); see leftmost_one().
inline void first_one(Machine& machine, const Array<std::uint8_t>& bit, const Array<std::uint64_t>& found) {
  const std::uint64_t s = ceil_root(bit.size());
  const auto block_has_one = machine.array<bool>(s, false, "block_has_one");
  const auto block_beaten = machine.array<bool>(s, false, "block_beaten");
  const auto first_block = machine.array<std::uint64_t>(s, s, "first_block");  // copies
  const auto bit_beaten = machine.array<bool>(s, false, "bit_beaten");

  // No processor ends before the others, so that the time does not depend on the bits.
  machine.pardo(s * s, [&](Processor self) -> Task<> {
    if (co_await bit[self.id()]) {
      co_await (block_has_one[self.id() / s] = true);
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s * s, [&](Processor self) -> Task<> {
    const std::uint64_t left = self.id() / s;
    const std::uint64_t right = self.id() % s;
    if (co_await block_has_one[left] && left < right) {
      co_await (block_beaten[right] = true);
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s * s, [&](Processor self) -> Task<> {
    const std::uint64_t block = self.id() / s;
    const bool has_one = co_await block_has_one[block];
    const bool beaten = co_await block_beaten[block];
    if (has_one && !beaten) {
      co_await (first_block[self.id() % s] = block);
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s * s, [&](Processor self) -> Task<> {
    const std::uint64_t left = self.id() / s;
    const std::uint64_t right = self.id() % s;
    const std::uint64_t block = co_await first_block[left];
    if (block == s) {
      co_await self.idle();
      co_await self.idle();
      co_return;
    }
    if (co_await bit[block * s + left] && left < right) {
      co_await (bit_beaten[right] = true);
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s, [&](Processor self) -> Task<> {
    const std::uint64_t block = co_await first_block[self.id()];
    const bool beaten = co_await bit_beaten[self.id()];
    const std::uint64_t place = (block == s ? 0 : block * s) + self.id();
    if (co_await bit[place] && !beaten) {
      co_await (found[0] = place);
    } else {
      co_await self.idle();
    }
  });
}

}  // namespace pram::programs
