#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/perf/link_use.hpp>

namespace pram::perf {

/// The stays of messages at links, by message and then by time: when they came, and when they crossed.
/// @param row  by number of the link, node · ports + port: its row
std::vector<LinkVisit> visits_of(const Topology& topology, const SwitchingOptions& options, const Messages& batch,
                                 const Trace& trace, std::span<const std::uint32_t> row);

}  // namespace pram::perf
