#pragma once

#include <cstdint>
#include <initializer_list>

#include "../routing/direct/component_counts.hpp"
#include "../routing/phase_messages.hpp"
#include "rank_group.hpp"

namespace pram::detail {

/// Adds up over all ranks what each component has sent or received.
void unite(RankGroup& group, std::initializer_list<ComponentCounts*> counts, std::uint32_t components);

/// Adds up the numbers of messages of a phase. The most of one component are found by the counts.
void unite(RankGroup& group, PhaseMessages& messages);

}  // namespace pram::detail
