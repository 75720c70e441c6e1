#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>
#include "component_counters.hpp"

/// What files of trace events show of a run, whatever their format.
namespace pram::report {

/// A step or superstep, or several neighbours put together.
struct TraceSlice {
  std::uint64_t first = 0;  ///< number among steps and supersteps
  std::uint64_t last = 0;
  std::string name = {};
  const char* kind = "step";
  std::uint64_t duration = 0;
  std::vector<std::pair<std::string, std::uint64_t>> parts = {};  ///< one after the other, with their durations
  std::uint64_t messages = 0;
  std::uint64_t degree = 0;
  std::array<std::uint64_t, 2> relation = {};  ///< q and r
  std::uint64_t processors = 0;
  std::uint64_t requests = 0;
  std::uint32_t pardo = 0;         ///< index into Ledger::pardos()
  std::uint64_t pardo_number = 0;  ///< of the machine's pardos; 0: not known
};

/// The counters that each slice sets when it begins.
inline constexpr std::size_t slice_counters = 4;
std::array<std::pair<const char*, std::uint64_t>, slice_counters> counters_of(const TraceSlice& slice);

struct TraceSlices {
  std::vector<TraceSlice> slices;  ///< one after the other
  bool put_together = false;       ///< slices are not single steps, for there were too many
  ComponentCounters components = {};
};

/// The steps and supersteps of a ledger in the order in which they ran.
/// @param most  events that they and the counters of components may make; of more, neighbours are put together and
///              their parts left out
TraceSlices trace_slices(const Ledger& ledger, std::size_t most);

/// A pardo around slices that follow one another.
struct PardoSpan {
  std::string name;
  std::uint64_t duration = 0;
};

/// The pardo that begins with a slice, if one does and the ledger knows it.
std::optional<PardoSpan> pardo_at(const TraceSlices& trace, std::size_t first, const Ledger& ledger);

/// "program (1 unit of the network's time = 1 µs)"
std::string trace_title(const std::string& program);

}  // namespace pram::report
