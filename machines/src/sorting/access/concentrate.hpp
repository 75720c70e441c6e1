#pragma once

#include <span>

#include "move_records.hpp"

namespace pram::detail {

/// CONCENTRATE (Nassimi and Sahni 1981), an ascend: the record of rank r, counted by place, goes to place r. More
/// generally, targets must increase with places and lie no farther apart than the places.
/// @throws ScheduleError if targets do not, and records meet
template <class Machine, class Payload>
void concentrate(Machine& machine, std::span<Packet<Payload>> packets) {
  const ScheduleLedger::Scope scope(machine.ledger(), "concentrate");
  move_records(machine, packets, BitOrder::ascending);
}

}  // namespace pram::detail
