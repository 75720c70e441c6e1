#pragma once

#include <span>

#include "move_records.hpp"

namespace pram::detail {

/// DISTRIBUTE (Nassimi and Sahni 1981): the records in places 0 … m - 1 go to strictly increasing targets. A descend,
/// where the RCN-FULL paper says ascend: upwards, records collide.
/// @throws ScheduleError where targets are others and records meet
template <class Machine, class Payload>
void distribute(Machine& machine, std::span<Packet<Payload>> packets) {
  const ScheduleLedger::Scope scope(machine.ledger(), "distribute");
  move_records(machine, packets, BitOrder::descending);
}

}  // namespace pram::detail
