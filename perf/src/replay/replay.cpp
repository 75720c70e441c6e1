#include <pram/perf/replay.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <vector>

#include <pram/machines/detail/lower_bounds.hpp>
#include <pram/perf/route.hpp>
#include "links/link_use.hpp"

namespace pram::perf {

namespace {

/// Hops of all messages on shortest paths; routes by way of a stop are about twice as long.
std::uint64_t least_hops(const OperationTrace& trace, const Topology& topology) {
  std::uint64_t hops = 0;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    for (std::uint32_t one = trace.first[rank]; one < trace.first[rank + std::size_t{1}]; ++one) {
      const TraceOperation& operation = trace.operations[one];
      if (operation.kind == TraceOperation::Kind::send && operation.peer < topology.terminals())
        hops += topology.distance(rank, operation.peer);
    }
  }
  return hops;
}

std::vector<Replayed::LoadedLink> most_loaded(const Topology& topology, const std::vector<std::uint64_t>& busy) {
  std::vector<std::size_t> links;
  for (std::size_t link = 0; link < busy.size(); ++link) {
    if (busy[link] > 0) links.push_back(link);
  }
  std::ranges::stable_sort(links, std::ranges::greater(), [&](std::size_t link) { return busy[link]; });
  links.resize(std::min(links.size(), most_loaded_links));
  std::vector<Replayed::LoadedLink> loaded;
  for (const std::size_t link : links) {
    const auto node = static_cast<std::uint32_t>(link / topology.ports());
    const auto port = static_cast<std::uint32_t>(link % topology.ports());
    loaded.push_back({node, topology.neighbour(node, port), busy[link]});
  }
  return loaded;
}

/// Replays on a network, and says what its links did.
ReplayResult replay_on(const ReplayNetwork& network, const OperationTrace& trace, bool watch, Replayed::Links& links) {
  const Topology& topology = *network.topology;
  LinkLoad load;
  Trace crossings;
  Sink sink(load);
  if (watch && trace.ranks() <= topology.terminals() && least_hops(trace, topology) <= most_watched_hops)
    sink.trace = &crossings;
  ReplayResult result = replay(trace, network.topology, network.options, network.overhead, sink);
  links.links = LowerBoundFinder(topology, network.options).links();
  links.hops = result.network.hops;
  links.busy = result.network.busy;
  links.busiest_link = result.network.busiest_link;
  links.largest_queue = result.network.largest_queue;
  links.most_loaded = most_loaded(topology, load.busy);
  if (sink.trace != nullptr && result.makespan <= std::numeric_limits<std::uint32_t>::max())
    links.over_time = link_use(topology, crossings, result.makespan);
  return result;
}

}  // namespace

Replayed replay_trace(const OperationTrace& trace, const std::variant<LogGops, ReplayNetwork>& on, bool watch) {
  const auto start = std::chrono::steady_clock::now();
  Replayed result;
  ReplayResult found;
  if (const auto* const network = std::get_if<ReplayNetwork>(&on)) {
    // Clang takes a member's type for one that is made of nothing only behind the class around it.
    found = replay_on(*network, trace, watch, result.links.emplace(Replayed::Links{}));
    result.network = network->name;
  } else {
    const LogGops& prices = std::get<LogGops>(on);
    found = replay(trace, prices);
    result.network = prices.name();
  }
  result.trace = trace.file;
  result.ranks = trace.ranks();
  result.operations = trace.operations.size();
  result.messages = found.messages;
  result.bytes = found.bytes;
  result.makespan = found.makespan;
  result.ends = std::move(found.ends);
  std::ranges::copy(found.of_path, result.of_path);
  result.path_pieces = found.critical_path.size();
  found.critical_path.resize(std::min(found.critical_path.size(), most_path_pieces));
  for (const PathPiece& piece : found.critical_path) {
    result.path.push_back({std::string(to_string(piece.part)), trace.rank_of(piece.operation),
                           std::string(trace.label(piece.operation)), trace.operations[piece.operation].line,
                           piece.begin, piece.end});
  }
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace pram::perf
