#pragma once

#include <optional>

#include <pram/ledger.hpp>
#include <pram/report/bsp_parameters.hpp>
#include <pram/report/detail/value/value.hpp>

/// What a ledger knows of BSP supersteps, table by table. Text has each only where there is something to say.
namespace pram::report {

/// What the supersteps of each tag did and cost; text sums up the cheapest of many tags.
/// @param parameters  of the prediction; none: there is no prediction
void add_supersteps(Report& report, const Ledger& ledger, const std::optional<BspParameters>& parameters);

/// The source lines that communicated, those that cost most first; text has ten.
void add_transfers(Report& report, const Ledger& ledger);

/// A record a superstep, where the ledger has them; JSON and CSV alone.
void add_superstep_records(Report& report, const Ledger& ledger);

}  // namespace pram::report
