#pragma once

#include <span>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/drawing.hpp>
#include <pram/report/detail/run/run.hpp>

namespace pram::report {

/// How much faster p components are than one processor that does all the work, for several p, on logarithmic scales:
/// as many times as components, by Brent's theorem, and with what the network charged.
Drawing speed_up_plot(std::span<const ScaledRun> runs);

/// The plot's axis of speed-ups.
Axis speed_up_axis(std::span<const ScaledRun> runs);

}  // namespace pram::report
