#include <cstddef>
#include <memory>
#include <string>

#include <pram/error.hpp>
#include <pram/machines/detail/named_switching.hpp>
#include <pram/perf/route.hpp>
#include <pram/report/detail/run/saved.hpp>
#include "links/saved_links.hpp"
#include "report/statistic_value.hpp"

namespace pram::perf {

namespace {

NamedSwitching saved_network(const Field& name) {
  try {
    return make_named_switching(name.as<std::string>(), 0, false);
  } catch (const ConfigError&) {
    name.refuse("the name of a network with its sizes");
  }
}

}  // namespace

RouteResult read_route(const Field& report) {
  check_version(report);
  RouteResult result;
  report.get("network", result.network).get("traffic", result.traffic).get("terminals", result.terminals);
  report.get("links", result.links).get("seed", result.seed).get("asked", result.asked);
  report.get("combines", result.combines).get("interrupted", result.interrupted);
  report.get("wall_seconds", result.wall_seconds);
  const auto runs = report.at("runs").as<std::uint64_t>();
  const auto read = [&](const Field& of, const char* name) { return read_statistic(of.at(name), runs); };
  result.steps = read(report, "steps");
  result.messages = read(report, "messages");
  result.hops = read(report, "hops");
  result.merged = read(report, "merged");
  result.latency = read(report, "latency");
  result.largest_queue = read(report, "largest_queue");
  const Field utilisation = report.at("utilisation");
  result.largest_utilisation = read(utilisation, "largest");
  result.mean_utilisation = read(utilisation, "mean");
  const Field bounds = report.at("bounds");
  result.distance = read(bounds, "distance");
  result.farthest = read(bounds, "farthest");
  result.ports = read(bounds, "ports");
  result.bisection = read(bounds, "bisection");
  result.best = read(bounds, "best");
  result.ratio = read(report, "ratio");
  result.passes = read_statistic(report.at("passes"), report.at("permutations").as<std::uint64_t>());
  if (!report.at("conflict_free").is_null()) report.get("conflict_free", result.conflict_free);
  if (const auto first = report.find("first_run")) {
    const NamedSwitching network = saved_network(report.at("network"));
    const Topology& topology = network.switching->topology();
    result.first = read_links(*first, &topology, std::size_t{topology.nodes()} * topology.ports());
  }
  return result;
}

}  // namespace pram::perf
