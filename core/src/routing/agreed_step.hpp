#pragma once

#include <cstdint>
#include <vector>

#include "../ranks/rank_group.hpp"
#include "asked_line.hpp"

namespace pram::detail {

class RankedSites;
class SourceOrder;

/// What all ranks know of the step in progress: the teams of a rank point to it, that of its processors and that of its
/// cells.
struct AgreedStep {
  RankGroup* group = nullptr;
  const WorkerTeam* serving = nullptr;   ///< the team of the cells
  SourceOrder* order = nullptr;          ///< of the records of several ranks
  const RankedSites* numbers = nullptr;  ///< that all ranks have for call sites
  AskedLine line;                        ///< of the requests of all ranks
  std::vector<std::uint32_t> sites;      ///< that ask, by this rank's numbers, in the same order on every rank
  bool of_processes = false;             ///< that BSP processes ask, several at a time each
  std::uint64_t live = 0;                ///< processors of all ranks
  bool several_served = false;           ///< several of the sites have slots: a process's requests for a cell share one
  bool failed = false;                   ///< a processor of some rank has
  bool stopped = false;                  ///< some rank has been asked to stop
  std::uint64_t waiting_elsewhere = 0;   ///< those of them at a barrier
};

/// Calls see(site) for the sites that ask in a step, on whatever rank. Of one process a site may be seen several times.
template <class See>
void for_each_asked_site(const WorkerTeam& team, const See& see) {
  if (team.agreed != nullptr) {
    for (const std::uint32_t site : team.agreed->sites) see(site);
    return;
  }
  for (const auto& worker : team.workers) {
    for (const std::uint32_t site : worker->first_sites) see(site);
  }
}

}  // namespace pram::detail
