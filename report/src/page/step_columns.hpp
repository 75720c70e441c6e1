#pragma once

#include <pram/ledger.hpp>
#include <pram/report/value.hpp>

namespace pram::report {

/// The records of steps and supersteps in columns, with an entry for each record. The page's script draws from them.
/// Each phase has a column, too, with its charge forward and back together.
Record step_columns(const Ledger& ledger);

}  // namespace pram::report
