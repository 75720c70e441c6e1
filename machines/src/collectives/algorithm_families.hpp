#pragma once

#include <vector>

#include <pram/machines/collectives.hpp>

namespace pram {

#define ALGORITHMS(family, ...) std::vector<CollectiveAlgorithm> family##_algorithms();
#include "algorithms.def"

/// Fills the table of algorithms.
void register_collectives();

}  // namespace pram
