#pragma once

#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/run/run.hpp>

namespace pram::report {

/// The run beside an earlier one: totals, lines and supersteps by tag, then and now.
View baseline_view(const RunSummary& run, const RunSummary& baseline);

/// How the marks of the baseline look.
std::string_view baseline_style();

}  // namespace pram::report
