#pragma once

#include <pram/perf/runs/compare.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::perf {

/// What each network with each protocol charged: a row a run, grouped by network, with a bar for requests and one for
/// replies (of BSP programs one for supersteps), all on one logarithmic scale that begins at 1. A run without a result
/// has its reason instead.
Drawing comparison_chart(const Comparison& comparison);

}  // namespace pram::perf
