#pragma once

#include <pram/ledger.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::report {

/// What a run was charged as it went on: a bar a step, stacked by phase, replies above, and below it the largest degree
/// of each step as a strip of heat on a logarithmic scale. Where there are more steps than pixels, a bar has the step
/// of its bin that was charged most, and a fainter bar behind it the bin's mean. A drawing without a bar says why.
/// Supersteps follow where the run has no steps: local work, then what was charged.
Drawing timeline(const Ledger& ledger);

}  // namespace pram::report
