#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <pram/machines/topology.hpp>

#include "../../../support.hpp"
#include "../small_names.hpp"

/// Names of topologies of which something has failed.
namespace pram::testing {

/// Each of the small names, and some products and networks of stages.
inline std::vector<std::string> whole_names() {
  std::vector<std::string> all = {"ring:9",        "path:6",       "complete:7",
                                  "star:6",        "grid:3x4",     "torus:4x4",
                                  "torus:3x4x5",   "hypercube:4",  "product:ring:5,star:4,path:3",
                                  "rcn-full:3,1",  "rcn-full:2,2", "de-bruijn:4",
                                  "de-bruijn:3,3", "omega:8",      "inverse-omega:8",
                                  "butterfly:16"};
  all.insert(all.end(), small_names.begin(), small_names.end());
  return all;
}

/// Each with failures, as many as it permits, of so many seeds that follow from the run's.
inline std::vector<std::string> failed_names(std::uint32_t seeds) {
  std::mt19937_64 random(seed());
  INFO("seed ", seed());
  std::vector<std::string> all;
  for (const std::string& name : drawn(whole_names(), 30)) {
    const auto whole = make_topology(name);
    const std::uint64_t links = whole->properties().links;
    for (std::uint32_t k = 0; k < seeds; ++k) {
      // Few failures mostly, which leave long ways round.
      const std::uint64_t nodes = k % 2 == 0 ? 0 : random() % (whole->nodes() / 4 + 1);
      const std::uint64_t failed = 1 + random() % (links / (k % 4 == 3 ? 2 : 6) + 1);
      const std::string more = name + ",failed-links=" + std::to_string(failed) +
                               ",failed-nodes=" + std::to_string(nodes) +
                               ",failure-seed=" + std::to_string(random() % 1000);
      try {
        (void)make_topology(more);
      } catch (const ConfigError&) {
        continue;  // more links than the nodes leave, or no component
      }
      all.push_back(more);
    }
  }
  REQUIRE(all.size() > 20);
  return all;
}

}  // namespace pram::testing
