#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "algorithm.hpp"

namespace pram {

/// Sends a block from one node to another. The block is given as shares, by the numbers of the nodes to which they
/// belong.
using Send = std::function<void(std::uint32_t from, std::uint32_t to, std::span<const Piece> shares)>;

/// The steps of a scatter. Only the step that is asked for is held: on a path of p nodes all steps together have up to
/// p² / 2 blocks.
struct Schedule {
  std::size_t steps = 0;
  std::function<void(std::size_t step, const Send&)> blocks;  ///< sends the blocks of a step
};
using ScheduleOf = Schedule (*)(const CollectiveModel&, std::uint32_t root);

/// The steps of a scatter; in reverse order those of a gather.
CollectiveBody follow(Collective operation, ScheduleOf schedule_of);

}  // namespace pram
