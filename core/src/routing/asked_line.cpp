#include "asked_line.hpp"

#include <pram/detail/routing/counted_phases.hpp>

#include "agreed_step.hpp"

namespace pram::detail {

AskedLine asked_line(const WorkerTeam& team) {
  if (team.agreed != nullptr) return team.agreed->line;
  AskedLine line;
  for (const auto& worker : team.workers) {
    for (const std::uint32_t used : worker->first_sites) {
      const bool another = line.lines == AskedLine::Lines::one && line.site != used;
      line.lines = another ? AskedLine::Lines::several : AskedLine::Lines::one;
      line.site = used;
      if (another) return line;
    }
  }
  if (line.lines == AskedLine::Lines::none) return line;
  const CallSites& sites = team.workers.front()->sites;
  const Species& species = sites.species(sites.site(line.site).species);
  line.operation = species.operation;
  line.array = species.array;
  for (const auto& worker : team.workers) {
    for (const Chunk& chunk : worker->chunks) line.requests += chunk.requests;
  }
  return line;
}

bool may_count_phases(const AccessProtocol& protocol, const Network& network) {
  return CountedPhases::fits(protocol, network) && protocol.planned()->phases() > 1;
}

}  // namespace pram::detail
