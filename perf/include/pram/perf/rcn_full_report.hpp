#pragma once

#include <string>

#include <pram/perf/rcn_full_tables.hpp>

/// The RCN-FULL paper's data beside our own measurements, as text for a terminal and as JSON.
namespace pram::perf {

/// Tables with what is wrong in the paper marked and explained below each. At most 80 columns wide.
std::string rcn_full_text(const RcnFullTables& tables);

/// {version, properties, costs, sorts, crossovers, pins, interrupted, wall_seconds}. What was not executed is null.
std::string rcn_full_json(const RcnFullTables& tables, double wall_seconds, bool interrupted = false);

}  // namespace pram::perf
