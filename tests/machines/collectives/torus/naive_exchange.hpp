#pragma once

#include <cstdint>
#include <vector>

#include <pram/machines/detail/torus_exchange.hpp>

namespace pram::testing {

/// What an execution of a schedule gives that knows nothing of the library but the worms of each step.
struct NaiveExchange {
  std::uint64_t transmissions = 0;
  std::uint64_t buffer = 0;
  std::uint64_t rearrangement = 0;
  std::vector<std::uint64_t> largest;
  bool delivered = false;  ///< every node has one message of each node, and none for another node
  bool lawful = true;      ///< no channel twice in a step, no two sends or receives of a node, no way over an edge
};

/// Follows every message as a pair of nodes and every worm link by link.
NaiveExchange naive_exchange(const TorusExchange& schedule);

}  // namespace pram::testing
