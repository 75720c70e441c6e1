#include <algorithm>
#include <bit>
#include <ranges>
#include <vector>

#include "collectives/algorithm_families.hpp"
#include "collectives/reductions/reduction.hpp"
#include "spanning_trees.hpp"

/// Every node of a hypercube is the root of a spanning balanced tree, and all trees are used at once. Node c of a tree,
/// counted from its root, is reached over the links of its ones. In a step all trees use the same links of their own,
/// so that the blocks that cross a link are those of the tree's links in its dimension.
namespace pram {

namespace {

using Arrival = ReductionExecutor::Arrival;

/// A link of the tree: into a node on the way to another one, or to itself.
struct TreeHop {
  std::uint32_t target = 0;  ///< counted from the root
  std::uint32_t before = 0;  ///< the node that the link leaves
};

/// For each step the links of each dimension.
using TreeHops = std::vector<std::vector<std::vector<TreeHop>>>;

/// The links into the nodes of each weight, from 1 to n.
TreeHops hops_by_weight(std::uint32_t dimensions) {
  TreeHops hops(dimensions, std::vector<std::vector<TreeHop>>(dimensions));
  for (std::uint32_t node = 1; node >> dimensions == 0; ++node) {
    const std::uint32_t parent = balanced_tree_parent(dimensions, node);
    const auto weight = static_cast<std::size_t>(std::popcount(node));
    hops[weight - 1][static_cast<std::size_t>(std::countr_zero(node ^ parent))].push_back({node, parent});
  }
  return hops;
}

/// Of the ways to all nodes the first links, the second, and so on.
TreeHops hops_of_ways(std::uint32_t dimensions) {
  TreeHops hops(dimensions, std::vector<std::vector<TreeHop>>(dimensions));
  for (std::uint32_t node = 1; node >> dimensions == 0; ++node) {
    for (std::uint32_t at = node; at != 0;) {
      const std::uint32_t parent = balanced_tree_parent(dimensions, at);
      const auto depth = static_cast<std::size_t>(std::popcount(parent));
      hops[depth][static_cast<std::size_t>(std::countr_zero(at ^ parent))].push_back({node, parent});
      at = parent;
    }
  }
  return hops;
}

/// A step over all links: send(from, to, hops) for each. Half-duplex links take two.
template <class Executor, class SendHops>
void over_all_links(Executor& executor, const std::vector<std::vector<TreeHop>>& by_dimension, SendHops&& send_hops) {
  const int parts = executor.model().half_duplex() ? 2 : 1;
  for (int part = 0; part < parts; ++part) {
    executor.begin_step();
    for (std::uint32_t from = 0; from < executor.nodes(); ++from) {
      for (std::size_t dimension = 0; dimension < by_dimension.size(); ++dimension) {
        const std::uint32_t to = from ^ 1U << dimension;
        if (parts == 1 || (from < to) == (part == 0)) send_hops(from, to, by_dimension[dimension]);
      }
    }
    executor.end_step();
  }
}

/// The blocks that cross the links of a dimension in a step, of the dimension that has most, summed over the steps.
/// @param to_targets  those for a node and for all nodes behind it cross a link, and not one
std::uint64_t most_blocks(std::uint32_t dimensions, bool to_targets) {
  const std::uint32_t nodes = 1U << dimensions;
  std::vector<std::uint64_t> crossing(nodes, 1);  // the link into a node
  std::uint64_t sum = 0;
  for (auto weight = static_cast<int>(dimensions); weight > 0; --weight) {
    std::vector<std::uint64_t> of_dimension(dimensions);
    for (std::uint32_t node = 1; node < nodes; ++node) {
      if (std::popcount(node) != weight) continue;
      const std::uint32_t parent = balanced_tree_parent(dimensions, node);
      of_dimension[static_cast<std::size_t>(std::countr_zero(node ^ parent))] += crossing[node];
      if (to_targets) crossing[parent] += crossing[node];
    }
    sum += std::ranges::max(of_dimension);
  }
  return sum;
}

/// @param block   words of the largest one
/// @param rounds  how often all steps are taken
CollectiveFormula trees_formula(const CollectiveModel& model, bool to_targets, std::uint64_t block, bool exact,
                                std::uint64_t rounds = 1) {
  const std::uint32_t n = model.architecture.dimensions();
  if (model.half_duplex()) rounds *= 2;
  return counted(model, exact, rounds * n, static_cast<double>(rounds * most_blocks(n, to_targets) * block));
}

std::uint64_t rounded_up(std::uint64_t words, std::uint64_t parts) { return (words + parts - 1) / parts; }

CollectiveFormula all_trees_formula(const CollectiveModel& model, const CollectiveTask& task) {
  return trees_formula(model, false, rounded_up(task.words, model.nodes), divides(model.nodes, task.words));
}

void gather_down_all_trees(CollectiveExecutor& executor, const CollectiveTask&, const CollectiveData& in,
                           CollectiveData& out) {
  add_one_each(executor, in);
  std::vector<Piece> pieces;
  for (const auto& by_dimension : hops_by_weight(executor.model().architecture.dimensions())) {
    over_all_links(executor, by_dimension, [&](std::uint32_t from, std::uint32_t to, const auto& hops) {
      pieces.clear();
      for (const TreeHop& hop : hops) pieces.push_back(to ^ hop.target);
      executor.send(from, to, pieces);
    });
  }
  collect_everywhere(executor, first_pieces(executor.nodes()), out);
}

CollectiveFormula all_ways_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t pairs = std::uint64_t{model.nodes} * model.nodes;
  return trees_formula(model, true, rounded_up(task.words, pairs), divides(pairs, task.words));
}

void exchange_down_all_trees(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                             CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  add_blocks(executor, task, in);
  std::vector<Piece> pieces;
  for (const auto& by_dimension : hops_of_ways(executor.model().architecture.dimensions())) {
    over_all_links(executor, by_dimension, [&](std::uint32_t from, std::uint32_t to, const auto& hops) {
      pieces.clear();
      for (const TreeHop& hop : hops) {
        const std::uint32_t origin = from ^ hop.before;
        pieces.push_back(origin * nodes + (origin ^ hop.target));
      }
      executor.send(from, to, pieces, CollectiveExecutor::Sender::forgets);
    });
  }
  collect_blocks(executor, out);
}

/// @param rounds  2 of an all-reduce
CollectiveFormulaOf combining_formula(std::uint64_t rounds) {
  return [rounds](const CollectiveModel& model, const CollectiveTask& task) {
    const std::uint64_t words = vector_of(model, task);
    return trees_formula(model, false, rounded_up(words, model.nodes), divides(model.nodes, words), rounds);
  };
}

/// Each node's block is combined up its tree, from the farthest nodes on.
void combine_up_all_trees(ReductionExecutor& executor) {
  executor.cut(executor.nodes());
  std::vector<Blocks> blocks;
  const TreeHops hops_of = hops_by_weight(executor.model().architecture.dimensions());
  for (const auto& by_dimension : hops_of | std::views::reverse) {
    over_all_links(executor, by_dimension, [&](std::uint32_t from, std::uint32_t to, const auto& hops) {
      blocks.clear();
      for (const TreeHop& hop : hops) blocks.push_back({from ^ hop.target});
      executor.send(from, to, blocks);
    });
  }
}

void return_down_all_trees(ReductionExecutor& executor) {
  std::vector<Blocks> blocks;
  for (const auto& by_dimension : hops_by_weight(executor.model().architecture.dimensions())) {
    over_all_links(executor, by_dimension, [&](std::uint32_t from, std::uint32_t to, const auto& hops) {
      blocks.clear();
      for (const TreeHop& hop : hops) blocks.push_back({to ^ hop.target});
      executor.send(from, to, blocks, Arrival::replaces);
    });
  }
}

/// Part j of every vector is exchanged in dimension j first, then in the one behind it.
void double_in_parts(ReductionExecutor& executor, const CollectiveTask&) {
  const std::uint32_t n = executor.model().architecture.dimensions();
  executor.cut(n);
  for (std::uint32_t step = 0; step < n; ++step) {
    const int turns_of = executor.model().half_duplex() ? 2 : 1;
    for (int turn = 0; turn < turns_of; ++turn) {
      executor.begin_step();
      for (std::uint32_t part = 0; part < n; ++part) {
        for (std::uint32_t from = 0; from < executor.nodes(); ++from) {
          const std::uint32_t to = from ^ 1U << (part + step) % n;
          if (turns_of == 1 || (from < to) == (turn == 0))
            executor.send(from, to, Blocks{part}, turn == 0 ? Arrival::merges : Arrival::replaces);
        }
      }
      executor.end_step();
    }
  }
}

CollectiveFormula parts_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t n = model.architecture.dimensions();
  const std::uint64_t steps = model.half_duplex() ? 2 * n : n;
  return counted(model, true, steps, static_cast<double>(steps * rounded_up(vector_of(model, task), n)));
}

