#pragma once

#include <string>

#include <pram/report/detail/run/run.hpp>

namespace pram::tool {

/// The command that compares the run with the same program under the other access protocols. "": the run is not of a
/// bundled program, or has no PRAM steps. The options of its input are not known.
std::string comparison_command(const report::RunSummary& run);

}  // namespace pram::tool
