#pragma once

#include <pram/ledger.hpp>
#include <pram/report/value.hpp>

namespace pram::report {

enum class StepColumns {
  drawn,  ///< those that the page's script draws from
  all     ///< all that the records of steps have
};

/// The records of steps and supersteps in columns, with an entry for each record, and the version of this form. Each
/// phase has a column, too, with its charge forward and back together. A profile (LedgerDetail::profile) adds the
/// messages of phases, pardos, and the lines of all steps.
Record step_columns(const Ledger& ledger, StepColumns which = StepColumns::drawn);

}  // namespace pram::report
