#pragma once

#include <pram/ledger.hpp>
#include <pram/report/detail/page/page.hpp>

namespace pram::report {

/// The machine and what it had to carry: its components, and the links of its network if that has any. Its pictures
/// are components, and links and replies. Needs a ledger of LedgerDetail::profile.
View machine_view(const Ledger& ledger);

}  // namespace pram::report
