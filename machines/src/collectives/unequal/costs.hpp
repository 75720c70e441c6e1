#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machines/collectives.hpp>

/// What regular algorithms of all-gather cost where nodes contribute vectors of different lengths. Of each step the
/// longest message counts, so that it is by which nodes go together that costs differ.
namespace pram {

/// The words of each node, in order; some node has a word.
using Counts = std::span<const std::uint64_t>;

/// The words of consecutive nodes, the first one behind the last one.
class CountSums {
 public:
  explicit CountSums(Counts counts);
  /// The words of `length` nodes from `first` on.
  /// @param length  at most the number of nodes
  std::uint64_t of(std::uint64_t first, std::uint64_t length) const;
  /// The most words that so many consecutive nodes have.
  std::uint64_t largest(std::uint64_t length) const;

 private:
  std::vector<std::uint64_t> before_;
};

/// Every node's words in turn, `modules` nodes at a time, heard by all.
CollectiveCost counts_on_bus(Counts counts, std::uint32_t modules);
/// All written, then the others' words read, `modules` nodes at a time.
CollectiveCost counts_in_memory(Counts counts, std::uint32_t modules);
/// A daisy chain around a circle of all nodes, in any order.
/// @param turns  2: of two nodes one sends at a time
CollectiveCost counts_around(Counts counts, std::uint64_t turns);
/// Daisy chains along one dimension after the other, with all that those before have brought.
CollectiveCost counts_by_dimensions(const CollectiveModel& model, Counts counts);
/// Every node reads what the node 2^i further holds.
CollectiveCost counts_by_doubling(Counts counts);
/// Every node's words to one root, by a binomial tree.
CollectiveCost counts_to_root(Counts counts, std::uint32_t root);

}  // namespace pram
