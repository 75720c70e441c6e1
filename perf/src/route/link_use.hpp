#pragma once

#include <cstdint>

#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/perf/route.hpp>

namespace pram::perf {

/// What the links did in a delivery, from its crossings.
/// @param steps  of the delivery
LinkUse link_use(const Topology& topology, const Trace& trace, std::uint64_t steps);

}  // namespace pram::perf
