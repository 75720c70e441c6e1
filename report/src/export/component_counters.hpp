#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/ledger.hpp>

namespace pram::report {

struct TraceSlice;

/// What the busiest components received over time, as counters beside the slices of a trace.
struct ComponentCounters {
  /// What each received from the beginning of a slice until the values that follow.
  struct Values {
    std::size_t slice = 0;
    std::vector<std::uint64_t> received = {};  ///< as many as names
  };
  std::vector<std::string> names = {};  ///< "component 5 received", the busiest first
  std::vector<Values> values = {};      ///< by slice
};

inline constexpr std::size_t most_component_counters = 16;

/// The events that component_counters() makes at most: a fourth of those of a trace.
std::size_t component_events(const Ledger& ledger, std::size_t most);

/// The counters of a ledger that knows them over time (LedgerDetail::profile). A value is for a frame of its
/// loads_over_time(), for several where these would be more events than component_events(), and for all that begin in
/// the same slice; a frame that no slice has is left out.
ComponentCounters component_counters(const Ledger& ledger, const std::vector<TraceSlice>& slices, std::size_t most);

}  // namespace pram::report
