#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/machines/collectives.hpp>
#include <pram/perf/collectives.hpp>
#include <pram/perf/network_crossover_report.hpp>
#include <pram/report/detail/run/saved.hpp>
#include "links/saved_links.hpp"

namespace pram::perf {

namespace {

/// What a network is asked for beside its name.
void read_costs(const Field& report, CollectiveModel& model) {
  using Options = SwitchingOptions;
  model.ports = report.at("ports").as<std::string>() == "one" ? Options::Ports::one : Options::Ports::all;
  model.duplex = report.at("duplex").as<std::string>() == "half" ? Options::Duplex::half : Options::Duplex::full;
  if (report.at("wormhole").as<bool>()) model.switching = Options::Technique::wormhole;
  report.get("startup", model.startup).get("bandwidth", model.bandwidth);
}

CollectiveModel read_model(const Field& report) {
  const Field network = report.at("network");
  CollectiveModel model;
  try {
    model = collective_model(Spec(network.as<std::string>()));
  } catch (const ConfigError&) {
    network.refuse("the name of a network with its sizes");
  }
  read_costs(report, model);
  return model;
}

CollectiveOperation read_operation(const Field& name) {
  const auto text = name.as<std::string>();
  for (const CollectiveOperation operation : all_operations()) {
    if (to_string(operation) == text) return operation;
  }
  name.refuse("a collective operation");
}

ReductionOperator read_operator(const Field& name) {
  try {
    return reduction_operator_from(name.as<std::string>());
  } catch (const ConfigError& error) {
    name.refuse(error.allowed);
  }
}

unsigned read_doublings(const Field& report) {
  constexpr unsigned most = 63;
  unsigned doublings = 0;
  report.get("most_doublings", doublings);
  if (doublings > most) report.at("most_doublings").refuse("a number from 0 to 63");
  return doublings;
}

CollectiveRun read_collective_run(const Field& row) {
  CollectiveRun run;
  row.get("name", run.algorithm).get("source", run.source).get("steps", run.cost.steps).get("words", run.cost.words);
  row.get("time", run.time).get("formula", run.formula.time).get("exact", run.formula.exact);
  row.get("verified", run.verified);
  return run;
}

}  // namespace

CollectiveResult read_collective(const Field& report) {
  check_version(report);
  CollectiveResult result;
  result.model = read_model(report);
  result.task.operation = read_operation(report.at("operation"));
  if (result.task.operation.combines()) result.task.combine = read_operator(report.at("operator"));
  report.get("words", result.task.words).get("source", result.task.source).get("target", result.task.target);
  if (const auto counts = report.find("counts")) {
    for (const Field& count : counts->entries()) result.task.counts.push_back(count.as<std::uint64_t>());
    if (result.task.counts.empty()) counts->refuse("a list of the words of each node");
  }
  report.get("lower_bound", result.lower_bound).get("best", result.best).get("asked", result.asked);
  report.get("interrupted", result.interrupted).get("wall_seconds", result.wall_seconds);
  for (const Field& row : report.at("algorithms").entries()) result.runs.push_back(read_collective_run(row));
  const auto carried = report.find("carried");
  if (!carried) return result;
  const std::vector<Field> entries = carried->entries();
  if (entries.size() != result.runs.size()) carried->refuse("a list of an entry for each algorithm");
  const Topology* const topology = result.model.topology.get();
  const std::size_t links =
      topology != nullptr ? std::size_t{topology->nodes()} * topology->ports() : std::size_t{result.model.nodes} + 1;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (!entries[k].is_null()) result.runs[k].carried = read_links(entries[k], topology, links);
  }
  return result;
}

Crossover read_crossover(const Field& report) {
  check_version(report);
  Crossover crossover;
  crossover.operation = read_operation(report.at("operation"));
  read_costs(report, crossover.model);
  crossover.most_doublings = read_doublings(report);
  for (const Field& one : report.at("networks").entries()) {
    CrossoverRow& row = crossover.rows.emplace_back();
    one.get("network", row.network).get("nodes", row.nodes);
    for (const Field& range : one.at("ranges").entries()) {
      CrossoverRange& read = row.ranges.emplace_back();
      range.get("algorithm", read.algorithm).get("first", read.first).get("last", read.last);
      range.get("time_first", read.time_first).get("time_last", read.time_last);
    }
  }
  if (crossover.rows.empty()) report.at("networks").refuse("a list of at least one network");
  crossover.model.network = crossover.rows.front().network;
  crossover.model.nodes = crossover.rows.front().nodes;
  return crossover;
}

NetworkCrossover read_network_crossover(const Field& report) {
  check_version(report);
  NetworkCrossover compared;
  compared.operation = read_operation(report.at("operation"));
  compared.most_doublings = read_doublings(report);
  for (const Field& one : report.at("comparisons").entries()) {
    NetworkCrossoverRow& row = compared.rows.emplace_back();
    one.get("nodes", row.nodes);
    for (const Field& network : one.at("networks").entries()) {
      ComparedNetwork& read = row.networks.emplace_back();
      network.get("name", read.name).get("network", read.model.network);
      read_costs(network, read.model);
      read.model.nodes = row.nodes;
    }
    for (const Field& range : one.at("ranges").entries()) {
      CheapestRange& read = row.ranges.emplace_back();
      range.get("cheapest", read.network).get("first", read.first).get("last", read.last);
      range.get("algorithm_first", read.algorithm_first).get("algorithm_last", read.algorithm_last);
      range.get("time_first", read.time_first).get("time_last", read.time_last);
    }
  }
  if (compared.rows.empty()) report.at("comparisons").refuse("a list of at least one number of nodes");
  return compared;
}

}  // namespace pram::perf
