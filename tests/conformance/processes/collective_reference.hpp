#pragma once

#include <cstdint>
#include <vector>

#include "program.hpp"

namespace pram::conformance::spmd {

/// One superstep of a collective: what travels to its sync, and what each process combines after it.
struct CollectiveStage {
  struct Transfer {
    std::uint64_t from;  ///< ranks
    std::uint64_t to;
    std::uint64_t words;
  };
  std::vector<Transfer> transfers;
  std::vector<std::uint64_t> work;  ///< by rank
};

/// The supersteps of the collective that ends a stretch, in a group of so many processes.
/// @param network  its g and l
std::vector<CollectiveStage> stages_of(const Stretch& stretch, std::uint64_t processes, bsp::Parameters network);

/// What a process gets of the collective.
std::vector<std::uint64_t> collected(const Stretch& stretch, std::uint64_t rank, std::uint64_t processes);

}  // namespace pram::conformance::spmd
