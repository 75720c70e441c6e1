#pragma once

#include <pram/ledger.hpp>
#include <pram/report/detail/drawing.hpp>

namespace pram::report {

/// The components as a square, row by row, once by the messages that they received and once by the requests that they
/// served. Needs a ledger of LedgerDetail::profile; of any other a sentence says so.
Drawing component_map(const Ledger& ledger);

}  // namespace pram::report
