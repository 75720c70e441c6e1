#pragma once

#include <memory>

#include <pram/detail/collective.hpp>
#include <pram/machines/collectives.hpp>

namespace pram {

/// Collective operations by the fastest algorithm of the table, by the formulas of the model. The algorithm is executed
/// step by step, and its time is charged. One that is planned for the network gives way to `general` where this charges
/// no more. Blocks are padded to the largest one. If that would more than double the
/// words, or if no algorithm fits, `general` serves.
std::unique_ptr<Collectives> make_scheduled_collectives(CollectiveModel model, std::unique_ptr<Collectives> general);

}  // namespace pram
