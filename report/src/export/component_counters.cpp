#include "component_counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "trace_slices.hpp"

namespace pram::report {

namespace {

/// The components that received most, the first of equal ones first. Components that received nothing are left out.
std::vector<std::size_t> busiest_components(const Ledger& ledger) {
  const std::vector<ComponentTotal>& components = ledger.components();
  std::vector<std::size_t> busiest(components.size());
  std::iota(busiest.begin(), busiest.end(), std::size_t{0});
  std::ranges::stable_sort(busiest, std::ranges::greater{}, [&](std::size_t k) { return components[k].received; });
  busiest.resize(std::min(busiest.size(), most_component_counters));
  std::erase_if(busiest, [&](std::size_t k) { return components[k].received == 0; });
  return busiest;
}

/// How many frames are put together, so that all of them, and an end, are at most a fourth of the events; 0: there is
/// no room, or nothing to be put there.
std::size_t frames_together(std::size_t frames, std::size_t counters, std::size_t most) {
  const std::size_t room = counters == 0 ? 0 : most / 4 / counters;
  return room <= 1 ? 0 : (frames + room - 2) / (room - 1);
}

}  // namespace

std::size_t component_events(const Ledger& ledger, std::size_t most) {
  const std::size_t counters = busiest_components(ledger).size();
  const std::size_t frames = ledger.loads_over_time().received.count();
  const std::size_t together = frames_together(frames, counters, most);
  return together == 0 ? 0 : counters * ((frames + together - 1) / together + 1);
}

ComponentCounters component_counters(const Ledger& ledger, const std::vector<TraceSlice>& slices, std::size_t most) {
  const LoadFrames& frames = ledger.loads_over_time().received;
  const std::vector<std::size_t> busiest = busiest_components(ledger);
  const std::size_t together = frames_together(frames.count(), busiest.size(), most);
  ComponentCounters counters;
  if (together == 0) return counters;
  for (const std::size_t component : busiest) counters.names.push_back(fmt::format("component {} received", component));
  // What follows the last frame carried nothing.
  for (std::size_t first = 0; first < frames.count() + together; first += together) {
    const std::uint64_t step = std::min(first, frames.count()) * frames.length + 1;
    const auto slice = std::ranges::lower_bound(slices, step, {}, &TraceSlice::last);
    if (slice == slices.end()) break;
    const auto place = static_cast<std::size_t>(slice - slices.begin());
    if (counters.values.empty() || counters.values.back().slice != place)
      counters.values.push_back({place, std::vector<std::uint64_t>(busiest.size())});
    for (std::size_t frame = first; frame < std::min(first + together, frames.count()); ++frame) {
      for (std::size_t k = 0; k < busiest.size(); ++k)
        counters.values.back().received[k] += frames.frame(frame)[busiest[k]];
    }
  }
  return counters;
}

}  // namespace pram::report
