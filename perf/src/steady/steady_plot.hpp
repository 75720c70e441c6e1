#pragma once

#include <pram/perf/steady.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::perf {

/// Latency, the mean and that of 99 messages of 100, against messages offered, of the rates whose messages have all
/// arrived; lines where the most loaded link is full, and where the network is saturated.
Drawing latency_plot(const SteadyResult& result);

/// Messages accepted against messages offered, of all rates, with the same lines, and one where both are equal.
Drawing accepted_plot(const SteadyResult& result);

}  // namespace pram::perf
