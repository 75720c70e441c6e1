#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/machines/switching.hpp>

namespace pram::test {

/// Replays a run's trace by rules of its own and says what is wrong with it, "" if nothing: every message goes from its
/// source over links that exist to its destination, once and without a gap in time going backwards, no link carries two
/// at once, ports and wires are shared as the options say, FIFO order holds on every link, no queue holds more than its
/// places, merged messages share key, destination and place, and the statistics's sums are those of the trace. Runs
/// under wormhole switching: see worm_faults().
std::string faults(const Topology& topology, const Messages& batch, const SwitchingOptions& options,
                   const DeliveryStatistics& statistics, const Trace& trace);

}  // namespace pram::test
