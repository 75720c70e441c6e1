#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/perf/network_crossover.hpp>

namespace pram::perf {

/// Saad's and Schultz's six architectures in the order of their tables: "bus", "shared memory", …
const std::vector<std::string>& architectures();

/// One of them as a network, with τ = 1 and b = 1. Its target is the node farthest from node 0, for which the tables'
/// formulas of one-to-one hold.
/// @param nodes    k, a power of four
/// @param modules  k* of shared memory, from 1 to `nodes`
ComparedNetwork architecture(const std::string& name, std::uint32_t nodes, std::uint32_t modules);

}  // namespace pram::perf
