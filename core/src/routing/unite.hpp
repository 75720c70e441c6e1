#pragma once

#include <cstdint>
#include <initializer_list>

#include "../ranks/rank_group.hpp"
#include "component_counts.hpp"
#include "phase_messages.hpp"

namespace pram::detail {

/// Adds up over all ranks what each component has sent or received.
void unite(RankGroup& group, std::initializer_list<ComponentCounts*> counts, std::uint32_t components);

/// Adds up the numbers of messages of a phase. The most of one component are found by the counts.
void unite(RankGroup& group, PhaseMessages& messages);

}  // namespace pram::detail
