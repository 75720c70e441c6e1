#pragma once

#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// What the script of a profile's page reads: `columns` (step_columns(), or binned_columns()), and where they are known
/// `pardos`, `degrees` by line, `components` (packed_numbers()), `machine_loads` (machine_data()) and `speed_up`, which
/// has the runs and the ends of the plot's axis.
Record page_data(const RunSummary& run, const PageLimits& limits = {});

}  // namespace pram::report
