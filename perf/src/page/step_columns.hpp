#pragma once

#include <pram/ledger.hpp>
#include <pram/perf/report.hpp>

namespace pram::perf {

/// The records of steps and supersteps in columns, an entry a record: what the page's script draws from. A column for
/// each phase, too, forward and back together.
Record step_columns(const Ledger& ledger);

}  // namespace pram::perf
