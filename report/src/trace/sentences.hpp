#pragma once

#include <string>

#include <pram/report/trace.hpp>

#include "trace.hpp"

namespace pram::report {

/// What a step does, in a sentence: which line asks for what, for how many processors, how many of them meet at a cell,
/// and which models allow that.
std::string sentence_of(const RunTrace& trace, const RunTrace::Step& step);

/// How the run broke the rule: both processors, their lines and the cell.
std::string sentence_of(const ConflictError::Facts& breach);

/// Why the trace has no more steps: the error that ended the run, or the recording; "" if nothing did, or a breach.
std::string error_of(const RunTrace& trace, const TraceOptions& options);

/// "processor 3: i = 4, j = 5; processor 4: …", at most so many values.
std::string locals_text(const RunTrace& trace, const RunTrace::Step& step, std::size_t most);

/// "name[3]: 4 → 7, …", at most so many of them.
std::string changes_text(const RunTrace& trace, const RunTrace::Step& step, std::size_t most);

}  // namespace pram::report
