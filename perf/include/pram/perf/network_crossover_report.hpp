#pragma once

#include <pram/perf/network_crossover.hpp>
#include <pram/perf/report.hpp>
#include <pram/report/detail/value/field.hpp>

/// What a comparison of networks says.
namespace pram::perf {

/// A letter for each network, by words and nodes; then the ends of the ranges. JSON: {version, operation,
/// most_doublings, comparisons: [{nodes, networks: [{name, network, ports, duplex, wormhole, startup, bandwidth}],
/// ranges: [{cheapest, first, last, algorithm_first, algorithm_last, time_first, time_last}]}]}
Report network_crossover_report(const NetworkCrossover& compared);

/// The same as a page, with the ranges drawn over words and nodes.
Page network_crossover_page(const NetworkCrossover& compared);

/// The comparison that such a report is of, from its JSON. Its models have no topology.
/// @throws Error that names the field that is missing or wrong
NetworkCrossover read_network_crossover(const Field& report);

}  // namespace pram::perf
