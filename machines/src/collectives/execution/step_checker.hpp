#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/machines/detail/lockstep.hpp>

namespace pram {

/// Checks the steps of a collective operation against a model, transfer by transfer, and counts what they cost. The
/// data belongs to the caller, or to CollectiveExecutor.
///
/// Port rules (Saad and Schultz, Section 2). Bus: at most k* senders, heard by all. Shared memory: at most k*
/// processors, each of which writes to or reads from the memory, which is node nodes(). Switch: at most one send and
/// one receive a node. Ring with one port, half duplex: a node writes to both neighbours, or reads from one and writes
/// to the other. Every other topology with one port: one send and one receive a node; with all ports: one transfer a
/// link, in one direction at a time if half duplex. Half-duplex links and one port: see Lockstep.
class StepChecker {
 public:
  /// @param routine  the algorithm's name, for errors
  StepChecker(const CollectiveModel& model, std::string_view routine);

  std::uint32_t nodes() const { return model_.nodes; }
  const CollectiveModel& model() const { return model_; }

  void begin_step();

  /// Sends a block of at least one word from a node to a neighbour in this step. On a bus `to` is any listener.
  /// @throws ScheduleError
  void transfer(std::uint32_t from, std::uint32_t to, std::uint64_t words, std::span<const std::uint32_t> pieces = {});

  /// Counts the step: one start-up and its largest block. A step without transfers costs nothing.
  void end_step();

  const CollectiveCost& cost() const { return cost_; }
  std::uint64_t transfers() const { return ledger_.transfers() + transfers_; }

  [[noreturn]] void fail(ScheduleError::Breach breach, std::uint32_t node, std::uint32_t other) const;

 private:
  void through_medium(std::uint32_t from, std::uint32_t to);
  void through_switch(std::uint32_t from, std::uint32_t to);
  void along_ring(std::uint32_t from, std::uint32_t to);
  std::uint32_t count(std::vector<std::uint64_t>& stamps, std::uint32_t node, std::uint64_t most);

  CollectiveModel model_;
  bool ring_rule_ = false;
  ScheduleLedger ledger_;
  ScheduleLedger::Scope scope_;
  std::unique_ptr<Lockstep<Topology>> lockstep_;
  CollectiveCost cost_;
  std::uint64_t largest_ = 0;
  std::uint64_t transfers_ = 0;  // transfers of this step
  std::uint64_t stamp_ = 0;
  std::vector<std::uint64_t> sends_;  // per node: stamp of the step · 4 + how many
  std::vector<std::uint64_t> receives_;
};

}  // namespace pram