bool on_cube_of_links(const CollectiveModel& model, const CollectiveTask& task) {
  return on_hypercube(model, task) && model.architecture.dimensions() > 0;
}

}  // namespace

std::vector<CollectiveAlgorithm> balanced_trees_algorithms() {
  const std::string source = "Johnsson and Ho, IEEE TC 38(9), 1989, spanning balanced n-trees: ";
  return {
      collective_algorithm("all-gather-hypercube-balanced-trees", Collective::all_gather,
                           "down balanced trees of all nodes at once, over all ports, in n steps",
                           source + "all-to-all broadcasting", on_cube_of_links, all_trees_formula,
                           gather_down_all_trees),
      collective_algorithm("all-to-all-hypercube-balanced-trees", Collective::all_to_all,
                           "down balanced trees of all nodes at once, over all ports, whole blocks in n steps",
                           source + "all-to-all personalized communication", on_cube_of_links, all_ways_formula,
                           exchange_down_all_trees),
      reduction_algorithm("reduce-scatter-hypercube-balanced-trees", CollectiveOperation::reduce_scatter,
                          "up balanced trees of all nodes at once, over all ports, in n steps",
                          source + "all-to-all broadcasting backwards", OperandOrder::any, on_cube_of_links,
                          combining_formula(1), [](auto& executor, const auto&) { combine_up_all_trees(executor); }),
      reduction_algorithm("all-reduce-hypercube-balanced-trees", CollectiveOperation::all_reduce,
                          "up balanced trees of all nodes at once, over all ports, and down again",
                          source + "all-to-all broadcasting, backwards and forwards", OperandOrder::any,
                          on_cube_of_links, combining_formula(2),
                          [](auto& executor, const auto&) {
                            combine_up_all_trees(executor);
                            return_down_all_trees(executor);
                          }),
      reduction_algorithm("all-reduce-hypercube-parts", CollectiveOperation::all_reduce,
                          "n parts, each doubled through all dimensions from another one on, over all ports",
                          "recursive doubling over all ports: Johnsson and Ho (1989)", OperandOrder::any,
                          on_cube_of_links, parts_formula, double_in_parts),
  };
}

}  // namespace pram
