#pragma once

#include <cstdint>
#include <optional>

#include <pram/report/detail/run/lint.hpp>
#include <pram/report/detail/run/run.hpp>

/// The lints of a run: each looks at the finished run alone, in a file of its own.
namespace pram::report {

// NOLINTNEXTLINE(bugprone-macro-parentheses): a name is declared
#define LINT(function, name) std::optional<Finding> function##_lint(const RunSummary& run);
#include "lints.def"
#undef LINT

/// Whether a run made at most so many requests, did at most so much work, and took at most 2^28 steps times components:
/// a bound of the time that the run takes again.
bool is_at_most(const RunSummary& run, std::uint64_t requests, std::uint64_t work);

}  // namespace pram::report
