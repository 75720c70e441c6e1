#pragma once

#include <string>
#include <vector>

#include <pram/report/detail/run/run.hpp>

namespace pram::report {

/// What a run's numbers say, in sentences: how long it took, what it was charged and for what, which lines and cells
/// cost most. Each number is one of the report's.
std::vector<std::string> verdict(const RunSummary& run);

}  // namespace pram::report
