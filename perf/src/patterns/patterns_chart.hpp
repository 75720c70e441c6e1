#pragma once

#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::perf {

/// A row for each protocol, with bars for its requests, each of its phases, and the replies, beside what as many
/// requests for distinct addresses cost and the least that any protocol can charge.
Drawing patterns_chart(const PatternsResult& result);

}  // namespace pram::perf
