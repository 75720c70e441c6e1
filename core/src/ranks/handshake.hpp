#pragma once

#include <cstddef>
#include <string>

#include "rank_group.hpp"

namespace pram::detail {

/// How ranks' processes differ from that of rank 0, in words, the same on every rank; empty: they do not.
struct RankDifferences {
  std::string refused;  ///< ranks cannot run together
  std::string warning;
};

/// Compares what the ranks' processes are: the build of the program, its arguments, the variables of the environment
/// that are pram's, and the models of the hosts' processors.
RankDifferences compare_ranks(RankGroup& group);

/// @param first  the model of rank 0's processor, @param other that of a rank's
/// @returns a warning, as libraries of mathematics choose their code by the model; empty: they are the same
std::string difference_of_processors(std::size_t rank, const std::string& first, const std::string& other);

}  // namespace pram::detail
