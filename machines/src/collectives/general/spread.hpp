#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "plan/plan.hpp"

namespace pram {

/// Plans steps in which pieces spread from their origins to all terminals, every piece to every node once. A wire takes
/// up to `most` pieces in a step that its begin has and its end lacks, those first that the fewest nodes have.
/// @param origins  a terminal for each piece
MovePlan plan_spread(const Wires& wires, std::span<const std::uint32_t> origins, std::uint32_t most);

/// A piece that is for some terminals, and its number in the plan.
struct Multicast {
  std::uint32_t origin = 0;
  std::vector<std::uint32_t> targets;
};

/// Likewise, but a piece comes to its targets alone, and to the nodes on shortest ways to them.
MovePlan plan_multicasts(const Wires& wires, std::span<const Multicast> pieces, std::uint32_t most);

}  // namespace pram
