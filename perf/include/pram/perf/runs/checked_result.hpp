#pragma once

#include <cstdint>

#include <pram/perf/report.hpp>
#include <pram/programs/program.hpp>
#include <pram/report/detail/run/run.hpp>

namespace pram::perf {

/// What the report on a run says of a bundled program's input and result.
/// @param n  size of the input
/// @param outcome  as default-constructed if the run was interrupted
CheckedResult checked_result(std::uint64_t n, const programs::InputFacts& input, const programs::Outcome& outcome);

}  // namespace pram::perf
