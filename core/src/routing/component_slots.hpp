#pragma once

#include <algorithm>
#include <cstdint>

#include "../processors/worker.hpp"

namespace pram::detail {

/// Calls visit(component, first, last) for the slots of each component of a chunk, components ascending. The call
/// stands in one place, for what it does is compiled into it.
template <class Visit>
void visit_components(const Worker& worker, const Chunk& chunk, const Visit& visit) {
  const RequestOrigins* const origins = worker.origins.get();
  const BlockDistribution& distribution = worker.distribution;
  const bool all_occupied = distribution.processors >= distribution.components;
  std::size_t k = 0;            // of the origins
  std::uint32_t component = 0;  // of the distribution
  if (origins != nullptr) {
    k = static_cast<std::size_t>(std::ranges::upper_bound(origins->first, chunk.first) - origins->first.begin()) - 1;
  } else {
    component = distribution.component_of(worker.first_processor + chunk.first);
  }
  for (std::uint32_t first = chunk.first; first < chunk.last;) {
    std::uint32_t last = 0;
    if (origins != nullptr) {
      component = origins->component[k];
      last = std::min(origins->first[++k], chunk.last);
      if (first == last) continue;
    } else {
      if (!all_occupied) component = distribution.component_of(worker.first_processor + first);
      const std::uint64_t next = distribution.first_of(std::uint64_t{component} + 1) - worker.first_processor;
      last = static_cast<std::uint32_t>(std::min<std::uint64_t>(next, chunk.last));
    }
    visit(component++, first, last);
    first = last;
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
