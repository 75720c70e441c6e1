#pragma once

#include <cstdint>

#include <pram/bsp/collective_cost.hpp>
#include <pram/detail/bsp/collectives.hpp>

/// Which algorithms a collective has, and which of them is taken.
namespace pram::bsp::detail {

/// A collective and the size of what it works on.
struct Operands {
  Kind kind = Kind::broadcast;
  std::uint64_t processes = 1;
  std::uint64_t values = 0;  ///< of each process; in all-to-all of each for each
  std::uint64_t bytes_each = 0;
  bool exclusive = false;  ///< of a scan
  bool commutes = true;    ///< the operator, where there is one

  bool combines() const { return kind == Kind::reduce || kind == Kind::all_reduce || kind == Kind::scan; }
};

/// What the ledger calls the supersteps of a collective, and what stands in front of names of its algorithms.
const char* name_of(Kind kind);

/// Whether a collective has the algorithm, for so many processes and this operator.
bool fits(Algorithm algorithm, const Operands& operands);
/// @throws ConfigError: it does not fit, or stands for another collective
void check_algorithm(const AlgorithmChoice& choice, const Operands& operands);

/// The algorithm that is asked for, or the one of those asked for that costs least.
/// @throws ConfigError as check_algorithm(), Error for no process
CollectiveCost plan_of(const Operands& operands, const Parameters& machine, const AlgorithmChoice& choice);

/// What an algorithm costs whose processes send at most one message a superstep.
/// @param algorithm  fits, and is none of the first five
CollectiveCost scheduled_cost(Algorithm algorithm, const Operands& operands, const Parameters& machine);

/// Whether an algorithm is the tree of k = 2 by another name.
inline bool is_binary_tree(Algorithm algorithm, Kind kind) {
  if (kind == Kind::gather || kind == Kind::all_gather) return false;
  return algorithm == Algorithm::binomial || (algorithm == Algorithm::doubling && kind != Kind::all_reduce);
}

}  // namespace pram::bsp::detail
