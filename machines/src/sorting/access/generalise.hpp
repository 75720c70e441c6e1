#pragma once

#include <cstdint>
#include <span>

#include <pram/machines/detail/lockstep.hpp>

#include "move_records.hpp"

namespace pram::detail {

/// GENERALIZE (Nassimi and Sahni 1981), a descend. Place r < m holds a record whose target high(r) increases strictly
/// with r. Afterwards all places high(r - 1) + 1 … high(r) hold that record. Places above the last target are empty.
///
/// Where the number of nodes is no power of two, the records go to their targets, digit by digit, and a fold gives each
/// place the first record that is not before it: MS + AS.
template <class Machine, class Payload>
void generalise(Machine& machine, std::span<Packet<Payload>> packets) {
  const ScheduleLedger::Scope scope(machine.ledger(), "generalise");
  if constexpr (serves_any_count<Machine>) {
    if (!has_all_bits(machine)) {
      move_records(machine, packets, BitOrder::descending);
      struct Block {
        Packet<Payload> own;    ///< the first record of the block that is not before the place
        Packet<Payload> first;  ///< of the block
      };
      CountedVector<Block> blocks;
      blocks.reserve(packets.size());
      for (const Packet<Payload>& packet : packets) blocks.push_back({packet, packet});
      fold(machine, std::span(blocks), [](std::uint32_t, std::uint32_t, std::uint32_t, Block& low, Block& high) {
        if (!low.own.full()) low.own = high.first;
        low.first = high.first = low.first.full() ? low.first : high.first;
      });
      for (std::size_t x = 0; x < packets.size(); ++x) packets[x] = blocks[x].own;
      return;
    }
  }
  descend(machine, packets, bits_of(packets),
          [](std::uint32_t bit, std::uint32_t x, std::uint32_t partner, Packet<Payload>& low, Packet<Payload>& high) {
            // Each place keeps that one of the two records whose target is the nearest, from the block of 2^bit places
            // on in which the place lies: all places that need the record are there.
            const auto choose = [&](std::uint32_t place) {
              const std::uint32_t first = place >> bit << bit;
              const bool low_serves = low.full() && low.target >= first;
              const bool high_serves = high.full() && high.target >= first;
              if (low_serves && (!high_serves || low.target < high.target)) return low;
              return high_serves ? high : Packet<Payload>{};
            };
            const Packet<Payload> at_low = choose(x);
            high = choose(partner);
            low = at_low;
          });
}

}  // namespace pram::detail
