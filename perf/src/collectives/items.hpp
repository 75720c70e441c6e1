#pragma once

#include <string>

#include <pram/perf/collectives.hpp>
#include <pram/perf/report.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>

/// What reports on collectives have in common.
namespace pram::perf {

/// "64 nodes, all ports, half duplex, τ = 100, b = 1"
std::string model_text(const CollectiveModel& model);

/// A time or a number of words, with two decimals where it is small and no whole number.
std::string time_text(double time);

/// part / whole, or "-" where there is no whole.
std::string ratio_text(double part, double whole);

/// Puts ports, duplex, wormhole, startup and bandwidth into a report's JSON.
void add_costs(Report& report, const CollectiveModel& model);

/// The algorithms of a collective, as executed.
Fields<CollectiveRun> run_fields(const CollectiveResult& result);

/// What an algorithm's links carried, and its time, as JSON has them; null where it was not watched.
/// @param whole  as of links_record()
Value carried_value(const CollectiveRun& run, bool whole = true);

}  // namespace pram::perf
