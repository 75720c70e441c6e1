#pragma once

#include <cstdint>
#include <span>

#include "plan/plan.hpp"

namespace pram {

/// All-to-all along the ways of an all-gather: of what a node passes on there, only the blocks go that are for the
/// nodes behind. So it takes as few steps as an all-gather.
/// @param spread    plan_spread() with one piece for each of the first nodes
/// @param nodes     k
/// @param words     of block i k + j, from node i to node j
MovePlan blocks_of_spread(const MovePlan& spread, std::uint32_t all_nodes, std::uint32_t nodes,
                          std::span<const std::uint64_t> words);

}  // namespace pram
