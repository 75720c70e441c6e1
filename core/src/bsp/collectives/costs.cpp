#include <algorithm>
#include <optional>
#include <utility>

#include <pram/bsp/collective_cost.hpp>
#include <pram/detail/bsp/mailbox.hpp>
#include <pram/error.hpp>

#include "algorithms.hpp"

/// The cost formulas of collective operations, by which the best algorithm is taken.
namespace pram::bsp {

namespace detail {

namespace {

/// Rounds in which each of those that have something, `spread` of them before, serves k - 1 others.
CollectiveCost tree_of(std::uint64_t processes, std::uint64_t degree, std::uint64_t words, std::uint64_t combinations) {
  CollectiveCost cost = {Algorithm::tree, degree};
  std::uint64_t spread = 1;
  do {
    const std::uint64_t served = std::min(degree - 1, (processes + spread - 1) / spread - 1);
    ++cost.supersteps;
    cost.relation += served * words;
    cost.work += served * combinations;
    spread *= degree;
  } while (spread < processes);
  return cost;
}

/// A tree of one operation: all-reduce is two, of which only the first combines.
CollectiveCost tree_for(const Operands& of, std::uint64_t degree) {
  CollectiveCost tree =
      tree_of(of.processes, degree, words_of(of.values * of.bytes_each), of.combines() ? of.values : 0);
  // One more combination of each value in every superstep of an exclusive scan but the last.
  if (of.exclusive) tree.work += of.values * (tree.supersteps - 1);
  const std::uint64_t trees = of.kind == Kind::all_reduce ? 2 : 1;
  tree.supersteps *= trees;
  tree.relation *= trees;
  return tree;
}

CollectiveCost straight_for(const Operands& of) {
  CollectiveCost straight = {Algorithm::one_phase, 2, 1};
  const std::uint64_t words = words_of(of.values * of.bytes_each);
  if (of.kind <= Kind::scan) {
    straight = tree_of(of.processes, std::max<std::uint64_t>(of.processes, 2), words, of.combines() ? of.values : 0);
    straight.algorithm = Algorithm::one_phase;
  } else {
    straight.relation = (of.processes - 1) * words;
  }
  return straight;
}

CollectiveCost two_phases_for(const Operands& of) {
  // p blocks are moved twice: one process deals them, one gathers them, or all give all.
  const bool by_one = of.kind == Kind::broadcast || of.kind == Kind::reduce;
  const std::uint64_t dealt = by_one ? 1 : 0;
  const std::uint64_t exchanged = by_one ? 1 : 2;
  // The first blocks are a value longer where they do not come out even.
  const std::uint64_t longer = of.values % of.processes;
  const std::uint64_t first_block = of.values / of.processes + (longer > 0 ? 1 : 0);
  const std::uint64_t largest = words_of(first_block * of.bytes_each);
  const std::uint64_t all =
      longer * largest + (of.processes - longer) * words_of(of.values / of.processes * of.bytes_each);
  CollectiveCost two = {Algorithm::two_phase, 2, 2};
  two.relation = dealt * (all - largest) + exchanged * (of.processes - 1) * largest;
  two.work = of.combines() ? (of.processes - 1) * first_block : 0;
  return two;
}

}  // namespace

CollectiveCost plan_of(const Operands& operands, const Parameters& machine, const AlgorithmChoice& choice) {
  if (operands.processes == 0) throw Error("a collective operation has one process at least");
  check_algorithm(choice, operands);
  const Algorithm wanted = choice.algorithm();
  std::optional<CollectiveCost> best;
  const auto key = [&](const CollectiveCost& of) { return std::pair(of.charge(machine), of.supersteps); };
  const auto consider = [&](const CollectiveCost& cost) {
    if (!best || key(cost) < key(*best)) best = cost;
  };
  const auto considers = [&](Algorithm algorithm) {
    if (algorithm == wanted) return true;
    if (wanted != Algorithm::automatic && (wanted != Algorithm::best || algorithm > Algorithm::tree)) return false;
    return fits(algorithm, operands);
  };
  if (considers(Algorithm::one_phase)) consider(straight_for(operands));
  if (considers(Algorithm::two_phase)) consider(two_phases_for(operands));
  if (considers(Algorithm::tree)) {
    for (std::uint64_t degree = 2; degree == 2 || degree < operands.processes; degree *= 2)
      consider(tree_for(operands, degree));
  }
  for (Algorithm algorithm = Algorithm::binomial; algorithm <= Algorithm::bruck;
       algorithm = static_cast<Algorithm>(static_cast<int>(algorithm) + 1)) {
    if (!considers(algorithm)) continue;
    CollectiveCost cost =
        is_binary_tree(algorithm, operands.kind) ? tree_for(operands, 2) : scheduled_cost(algorithm, operands, machine);
    cost.algorithm = algorithm;
    consider(cost);
  }
  return *best;
}

}  // namespace detail

using detail::Kind;

CollectiveCost broadcast_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                              const Parameters& machine, AlgorithmChoice algorithm) {
  return detail::plan_of({Kind::broadcast, processes, values, bytes_each}, machine, algorithm);
}

CollectiveCost reduce_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                           const Parameters& machine, AlgorithmChoice algorithm) {
  return detail::plan_of({Kind::reduce, processes, values, bytes_each}, machine, algorithm);
}

CollectiveCost all_reduce_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                               const Parameters& machine, AlgorithmChoice algorithm) {
  return detail::plan_of({Kind::all_reduce, processes, values, bytes_each}, machine, algorithm);
}

CollectiveCost scan_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                         const Parameters& machine, AlgorithmChoice algorithm) {
  return detail::plan_of({Kind::scan, processes, values, bytes_each}, machine, algorithm);
}

CollectiveCost exclusive_scan_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                                   const Parameters& machine, AlgorithmChoice algorithm) {
  return detail::plan_of({Kind::scan, processes, values, bytes_each, true}, machine, algorithm);
}

CollectiveCost gather_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                           const Parameters& machine, AlgorithmChoice algorithm) {
  return detail::plan_of({Kind::gather, processes, values, bytes_each}, machine, algorithm);
}

CollectiveCost all_gather_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                               const Parameters& machine, AlgorithmChoice algorithm) {
  return detail::plan_of({Kind::all_gather, processes, values, bytes_each}, machine, algorithm);
}

CollectiveCost all_to_all_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                               const Parameters& machine, AlgorithmChoice algorithm) {
  return detail::plan_of({Kind::all_to_all, processes, values, bytes_each}, machine, algorithm);
}

}  // namespace pram::bsp
