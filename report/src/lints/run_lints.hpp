#pragma once

#include <optional>

#include <pram/report/detail/run/lint.hpp>
#include <pram/report/detail/run/run.hpp>

/// The lints of a run: each looks at the finished run alone, in a file of its own.
namespace pram::report {

// NOLINTNEXTLINE(bugprone-macro-parentheses): a name is declared
#define LINT(function, name) std::optional<Finding> function##_lint(const RunSummary& run);
#include "lints.def"
#undef LINT

}  // namespace pram::report
