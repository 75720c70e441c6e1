#pragma once

#include <pram/ledger.hpp>
#include <pram/report/value.hpp>

namespace pram::report {

/// What the script of a page colours the marks of machine_view() by, over the whole run and over time: by picture,
/// `received`, `served`, `links` and `replies`. Loads are letters, one a mark: `A` is 0 and `_` the most, in 64 levels.
///
/// A mark of `received` and `served` is a cell of the picture, with its `columns` and `rows`, `across` and `down` are
/// the components that lie in its rows and columns. A mark of `links` and `replies` is a link, or, of a large network,
/// a cell; `link` is then its busiest one, `from` and `to` its ends, and `busy` its steps. `whole` and `most` are of
/// the run. `frames` has the same over time: the `steps` of each, the `most` of all, and `levels`, frame by frame. All
/// frames of a picture together have at most 2^17 letters. Needs a ledger of LedgerDetail::profile.
Record machine_data(const Ledger& ledger);

}  // namespace pram::report
