#pragma once

#include <cstdint>
#include <span>

#include <pram/machines/detail/lockstep.hpp>

#include "ascend_descend.hpp"

namespace pram::detail {

/// GENERALIZE (Nassimi and Sahni 1981), a descend. Place r < m holds a record whose target high(r) increases strictly
/// with r. Afterwards all places high(r - 1) + 1 … high(r) hold that record. Places above the last target are empty.
template <class Machine, class Payload>
void generalise(Machine& machine, std::span<Packet<Payload>> packets) {
  const ScheduleLedger::Scope scope(machine.ledger(), "generalise");
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
