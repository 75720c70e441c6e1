#pragma once

#include <cstdint>
#include <span>

#include "plan.hpp"

namespace pram {

/// Plans steps in which pieces spread from their origins to all terminals, every piece to every node once. A wire takes
/// up to `most` pieces in a step that its begin has and its end lacks, those first that the fewest nodes have.
/// @param origins  a terminal for each piece
MovePlan plan_spread(const Wires& wires, std::span<const std::uint32_t> origins, std::uint32_t most);

}  // namespace pram
