#pragma once

#include <pram/detail/ledger/ledger_builder.hpp>
#include <pram/report/detail/value/field.hpp>

/// Parts of a run's JSON, read into a ledger. What writes each stands in profile/. All throw an Error that names the
/// field that is missing or wrong.
namespace pram::report {

/// Totals of the run, phases, lines, regions, cells and collectives.
void read_totals(const Field& run, detail::LedgerBuilder& ledger);

/// Records of steps, as rows or as columns. Needs the totals.
void read_steps(const Field& run, detail::LedgerBuilder& ledger);

/// Supersteps by tag, their records, and the lines that communicated.
void read_supersteps(const Field& run, detail::LedgerBuilder& ledger);

/// Pardos, components and links.
/// @param components  of the machine
void read_profile(const Field& run, std::uint32_t components, detail::LedgerBuilder& ledger);

void read_requests(const Field& counts, RequestCounts& requests);
void read_place(const Field& row, SourceLine& where);
void read_phase(const Field& row, PhaseRecord& phase);

}  // namespace pram::report
