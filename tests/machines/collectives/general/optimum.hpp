#pragma once

#include <pram/machines/collectives.hpp>

namespace pram::testing {

/// The least time of a task that moves words of up to three kinds on a network of a few links: by a search of all
/// steps that there could be. Broadcasts are of `words` pieces, all others of one word from each node.
double searched_optimum(const CollectiveModel& model, const CollectiveTask& task);

}  // namespace pram::testing
