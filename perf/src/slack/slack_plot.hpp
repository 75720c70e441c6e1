#pragma once

#include <pram/perf/runs/slack.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::perf {

/// Efficiency and 1 / performance factor over the slack, whose scale is logarithmic.
report::Drawing slack_plot(const SlackSweep& sweep);

}  // namespace pram::perf
