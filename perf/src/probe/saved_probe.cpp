#include <cstdint>

#include <pram/perf/host_probe.hpp>
#include <pram/perf/probe.hpp>
#include <pram/report/detail/run/saved.hpp>

namespace pram::perf {

Probe read_probe(const Field& report) {
  check_version(report);
  Probe probe;
  report.get("network", probe.network).get("components", probe.components).get("seed", probe.seed);
  report.get("asked", probe.runs).get("g", probe.g).get("l", probe.l).get("deviation", probe.deviation);
  report.get("interrupted", probe.interrupted).get("wall_seconds", probe.wall_seconds);
  for (const Field& row : report.at("points").entries()) {
    ProbePoint& point = probe.points.emplace_back();
    row.get("h", point.h);
    point.charge = {row.at("runs").as<std::uint64_t>(), row.at("mean").as<double>(), row.at("error").as<double>(),
                    row.at("largest").as<double>()};
  }
  return probe;
}

HostProbe read_host_probe(const Field& report) {
  check_version(report);
  HostProbe probe;
  report.get("processes", probe.processes).get("threads", probe.threads).get("runs", probe.runs);
  report.get("operations_a_second", probe.rate).get("seconds_a_word", probe.seconds_a_word);
  report.get("seconds_a_superstep", probe.seconds_a_superstep).get("interrupted", probe.interrupted);
  report.get("wall_seconds", probe.wall_seconds);
  for (const Field& row : report.at("points").entries()) {
    HostPoint& point = probe.points.emplace_back();
    row.get("h", point.h).get("least", point.least).get("median", point.median).get("largest", point.largest);
  }
  return probe;
}

}  // namespace pram::perf
