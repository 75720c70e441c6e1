#pragma once

#include <cstdint>
#include <memory>

#include <pram/detail/memory_account.hpp>
#include <pram/ledger.hpp>
#include <pram/network.hpp>

#include "../../ledger/ledger_writer.hpp"
#include "../../ledger/profile/component_loads.hpp"
#include "../../processors/worker_team.hpp"
#include "../../routing/delivery.hpp"
#include "line_degrees.hpp"

namespace pram::detail {

/// What LedgerDetail::profile asks of a step besides: degrees by line, loads of components and of links.
class StepProfile {
 public:
  /// @param profiled  does the machine keep a profile?
  StepProfile(bool profiled, std::uint32_t components, MemoryAccount& account);

  /// Whether the machine keeps a profile.
  bool kept() const { return loads_ != nullptr; }

  /// Forgets the loads of the step before, if there is a profile.
  void begin(Network& network);

  // Of a machine that keeps a profile:

  /// Forgets the loads of the step before, and has deliveries and the modules of a team count for the next one.
  void begin_step(Step& step, const WorkerTeam& team, Network& network);
  void add(const WorkerTeam& team, LedgerWriter::StepEntry& entry, Network& network);

  /// The load of each component since begin(); null without a profile.
  ComponentLoads* components() const { return loads_.get(); }
  /// The load of the network's links since begin(); null without a profile.
  const NetworkLoad* take_load(Network& network);

 private:
  std::unique_ptr<ComponentLoads> loads_;  // null without a profile
  std::unique_ptr<LineDegrees> degrees_;   // the same
  NetworkLoad network_load_;               // what take_load() got
};

}  // namespace pram::detail
