#pragma once

#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>

namespace pram::perf {

/// A record of mean, stderr and largest; null if there are no values.
Value statistic_value(const Statistic& values);

}  // namespace pram::perf
