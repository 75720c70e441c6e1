#pragma once

#include <string>

#include "rank_group.hpp"

namespace pram::detail {

/// Compares what the ranks' processes are: the build of the program, its arguments, and the variables of the
/// environment that are pram's.
/// @returns in words how a rank's differ from those of rank 0, the same on every rank; empty: none does
std::string difference_of_ranks(RankGroup& group);

}  // namespace pram::detail
