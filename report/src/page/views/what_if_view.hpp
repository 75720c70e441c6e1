#pragma once

#include <pram/ledger.hpp>
#include <pram/report/detail/page.hpp>

namespace pram::report {

/// The lines by what mending their contention could spare at most, most first. Needs a ledger of LedgerDetail::profile.
View what_if_view(const Ledger& ledger);

}  // namespace pram::report
