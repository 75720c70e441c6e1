#pragma once

#include <span>

#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// Adds the table of a program on machines of several sizes: how much faster each is than one processor that does all
/// the work. Nothing without runs.
void add_scaled(Report& report, std::span<const ScaledRun> runs, bool with_text);

}  // namespace pram::report
