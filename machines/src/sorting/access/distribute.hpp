#pragma once

#include <span>

#include "move_records.hpp"

namespace pram::detail {

/// DISTRIBUTE (Nassimi and Sahni 1981), a descend: the records in places 0 … m - 1 go to strictly increasing targets.
/// The RCN-FULL paper says ascend, in which records would collide.
/// @throws ScheduleError if targets do not increase and records meet
template <class Machine, class Payload>
void distribute(Machine& machine, std::span<Packet<Payload>> packets) {
  const ScheduleLedger::Scope scope(machine.ledger(), "distribute");
  move_records(machine, packets, BitOrder::descending);
}

}  // namespace pram::detail
