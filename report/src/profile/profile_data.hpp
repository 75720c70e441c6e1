#pragma once

#include <cstdint>

#include <pram/ledger.hpp>
#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// Adds what LedgerDetail::profile knows as data: pardos, components, links, and the records of steps as columns.
/// Nothing without a profile.
void add_profile(Report& report, const Ledger& ledger);

/// What each component sent, received and served, and how often it was busiest.
Record component_columns(const Ledger& ledger);

/// Groups by their degree, without the bins behind the last that has some.
List degree_list(const DegreeBins& degrees);

}  // namespace pram::report
