#pragma once

#include <optional>
#include <string>

#include <pram/ledger.hpp>
#include <pram/report/bsp_parameters.hpp>
#include <pram/report/detail/picture/drawing.hpp>
#include "lower_bound.hpp"

namespace pram::report {

/// Every phase of every step, and every superstep, as a dot: h to the right, what it was charged upwards, both on
/// logarithmic scales; so are replies, in their own colour. Equal dots are one, the larger the more they are. With
/// parameters there is the line of what g h + l predicts: dots above it had a harder pattern than random ones. With a
/// bound there is the line that no dot can lie below; if the bound distinguishes messages that leave their component,
/// h is of these alone.
Drawing relation_plot(const Ledger& ledger, const std::optional<BspParameters>& parameters,
                      const LowerBound& bound = {});

/// How to read the plot.
std::string relation_reading(const LowerBound& bound);

}  // namespace pram::report
