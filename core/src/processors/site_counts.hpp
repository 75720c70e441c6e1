#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <pram/ledger.hpp>

#include "../request/facts.hpp"
#include "slots.hpp"

namespace pram::detail {

/// What a host worker counts of the requests of a step, by the call sites that they come from.
class SiteCounts {
 public:
  CallSiteFacts& facts_of(std::uint32_t site) {
    if (site_facts.size() <= site) site_facts.resize(site + std::size_t{1});
    return site_facts[site];
  }
  void count_requests(std::uint32_t site, std::uint64_t requests) {
    CallSiteFacts& facts = facts_of(site);
    if (facts.requests == 0) first_sites.push_back(site);
    facts.requests += requests;
  }
  /// Counts the requests of a chunk.
  void count_requests(const Slots& slots, const Chunk& chunk) {
    if (chunk.requests == 0) return;
    if (!chunk.mixed) {
      count_requests(chunk.site, chunk.requests);
      return;
    }
    for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
      if (slots.index[at] < finished_processor) count_requests(slots.sites_of[at], 1);
    }
  }
  /// Forgets all sites.
  void clear() {
    site_facts.clear();
    first_sites.clear();
  }

  std::vector<CallSiteFacts> site_facts;
  std::vector<std::uint32_t> first_sites;  ///< sites met in this step, in the order of their first requests
  /// For a profile: groups of the step that were served without the modules, but for those of one.
  DegreeBins degrees{};
};

}  // namespace pram::detail
