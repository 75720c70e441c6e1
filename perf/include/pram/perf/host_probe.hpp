#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/report/detail/value/field.hpp>

namespace pram {
class Machine;
}

/// The speed of this computer as a BSP machine: a superstep in which every process does w local operations, sends h
/// words and gets h takes (w + g h + l) / r seconds (Bisseling 2020, Section 1.5, does so for other BSP libraries).
/// Every number is a median, so that what else the computer does counts little.
namespace pram::perf {

struct HostProbeRequest {
  std::uint32_t processes = 64;                           ///< one on each component; at least 2
  std::uint32_t threads = 0;                              ///< host threads; 0: one a core
  std::vector<std::uint32_t> h = {0, 1, 4, 16, 64, 256};  ///< words that each process sends and gets
  std::uint64_t runs = 15;                                ///< supersteps for each h; at least 1
  std::uint64_t memory_limit = 0;                         ///< MachineOptions::memory_limit
  /// Is called before each point with the numbers done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
  /// Is given the machine that runs the supersteps, and null when the last of them is over. The machine's
  /// request_stop() ends the work within one superstep.
  std::function<void(Machine*)> watch;
};

/// The supersteps of one h.
struct HostPoint {
  std::uint32_t h = 0;
  double least = 0;    ///< seconds of the fastest superstep
  double median = 0;   ///< seconds
  double largest = 0;  ///< seconds of the slowest superstep
};

struct HostProbe {
  std::uint32_t processes = 0;
  std::uint32_t threads = 0;  ///< host threads that ran the processes
  std::uint64_t runs = 0;
  std::vector<HostPoint> points;   ///< in the order of the request; only those that were measured
  double rate = 0;                 ///< r: operations a second of one process, while all compute; 0: not measured
  double seconds_a_word = 0;       ///< slope of the points; never negative
  double seconds_a_superstep = 0;  ///< the line's value at h = 0; never negative
  bool interrupted = false;
  double wall_seconds = 0;

  /// g in operations a word.
  double g() const { return rate * seconds_a_word; }
  /// l in operations.
  double l() const { return rate * seconds_a_superstep; }
  /// The seconds that the line gives for a superstep of the point's h.
  double fitted(const HostPoint& point) const { return seconds_a_word * point.h + seconds_a_superstep; }
};

/// Runs BSP processes on the network `ideal`, so that no time goes into the emulation of a network. An operation is a
/// multiplication or an addition of doubles in y[i] = a y[i] + x[i] on vectors that stay in a cache.
/// @throws ConfigError for fewer than two processes or no run; LimitError for relations that the memory has no room for
HostProbe probe_host(const HostProbeRequest& request);

/// Fits a line to the medians of the points. Its slope is the median of the slopes between two points (Theil 1950,
/// Sen 1968). Its value at h = 0 is the median of what the slope leaves of the points. A negative slope or value
/// becomes 0. One point alone has slope 0. Without points both are 0.
void fit(HostProbe& probe);

/// A row for each h. JSON: {version, processes, threads, runs, operations_a_second, g, l, seconds_a_word,
/// seconds_a_superstep, points: [{h, least, median, largest, fitted}], interrupted, wall_seconds}, times in seconds.
Report host_probe_report(const HostProbe& probe);

/// The same as a page, with the line through what was measured.
Page host_probe_page(const HostProbe& probe);

/// The probe that such a report is of, from its JSON.
/// @throws Error that names the field that is missing or wrong
HostProbe read_host_probe(const Field& report);

}  // namespace pram::perf
