#pragma once

#include <pram/perf/collectives.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::perf {

/// A row for each algorithm: its time, and of that start-ups and words, beside its formula and the lower bound.
Drawing algorithms_chart(const CollectiveResult& result);

}  // namespace pram::perf
