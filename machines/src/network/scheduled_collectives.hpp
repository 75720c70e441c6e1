#pragma once

#include <memory>

#include <pram/collective.hpp>
#include <pram/machines/collectives.hpp>

namespace pram {

/// Collective operations by the algorithm of the table that the model's formulas say is fastest, executed step by step
/// and charged its time. Blocks travel padded to the largest; where that would more than double the words, or no
/// algorithm fits, the general way serves.
std::unique_ptr<Collectives> make_scheduled_collectives(CollectiveModel model, std::unique_ptr<Collectives> general);

}  // namespace pram
