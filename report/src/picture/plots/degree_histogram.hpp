#pragma once

#include <pram/ledger.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::report {

/// How many groups of requests for one cell there were of each degree, by powers of two, on a logarithmic scale. Needs
/// a ledger of LedgerDetail::profile; of any other a sentence says so.
Drawing degree_histogram(const Ledger& ledger);

}  // namespace pram::report
