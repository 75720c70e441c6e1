#pragma once

#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// The tables of baseline_report(), without its sentences.
Report baseline_tables(const RunSummary& run, const RunSummary& baseline);

}  // namespace pram::report
