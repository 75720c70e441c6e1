#pragma once

#include <cstdint>
#include <span>

#include <pram/machines/detail/lockstep.hpp>

#include "ascend_descend.hpp"

namespace pram::detail {

/// The order in which records correct the bits of their places.
enum class BitOrder { ascending, descending };

/// Moves each record along every bit in which its place and its target differ. The orders that never collide have
/// routines of their own: concentrate ascends, distribute descends.
/// @throws ScheduleError if two records meet
template <class Machine, class Payload>
void move_records(Machine& machine, std::span<Packet<Payload>> packets, BitOrder order) {
  const auto meet = [&](std::uint32_t bit, std::uint32_t x, std::uint32_t partner, Packet<Payload>& low,
                        Packet<Payload>& high) {
    const bool up = low.full() && (low.target >> bit & 1) == 1;
    const bool down = high.full() && (high.target >> bit & 1) == 0;
    settle(machine.ledger(), machine.network(), x, partner, low, high, up, down);
  };
  if (order == BitOrder::ascending) {
    ascend(machine, packets, meet);
  } else {
    descend(machine, packets, bits_of(packets), meet);
  }
}

}  // namespace pram::detail
