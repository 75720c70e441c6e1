#pragma once

#include <pram/perf/runs/scale.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::perf {

/// A field for each cost: a dot for each size on logarithmic scales, the curve that was fitted, and the claimed class,
/// as a broken line through the largest size.
Drawing growth_plot(const Scale& scale);

}  // namespace pram::perf
