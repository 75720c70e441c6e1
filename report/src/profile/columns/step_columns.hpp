#pragma once

#include <cstddef>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/report/detail/value/value.hpp>

namespace pram::report {

enum class StepColumns {
  drawn,  ///< those that the page's script draws from
  all     ///< all that the records of steps have
};

/// The records of steps and supersteps in columns, with an entry for each record, and the version of this form. Each
/// phase has a column, too, with its charge forward and back together. A profile (LedgerDetail::profile) adds the
/// messages of phases, pardos, and the lines of all steps.
Record step_columns(const Ledger& ledger, StepColumns which = StepColumns::drawn);

/// Some of the records of steps and supersteps, by their places among all.
struct RecordPlaces {
  std::vector<std::size_t> steps = {};
  std::vector<std::size_t> supersteps = {};
};

/// What the page's script draws from, of these records alone, in this order.
Record step_columns(const Ledger& ledger, const RecordPlaces& places);

}  // namespace pram::report
