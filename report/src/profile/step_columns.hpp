#pragma once

#include <pram/ledger.hpp>
#include <pram/report/value.hpp>

namespace pram::report {

/// The records of steps and supersteps in columns, with an entry for each record, and the version of this form. The
/// page's script draws from them. Each phase has a column, too, with its charge forward and back together. A profile
/// (LedgerDetail::profile) adds the messages of phases, pardos, and the lines of all steps.
Record step_columns(const Ledger& ledger);

}  // namespace pram::report
