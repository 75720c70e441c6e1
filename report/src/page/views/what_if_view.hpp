#pragma once

#include <string_view>

#include <pram/ledger.hpp>
#include <pram/report/detail/page/page.hpp>

namespace pram::report {

/// The lines by what less contention could spare at most, most first. Needs a ledger of LedgerDetail::profile.
/// @param comparison  the command that executes what is an upper bound here; "": there is none
View what_if_view(const Ledger& ledger, std::string_view comparison = {});

}  // namespace pram::report
