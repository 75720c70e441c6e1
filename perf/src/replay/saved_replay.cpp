#include <cstddef>
#include <string>

#include <pram/error.hpp>
#include <pram/machines/detail/named_switching.hpp>
#include <pram/perf/replay.hpp>
#include <pram/report/detail/run/saved.hpp>
#include "links/saved_links.hpp"

namespace pram::perf {

namespace {

LinkUse saved_links_of(const Field& record, const Field& network) {
  try {
    const NamedSwitching named = make_named_switching(network.as<std::string>(), 0, false);
    const Topology& topology = named.switching->topology();
    return read_links(record, &topology, std::size_t{topology.nodes()} * topology.ports());
  } catch (const ConfigError&) {
    network.refuse("the name of a network with its sizes");
  }
}

}  // namespace

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
    for (const Field& entry : links->at("most_loaded").entries()) {
      Replayed::LoadedLink& link = of.most_loaded.emplace_back();
      entry.get("from", link.from).get("to", link.to).get("busy", link.busy);
    }
    if (const auto over_time = report.find("links_over_time"))
      of.over_time = saved_links_of(*over_time, report.at("network"));
  }
  return result;
}

}  // namespace pram::perf
