#pragma once

#include <string>

#include <pram/perf/collectives.hpp>
#include <pram/perf/report.hpp>
#include <pram/report/detail/fields.hpp>
#include <pram/report/detail/items.hpp>

/// What reports on collectives have in common.
namespace pram::perf {

/// "64 nodes, all ports, half duplex, τ = 100, b = 1"
std::string model_text(const CollectiveModel& model);

/// A time or a number of words, with two decimals where it is small and no whole number.
std::string time_text(double time);

/// part / whole, or "-" where there is no whole.
std::string ratio_text(double part, double whole);

/// Puts network, nodes, ports, duplex, startup, bandwidth and modules into a report's JSON.
void add_model(Report& report, const CollectiveModel& model);

/// The algorithms of a collective, as executed.
Fields<CollectiveRun> run_fields(const CollectiveResult& result);

}  // namespace pram::perf
