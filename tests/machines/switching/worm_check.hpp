#pragma once

#include <cstdint>
#include <string>

#include <pram/machines/switching.hpp>

namespace pram::test {

/// Flits of a message of so many words.
std::uint32_t flits_of(const Messages& batch, const SwitchingOptions& options, std::uint32_t message);

/// What faults() asks of a run under wormhole switching: a link carries one flit a step, nodes of one port send and
/// receive one, a wire of one direction at a time carries one; the flits of a message cross the links of its route in
/// order, once each and not before they are there; no channel belongs to two worms at once or holds more flits than it
/// has places; the statistics's sums are those of the trace.
std::string worm_faults(const Topology& topology, const Messages& batch, const SwitchingOptions& options,
                        const DeliveryStatistics& statistics, const Trace& trace);

}  // namespace pram::test
