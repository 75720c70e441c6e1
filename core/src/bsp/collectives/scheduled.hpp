#pragma once

#include <cstddef>

#include <pram/detail/bsp/collectives.hpp>
#include <pram/machine/task.hpp>

#include "algorithms.hpp"

namespace pram::bsp::detail {

/// Whether an algorithm goes by schedule_of().
inline bool has_schedule(Algorithm algorithm, Kind kind) {
  return algorithm > Algorithm::automatic && !is_binary_tree(algorithm, kind) && kind != Kind::all_to_all;
}

/// Carries out broadcast, reduce, all-reduce or scan by the schedule of a plan, in place.
/// @param root      0, where the collective has none
/// @param identity  of an exclusive scan; else null
Task<> run_schedule(Process self, Values values, std::uint64_t root, const std::byte* identity, Combination combination,
                    CollectiveCost plan, Operands operands, Exchange exchange);

}  // namespace pram::bsp::detail
