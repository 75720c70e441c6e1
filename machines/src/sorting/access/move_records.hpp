#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/detail/lockstep.hpp>

#include "fold.hpp"

namespace pram::detail {

/// The order in which records correct the bits, or the digits, of their places.
enum class BitOrder { ascending, descending };

/// Takes what each place holds to the place there(place).
/// @param next  room for as many places
/// @throws ScheduleError if two records meet
template <class Machine, class Payload, class There>
void move_to(Machine& machine, std::span<Packet<Payload>> packets, CountedVector<Packet<Payload>>& next,
             There&& there) {
  for (Packet<Payload>& packet : next) packet = {};
  for (std::uint32_t place = 0; place < packets.size(); ++place) {
    if (!packets[place].full()) continue;
    Packet<Payload>& to = next[there(place)];
    if (to.full()) {
      throw ScheduleError({.breach = ScheduleError::Breach::collision,
                           .network = machine.network(),
                           .routine = machine.ledger().path(),
                           .step = machine.ledger().steps(),
                           .node = there(place),
                           .origins = {to.origin, packets[place].origin}});
    }
    to = packets[place];
  }
  std::copy(next.begin(), next.end(), packets.begin());
}

/// Moves each record along every digit in which its place and its target differ. The digits are that of the place at
/// its node and those of the node's number to the base N_A: a step each, in which an atom, a complete graph, may send
/// every record anywhere. Costs MS(L) = 2 MS(L-1) + 2, MS(0) = 1, which is 3 · 2^L - 2.
///
/// Records whose targets lie no farther apart than their places do not meet if the lowest digit comes first: places
/// that are equal in the digits above and targets that are equal in those below would lie closer than their targets.
template <class Machine, class Payload>
void move_by_digits(Machine& machine, std::span<Packet<Payload>> packets, BitOrder order) {
  const std::uint32_t local = share_bits(machine, packets.size());
  const std::uint32_t share = 1U << local;
  const std::uint32_t atom = machine.atom();
  CountedVector<Packet<Payload>> next(packets.size());
  const auto at_node = [&] {
    if (share == 1) return;
    move_to(machine, packets, next,
            [&](std::uint32_t place) { return (place >> local << local) + packets[place].target % share; });
    machine.ledger().charge_local();
  };
  if (order == BitOrder::ascending) at_node();
  machine.visit_digits(
      order == BitOrder::ascending, share,
      [&](std::uint32_t weight) {
        const auto node_there = [&](std::uint32_t place) {
          const std::uint32_t node = place >> local;
          if (!packets[place].full()) return node;
          return node - node % atom + (packets[place].target >> local) / weight % atom;
        };
        machine.move_in_atoms(share, node_there);
        move_to(machine, packets, next,
                [&](std::uint32_t place) { return (node_there(place) << local) + place % share; });
      },
      node_swap(packets, local));
  if (order == BitOrder::descending) at_node();
}

/// Moves each record along every bit in which its place and its target differ. The orders that never collide have
/// routines of their own: concentrate ascends, distribute descends. On machines of a number of nodes that is no power
/// of two: along every digit.
/// @throws ScheduleError if two records meet
template <class Machine, class Payload>
void move_records(Machine& machine, std::span<Packet<Payload>> packets, BitOrder order) {
  if constexpr (serves_any_count<Machine>) {
    if (!has_all_bits(machine)) return move_by_digits(machine, packets, order);
  }
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
