#include "asked_line.hpp"

namespace pram::detail {

namespace {

// Below this many components a request, moving the records beats counting over the components.
constexpr std::uint32_t sparse_step = 16;

// Cells that a step may touch. The phased delivery carries a step of more requests, and refuses it where it ends.
constexpr std::uint64_t most_counted = std::uint64_t{1} << 30;

}  // namespace

AskedLine asked_line(const WorkerTeam& team) {
  AskedLine line;
  bool any = false;
  bool several = false;
  for (const auto& worker : team.workers) {
    for (const std::uint32_t used : worker->first_sites) {
      any = true;
      several |= line.site != no_request && line.site != used;
      line.site = used;
    }
    for (const Chunk& chunk : worker->chunks) line.requests += chunk.requests;
  }
  if (!any) return {};
  if (several) {
    line.site = no_request;
    return line;
  }
  const CallSites& sites = team.workers.front()->sites;
  const Species& species = sites.species(sites.site(line.site).species);
  line.operation = species.operation;
  line.array = species.array;
  return line;
}

bool may_count_phases(const AccessProtocol& protocol, const Network& network) {
  return protocol.phases() > 1 && protocol.routes_alone() && !protocol.asynchronous() &&
         protocol.adaptive_routing() == nullptr && !network.wants_messages();
}

bool counts_phases(const AskedLine& line, std::uint32_t components) {
  return line.site != no_request && folds_in_any_order(line.operation) && line.requests < most_counted &&
         line.requests * sparse_step >= components;
}

}  // namespace pram::detail
