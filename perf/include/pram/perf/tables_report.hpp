#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/perf/combining_tables.hpp>

/// The tables of TR-24-92 beside our own measurements, as text for a terminal and as JSON.
namespace pram::perf {

/// Each table with the paper's number, the measured mean ± its standard error, and the difference in per cent. Cells
/// without runs show "-". At most 80 columns wide.
std::string tables_text(const std::vector<CombiningTable>& tables);

/// {version, tables: [{name, caption, cells: [{degree, basis, paper, measured, stderr, runs, …}]}], seed,
/// interrupted, wall_seconds}. A cell without runs has null for what is measured.
std::string tables_json(const std::vector<CombiningTable>& tables, std::uint64_t seed, double wall_seconds,
                        bool interrupted = false);

}  // namespace pram::perf
