#pragma once

#include <optional>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/value.hpp>

/// What a ledger knows, table by table. Text has each only where there is something to say.
namespace pram::report {

/// What each phase of a step did.
List phase_records(const std::vector<PhaseRecord>& phases);

/// The phases of the access protocol, or its routines where these have names.
void add_phases(Report& report, const Ledger& ledger);

/// What each region cost.
void add_regions(Report& report, const Ledger& ledger);

/// The source lines, those that cost most first; text has ten.
/// @param plots  text has a bar for each, where there is room
void add_lines(Report& report, const Ledger& ledger, const std::optional<TextPlots>& plots);

/// Which source lines shared steps.
void add_mixed_lines(Report& report, const Ledger& ledger);

/// The collectives of JSON and CSV.
void add_collectives(Report& report, const Ledger& ledger);

/// The most contended cells; text has ten.
void add_cells(Report& report, const Ledger& ledger);

/// The collectives of text, those that cost most first.
void add_costliest_collectives(Report& report, const Ledger& ledger);

/// A record a step, where the ledger has them; JSON and CSV alone.
void add_steps(Report& report, const Ledger& ledger);

}  // namespace pram::report
