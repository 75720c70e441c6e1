#pragma once

#include <optional>

#include <pram/ledger.hpp>
#include <pram/report/bsp_parameters.hpp>
#include <pram/report/detail/drawing.hpp>

namespace pram::report {

/// Every phase of every step, and every superstep, as a dot: h to the right, what it was charged upwards, both on
/// logarithmic scales; so are replies, in their own colour. Equal dots are one, the larger the more they are. With
/// parameters there is the line of what g h + l predicts: dots above it had a harder pattern than random ones.
Drawing relation_plot(const Ledger& ledger, const std::optional<BspParameters>& parameters);

}  // namespace pram::report
