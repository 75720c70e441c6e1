#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/perf/runs/compare.hpp>

namespace pram::perf {

/// What a table of lines has room for.
inline constexpr std::size_t most_lines_shown = 30;

/// A source line in all runs of a comparison.
struct LineInRuns {
  std::string file;
  std::uint32_t line = 0;
  std::vector<std::optional<std::uint64_t>> charges;  ///< by run; none where it has no result
};

/// The lines of all runs, those first that were charged most in all runs together.
std::vector<LineInRuns> lines_in_runs(const Comparison& comparison);

/// The same as JSON.
Value lines_value(const Comparison& comparison);

/// Gives the lines back to the runs.
void read_lines(const Field& lines, Comparison& comparison);

/// A row for each line, a column for each run: the line's share of the run's charge, as text and as strong a colour. ""
/// if no line was charged.
std::string lines_markup(const Comparison& comparison);

}  // namespace pram::perf
