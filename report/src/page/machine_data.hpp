#pragma once

#include <pram/ledger.hpp>
#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// What the script of a page colours the marks of machine_view() by, over the whole run and over time: by picture,
/// `received`, `served`, `links` and `replies`.
///
/// A mark of `received` and `served` is a cell of the picture, with its `columns` and `rows`, `across` and `down` are
/// the components that lie in its rows and columns. A mark of `links` and `replies` is a link, or, of a large network,
/// a cell; `link` is then its busiest one, `from` and `to` its ends, and `busy` its steps, each packed_differences().
/// `most` is of the run. `frames` has the loads over time: the `steps` of each, the `most` of all, and `levels`,
/// packed_numbers(), frame by frame, one for each mark: 0 is none and 63 the most. All frames of a picture together
/// have at most 2^15 levels: of a large picture a level is for the busiest of a square of cells, `columns` and `rows`
/// of them, and a frame has more steps. Needs a ledger of LedgerDetail::profile.
Record machine_data(const Ledger& ledger);

}  // namespace pram::report
