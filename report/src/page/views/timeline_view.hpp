#pragma once

#include <pram/ledger.hpp>
#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/page/profile_page.hpp>

namespace pram::report {

/// The timeline, and, of a run whose steps are put into bins, what that means and the costliest steps.
View timeline_view(const Ledger& ledger, const PageLimits& limits);

}  // namespace pram::report
