#pragma once

#include <cstdint>
#include <vector>

#include "collectives/model/pipeline.hpp"
#include "reduction.hpp"

/// Partial results that pass from node to node, on networks with links and on the switch.
namespace pram {

/// Whether there are routes from node to node.
bool has_routes(const CollectiveModel& model, const CollectiveTask&);

/// Whether every node's links may be used at once, in both directions, so that a tree's nodes hear from all their
/// children. Switches are nodes of a tree, too.
bool has_trees(const CollectiveModel& model, const CollectiveTask&);

/// A partial result goes from node to node in the order of their numbers, along the topology's routes. Where these are
/// all links, it goes in packets.
class Chain {
 public:
  explicit Chain(const CollectiveModel& model);

  /// Links from one node to another one, by way of all between.
  std::uint64_t links(std::uint32_t from, std::uint32_t to) const;
  /// The best number of packets for so many passes, which have these links together.
  std::uint64_t packets(const CollectiveTask& task, std::uint64_t passes, std::uint64_t links) const;
  /// What passes cost that start one after the other.
  CollectiveFormula formula(const CollectiveTask& task, std::uint64_t passes, std::uint64_t links) const;

  /// Passes everything on from a node to another one, above or below it.
  /// @param whole  in one message, though vectors are cut
  void pass(ReductionExecutor& executor, std::uint32_t from, std::uint32_t to, ReductionExecutor::Arrival arrival,
            bool whole = false);
  /// Passes on from the last node to the first one, of each node only the blocks of those before it.
  void pass_back_blocks(ReductionExecutor& executor);

 private:
  /// Sends blocks from a node to the next one or to the one before.
  void hop(ReductionExecutor& executor, std::uint32_t from, std::uint32_t to, Blocks blocks,
           ReductionExecutor::Arrival arrival);

  const CollectiveModel& model_;
  std::vector<std::uint64_t> up_to_;      // links from node 0 to each
  std::vector<std::uint64_t> down_from_;  // links from each to node 0
  std::vector<VectorRow> relays_;         // a row of each node for what only passes through
};

/// The routes of all nodes with data to a root, which are a tree, with the switches on them.
struct RouteTree {
  std::vector<std::uint32_t> parent;
  std::vector<std::uint32_t> depth;  ///< 0: the root, and switches on no route
  std::uint32_t height = 0;
};
RouteTree route_tree_of(const CollectiveModel& model, std::uint32_t root);

/// Combines up the tree in packets, the blocks of the vectors; and sends the result down, if it is to be everywhere, as
/// soon as it is there.
void combine_up(ReductionExecutor& executor, const RouteTree& tree, bool down);
/// Its steps, for ν packets.
PipelineBound tree_bound_of(const CollectiveModel& model, const RouteTree& tree, bool down);

}  // namespace pram
