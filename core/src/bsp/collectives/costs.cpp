#include <algorithm>
#include <optional>
#include <utility>

#include <pram/bsp/collective_cost.hpp>
#include <pram/detail/bsp/mailbox.hpp>
#include <pram/error.hpp>

/// The cost formulas of collective operations, by which the best algorithm is taken.
namespace pram::bsp {

namespace {

using detail::words_of;

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

/// How often an algorithm moves p blocks: one process deals or gathers them, or all give all.
struct Phases {
  int dealt;
  int exchanged;
};

/// @param phases  of the algorithm of two
/// @param trees  one after the other in that of trees; only the first combines
/// @param combines  does the operation?
/// @param more  combinations of each value in every superstep of a tree but the last
CollectiveCost cost_of(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                       const Parameters& machine, Algorithm algorithm, const Phases& phases, std::uint64_t trees,
                       bool combines, std::uint64_t more) {
  if (processes == 0) throw Error("a collective operation has one process at least");
  const std::uint64_t words = words_of(values * bytes_each);
  std::optional<CollectiveCost> best;
  const auto consider = [&](const CollectiveCost& cost) {
    if (algorithm != Algorithm::best && cost.algorithm != algorithm) return;
    const auto key = [&](const CollectiveCost& of) { return std::pair(of.charge(machine), of.supersteps); };
    if (!best || key(cost) < key(*best)) best = cost;
  };

  CollectiveCost straight = tree_of(processes, std::max<std::uint64_t>(processes, 2), words, combines ? values : 0);
  straight.algorithm = Algorithm::one_phase;
  consider(straight);

  // The first blocks are a value longer where they do not come out even.
  const std::uint64_t longer = values % processes;
  const std::uint64_t first_block = values / processes + (longer > 0 ? 1 : 0);
  const std::uint64_t largest = words_of(first_block * bytes_each);
  const std::uint64_t all = longer * largest + (processes - longer) * words_of(values / processes * bytes_each);
  CollectiveCost two = {Algorithm::two_phase, 2, 2};
  two.relation = static_cast<std::uint64_t>(phases.dealt) * (all - largest) +
                 static_cast<std::uint64_t>(phases.exchanged) * (processes - 1) * largest;
  two.work = combines ? (processes - 1) * first_block : 0;
  consider(two);

  for (std::uint64_t degree = 2; degree == 2 || degree < processes; degree *= 2) {
    CollectiveCost tree = tree_of(processes, degree, words, combines ? values : 0);
    tree.work += more * values * (tree.supersteps - 1);
    tree.supersteps *= trees;
    tree.relation *= trees;
    consider(tree);
  }
  return *best;
}

}  // namespace

CollectiveCost broadcast_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                              const Parameters& machine, Algorithm algorithm) {
  return cost_of(processes, values, bytes_each, machine, algorithm, {1, 1}, 1, false, 0);
}

CollectiveCost reduce_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                           const Parameters& machine, Algorithm algorithm) {
  return cost_of(processes, values, bytes_each, machine, algorithm, {1, 1}, 1, true, 0);
}

CollectiveCost all_reduce_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                               const Parameters& machine, Algorithm algorithm) {
  return cost_of(processes, values, bytes_each, machine, algorithm, {0, 2}, 2, true, 0);
}

CollectiveCost scan_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                         const Parameters& machine, Algorithm algorithm) {
  return cost_of(processes, values, bytes_each, machine, algorithm, {0, 2}, 1, true, 0);
}

CollectiveCost exclusive_scan_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                                   const Parameters& machine, Algorithm algorithm) {
  return cost_of(processes, values, bytes_each, machine, algorithm, {0, 2}, 1, true, 1);
}

}  // namespace pram::bsp
