#pragma once

#include <memory>

#include "rank_group.hpp"

namespace pram::detail {

/// The ranks that a launcher has started this process among, which all threads of the process belong to; null: it has
/// started no other. They are there before main() begins. Who calls this has the static initialiser linked that starts
/// them.
const std::shared_ptr<RankGroup>& group_of_process() noexcept;

}  // namespace pram::detail
