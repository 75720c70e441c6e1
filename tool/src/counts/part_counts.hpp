#pragma once

#include <cstdint>
#include <vector>

#include "../options.hpp"

/// How many words each node contributes to an all-gather of vectors of different lengths.
namespace pram::tool {

/// Whether --counts is there and lists numbers, which say how many words there are in all.
bool lists_counts(const Options& options);

/// The words of each node that --counts asks for: a number each between commas, or those of --words by a distribution.
/// @throws ConfigError if it is neither, has not a number for each node, if all are 0 or more than
/// most_collective_words, or if --words says another number than a list has
std::vector<std::uint64_t> part_counts(const Options& options, std::uint32_t nodes);

}  // namespace pram::tool
