#pragma once

#include <optional>

#include <pram/perf/runs/scale.hpp>
#include <pram/report/detail/run/lint.hpp>

/// The lints of costs by size: each looks at the finished scale alone, in a file of its own.
namespace pram::perf {

#define LINT(function, name) std::optional<report::Finding> function##_lint(const Scale& scale);
#include "lints.def"
#undef LINT

}  // namespace pram::perf
