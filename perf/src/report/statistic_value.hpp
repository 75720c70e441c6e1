#pragma once

#include <cstdint>

#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/report/detail/value/field.hpp>

namespace pram::perf {

/// A record of mean, error and largest; null if there are no values.
Value statistic_value(const Statistic& values);

/// The same read again.
/// @param count  of its values where it is not null
/// @throws Error that names the field
Statistic read_statistic(const Field& field, std::uint64_t count);

}  // namespace pram::perf
