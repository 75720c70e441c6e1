#include "step_checker.hpp"

#include <algorithm>
#include <cassert>

#include <pram/network/poll.hpp>

namespace pram {

using Breach = ScheduleError::Breach;
StepChecker::StepChecker(const CollectiveModel& model, std::string_view routine)
    : model_(model), scope_(ledger_, routine) {
  if (model.links()) {
    ring_rule_ = model.is(Architecture::Kind::ring) && !model.all_ports() && model.half_duplex();
    const PortModel ports = {.ports = ring_rule_ ? SwitchingOptions::Ports::all : model.ports, .duplex = model.duplex};
    lockstep_ = std::make_unique<Lockstep<Topology>>(*model_.topology, ledger_, ports);
  }
  if (!model.links() || ring_rule_) {
    sends_.assign(nodes() + 1, 0);
    receives_.assign(nodes() + 1, 0);
  }
}

void StepChecker::fail(Breach breach, std::uint32_t node, std::uint32_t other) const {
  throw ScheduleError({.breach = breach,
                       .network = model_.network,
                       .routine = ledger_.path(),
                       .step = cost_.steps,
                       .node = node,
                       .other = other});
}

void StepChecker::begin_step() {
  poll();
  ++stamp_;
  largest_ = 0;
  transfers_ = 0;
  if (lockstep_) lockstep_->begin_step();
}

std::uint32_t StepChecker::count(std::vector<std::uint64_t>& stamps, std::uint32_t node, std::uint64_t most) {
  std::uint64_t& stamp = stamps[node];
  if (stamp / 4 != stamp_) stamp = 4 * stamp_;
  stamp = std::min(stamp + 1, 4 * stamp_ + most + 1);
  return static_cast<std::uint32_t>(stamp % 4);
}

void StepChecker::through_medium(std::uint32_t from, std::uint32_t to) {
  const std::uint32_t memory = nodes();
  const bool bus = model_.is(Architecture::Kind::bus);
  if (bus ? from >= nodes() || to >= nodes() || from == to
          : (from == memory) == (to == memory) || std::max(from, to) > memory)
    fail(Breach::no_such_link, from, to);
  const std::uint32_t processor = from == memory ? to : from;
  if (count(sends_, processor, 1) > 1) fail(from == memory ? Breach::two_receives : Breach::two_sends, processor, to);
  if (transfers_ >= model_.modules) fail(Breach::too_many, processor, model_.modules);
}

void StepChecker::through_switch(std::uint32_t from, std::uint32_t to) {
  if (from >= nodes() || to >= nodes() || from == to) fail(Breach::no_such_link, from, to);
  if (count(sends_, from, 1) > 1) fail(Breach::two_sends, from, to);
  if (count(receives_, to, 1) > 1) fail(Breach::two_receives, to, from);
}

void StepChecker::along_ring(std::uint32_t from, std::uint32_t to) {
  lockstep_->send_to(from, to);
  const std::uint32_t sends = count(sends_, from, 2);
  const std::uint32_t receives = count(receives_, to, 1);
  if (receives > 1) fail(Breach::two_receives, to, from);
  if (sends > 1 && receives_[from] / 4 == stamp_) fail(Breach::two_sends, from, to);
  if (sends_[to] == 4 * stamp_ + 2) fail(Breach::two_receives, to, from);  // `to` writes to both neighbours
}

void StepChecker::transfer(std::uint32_t from, std::uint32_t to, std::uint64_t words,
                           std::span<const std::uint32_t> pieces) {
  assert(words > 0);
  if (ring_rule_) {
    along_ring(from, to);
  } else if (lockstep_) {
    lockstep_->send_to(from, to);
  } else if (model_.is(Architecture::Kind::switched)) {
    through_switch(from, to);
  } else {
    through_medium(from, to);
  }
  ++transfers_;
  largest_ = std::max(largest_, words);
  if (model_.watch) model_.watch({cost_.steps, from, to, words, pieces});
}

void StepChecker::end_step() {
  if (transfers_ == 0) return;
  ++cost_.steps;
  cost_.words += static_cast<double>(largest_);
  ledger_.charge(1, transfers_);
  transfers_ = 0;
}

}  // namespace pram
