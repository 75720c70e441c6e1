#pragma once

#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/page/profile_page.hpp>

namespace pram::report {

/// The page of a run; profile_page() is this page as a file.
Page run_page(const RunSummary& run, const PageOptions& options = {});

}  // namespace pram::report
