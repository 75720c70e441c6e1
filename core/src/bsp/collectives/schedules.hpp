#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "algorithms.hpp"

/// Algorithms as what one process does in each superstep: it sends one message at most, and gets one at most.
namespace pram::bsp::detail {

/// Blocks that follow each other around the circle of all blocks.
struct BlockRange {
  std::uint64_t first = 0;
  std::uint64_t count = 1;
};

/// What becomes of values that arrive.
enum class OnArrival : std::uint8_t {
  replace,  ///< they are the new ones
  follow,   ///< combined with the own ones, which are of processes before theirs
  precede,  ///< combined with the own ones, which are of processes behind theirs
};

/// One superstep of a process. Processes are counted from the root on.
struct Turn {
  struct Message {
    std::uint64_t partner = 0;
    BlockRange blocks;
  };
  std::optional<Message> send;
  std::optional<Message> receive;
  OnArrival arrival = OnArrival::replace;
};

struct Schedule {
  std::uint64_t supersteps = 1;
  std::uint64_t blocks = 1;       ///< that the values are cut into
  std::uint64_t packet_size = 0;  ///< values of each block but the last; 0: blocks are even
  std::function<Turn(std::uint64_t superstep)> turn;

  std::uint64_t first_value(std::uint64_t block, std::uint64_t values) const;
};

/// The part of a process in an algorithm whose costs are scheduled_cost().
/// @param rank  counted from the root
Schedule schedule_of(const CollectiveCost& plan, const Operands& operands, std::uint64_t rank);

}  // namespace pram::bsp::detail
