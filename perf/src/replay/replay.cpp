#include <pram/perf/replay.hpp>

#include <algorithm>
#include <chrono>

#include <pram/machines/detail/lower_bounds.hpp>

namespace pram::perf {

namespace {

Replayed::Links links_of(const ReplayNetwork& network, const DeliveryStatistics& statistics) {
  Replayed::Links links;
  links.links = LowerBoundFinder(*network.topology, network.options).links();
  links.hops = statistics.hops;
  links.busy = statistics.busy;
  links.busiest_link = statistics.busiest_link;
  links.largest_queue = statistics.largest_queue;
  return links;
}

}  // namespace

Replayed replay_trace(const OperationTrace& trace, const std::variant<LogGops, ReplayNetwork>& on) {
  const auto start = std::chrono::steady_clock::now();
  Replayed result;
  ReplayResult found;
  if (const auto* const network = std::get_if<ReplayNetwork>(&on)) {
    found = replay(trace, network->topology, network->options, network->overhead);
    result.network = network->name;
    result.links = links_of(*network, found.network);
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
