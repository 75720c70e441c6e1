#include <string>

#include <pram/perf/replay.hpp>
#include <pram/report/detail/run/saved.hpp>

namespace pram::perf {

Replayed read_replay(const Field& report) {
  check_version(report);
  Replayed result;
  report.get("trace", result.trace).get("network", result.network).get("ranks", result.ranks);
  report.get("operations", result.operations).get("messages", result.messages).get("bytes", result.bytes);
  report.get("makespan", result.makespan).get("ends", result.ends).get("wall_seconds", result.wall_seconds);
  const Field path = report.at("critical_path");
  for (std::size_t k = 0; k < path_parts; ++k) path.get(to_string(static_cast<PathPart>(k)), result.of_path[k]);
  path.get("count", result.path_pieces);
  for (const Field& entry : path.at("pieces").entries()) {
    Replayed::Piece& piece = result.path.emplace_back();
    entry.get("part", piece.part).get("rank", piece.rank).get("label", piece.label).get("line", piece.line);
    entry.get("begin", piece.begin).get("end", piece.end);
  }
  if (const auto links = report.find("links")) {
    result.links = Replayed::Links{};
    Replayed::Links& of = *result.links;
    links->get("links", of.links).get("hops", of.hops).get("busy", of.busy);
    links->get("busiest_link", of.busiest_link).get("largest_queue", of.largest_queue);
  }
  return result;
}

}  // namespace pram::perf
