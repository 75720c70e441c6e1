#pragma once

#include <cstdint>
#include <optional>

#include <pram/bsp/parameters.hpp>

namespace pram::bsp {

/// How a collective travels.
enum class Algorithm : std::uint8_t {
  best,       ///< whichever of these costs least by its formula; of equals the one with the fewest supersteps
  one_phase,  ///< straight
  two_phase,  ///< through p blocks, one on each process (Bisseling 2020, Section 2.4; van de Geijn 1994)
  tree,       ///< each process that has the values serves k - 1 others; k is the power of two of least cost
};

struct CollectiveOptions {
  Algorithm algorithm = Algorithm::best;
  std::optional<Parameters> parameters = {};  ///< by which `best` and `tree` choose; none: Process::parameters()
};

/// What a collective costs: its formula, evaluated.
struct CollectiveCost {
  Algorithm algorithm = Algorithm::one_phase;
  std::uint64_t degree = 2;      ///< k of a tree
  std::uint64_t supersteps = 0;  ///< that the collective ends
  std::uint64_t relation = 0;    ///< h in words, summed over the supersteps
  std::uint64_t work = 0;        ///< w, summed over the supersteps and the one after

  double charge(const Parameters& machine) const {
    return static_cast<double>(work) + machine.g * static_cast<double>(relation) +
           machine.l * static_cast<double>(supersteps);
  }
};

// What the operations below cost, for so many values of so many bytes on each of p processes. `best` says which
// algorithm is taken. With one process a component, and m words on each:
//
//   one_phase   broadcast, reduce, all_reduce, scan: (p - 1) m g + l
//   two_phase   broadcast, reduce: about 2 m g + 2 l; all_reduce, scan: 2 (p - 1) ⌈m / p⌉ g + 2 l
//   tree        broadcast, reduce, scan: ⌈log_k p⌉ ((k - 1) m g + l); all_reduce: twice that
//
// Reduce, all_reduce and scan add the combinations: (p - 1) m, (p - 1) ⌈m / p⌉, ⌈log_k p⌉ (k - 1) m.
/// @throws Error  for no process
CollectiveCost broadcast_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                              const Parameters& machine, Algorithm algorithm = Algorithm::best);
CollectiveCost reduce_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                           const Parameters& machine, Algorithm algorithm = Algorithm::best);
CollectiveCost all_reduce_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                               const Parameters& machine, Algorithm algorithm = Algorithm::best);
CollectiveCost scan_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                         const Parameters& machine, Algorithm algorithm = Algorithm::best);
/// A tree takes one more combination of each value in every superstep but the last.
CollectiveCost exclusive_scan_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                                   const Parameters& machine, Algorithm algorithm = Algorithm::best);

}  // namespace pram::bsp
