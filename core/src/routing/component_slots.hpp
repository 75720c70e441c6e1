#pragma once

#include <algorithm>
#include <cstdint>

#include "../processors/worker.hpp"

namespace pram::detail {

/// Calls visit(component, first, last) for the slots of each component of a chunk, components ascending.
template <class Visit>
void visit_components(const Worker& worker, const Chunk& chunk, const Visit& visit) {
  if (worker.origins != nullptr) {
    const RequestOrigins& origins = *worker.origins;
    auto k = static_cast<std::size_t>(std::ranges::upper_bound(origins.first, chunk.first) - origins.first.begin()) - 1;
    for (std::uint32_t first = chunk.first; first < chunk.last; ++k) {
      const std::uint32_t last = std::min(origins.first[k + 1], chunk.last);
      if (first < last) visit(origins.component[k], first, last);
      first = last;
    }
    return;
  }
  const BlockDistribution& distribution = worker.distribution;
  const bool all_occupied = distribution.processors >= distribution.components;
  std::uint32_t component = distribution.component_of(worker.first_processor + chunk.first);
  for (std::uint32_t first = chunk.first; first < chunk.last;) {
    const std::uint64_t next = distribution.first_of(std::uint64_t{component} + 1) - worker.first_processor;
    const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>(next, chunk.last));
    visit(component, first, last);
    first = last;
    component = all_occupied ? component + 1 : distribution.component_of(worker.first_processor + first);
  }
}

/// How many of slots [first, last) of a chunk ask for something.
inline std::uint32_t requests_of(const Worker& worker, const Chunk& chunk, std::uint32_t first, std::uint32_t last) {
  if (chunk.requests == chunk.last - chunk.first) return last - first;
  return static_cast<std::uint32_t>(std::count_if(worker.index + first, worker.index + last,
                                                  [](std::uint32_t index) { return index < finished_processor; }));
}

/// The most requests of one component of a chunk.
inline std::uint32_t largest_requests(const Worker& worker, const Chunk& chunk) {
  std::uint32_t most = 0;
  visit_components(worker, chunk, [&](std::uint32_t, std::uint32_t first, std::uint32_t last) {
    most = std::max(most, requests_of(worker, chunk, first, last));
  });
  return most;
}

}  // namespace pram::detail
