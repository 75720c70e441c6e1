#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "collectives/algorithm_families.hpp"
#include "collectives/algorithms/scatter.hpp"
#include "collectives/model/pipeline.hpp"
#include "spanning_trees.hpp"

namespace pram {

namespace {

/// A link of one of the disjoint trees.
struct TreeLink {
  std::uint32_t tree = 0;
  std::uint32_t from = 0;  // counted from the root
  std::uint32_t to = 0;
  std::uint64_t start = 0;  // the step of the first packet
};

std::vector<TreeLink> disjoint_tree_links(std::uint32_t dimensions) {
  std::vector<TreeLink> links;
  for (std::uint32_t tree = 0; tree < dimensions; ++tree) {
    for (std::uint32_t node = 1; node >> dimensions == 0; ++node) {
      const std::uint32_t parent = disjoint_tree_parent(dimensions, tree, node);
      std::uint64_t depth = 0;
      for (std::uint32_t at = parent; at != 0; at = disjoint_tree_parent(dimensions, tree, at)) ++depth;
      links.push_back({tree, parent, node, depth});
    }
  }
  return links;
}

/// The steps of P packets down each tree. All trees are n + 1 deep, but no link into a node with its tree's bit is
/// below depth n, and none into another one above depth 3: half-duplex links, which carry these in steps of their own,
/// save three of twice as many.
PipelineBound trees_bound(const CollectiveModel& model) {
  const double n = model.architecture.dimensions();
  return model.half_duplex() ? PipelineBound{2, 2 * n - 3} : PipelineBound{1, n};
}

/// Packets a tree: each tree carries its part of the words.
std::uint64_t packets_down_trees(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t n = model.architecture.dimensions();
  return best_packets(trees_bound(model), (task.words + n - 1) / n, model).packets;
}

CollectiveFormula disjoint_trees_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t packets = packets_down_trees(model, task);
  const std::uint64_t pieces = packets * model.architecture.dimensions();
  const PipelineBound bound = trees_bound(model);
  const auto steps = static_cast<std::uint64_t>(bound.rate * static_cast<double>(packets) + bound.latency);
  return counted(model, divides(pieces, task.words), steps,
                 static_cast<double>(steps * ((task.words + pieces - 1) / pieces)));
}

void down_disjoint_trees(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                         CollectiveData& out) {
  const std::uint32_t n = executor.model().architecture.dimensions();
  const std::uint64_t packets = packets_down_trees(executor.model(), task);
  const std::vector<Piece> pieces = executor.add_shares(task.source, in[task.source], n * packets);
  const std::vector<TreeLink> links = disjoint_tree_links(n);
  const int parts = executor.model().half_duplex() ? 2 : 1;
  for (std::uint64_t step = 0; step < packets + n; ++step) {
    for (int part = 0; part < parts; ++part) {
      executor.begin_step();
      for (const auto& [tree, from, to, start] : links) {
        if (parts == 2 && (from < to) != (part == 0)) continue;
        if (step >= start && step - start < packets)
          executor.send(from ^ task.source, to ^ task.source, pieces[(step - start) * n + tree]);
      }
      executor.end_step();
    }
  }
  collect_everywhere(executor, pieces, out);
}

/// Bundles for the nodes of equal weight, those of the largest weight first, so that all arrive in the last step.
Schedule down_balanced_tree(const CollectiveModel& model, std::uint32_t root) {
  const std::uint32_t n = model.architecture.dimensions();
  return {n, [n, root, nodes = model.nodes](std::size_t step, const Send& send) {
            std::vector<std::pair<std::uint32_t, Piece>> crossing;  // the node that a share goes to, and its target
            for (std::uint32_t node = 1; node < nodes; ++node) {
              const auto weight = static_cast<std::uint32_t>(std::popcount(node));
              const std::size_t depth = step + weight + 1;  // of the node that it goes to, and n more
              if (depth <= n || depth - n > weight) continue;
              std::uint32_t to = node;
              for (std::size_t above = weight; above > depth - n; --above) to = balanced_tree_parent(n, to);
              crossing.emplace_back(to, node ^ root);
            }
            std::ranges::sort(crossing);
            std::vector<Piece> bundle;
            for (auto one = crossing.begin(); one != crossing.end();) {
              const std::uint32_t to = one->first;
              bundle.clear();
              for (; one != crossing.end() && one->first == to; ++one) bundle.push_back(one->second);
              send(balanced_tree_parent(n, to) ^ root, to ^ root, bundle);
            }
          }};
}

/// The largest bundles are those that leave the root.
CollectiveFormula balanced_tree_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint32_t n = model.architecture.dimensions();
  std::vector<std::uint64_t> shares(std::size_t{n + 1} * n);  // by weight and subtree
  for (std::uint32_t node = 1; node < model.nodes; ++node)
    ++shares[static_cast<std::size_t>(std::popcount(node)) * n + balanced_tree_base(n, node)];
  std::uint64_t largest = 0;
  for (std::uint32_t weight = 1; weight <= n; ++weight) {
    const auto of_weight = shares.begin() + std::ptrdiff_t{weight} * n;
    largest += *std::max_element(of_weight, of_weight + n);
  }
  return counted(model, divides(model.nodes, task.words), n,
                 static_cast<double>(largest) * static_cast<double>(task.words) / model.nodes);
}

}  // namespace

std::vector<CollectiveAlgorithm> hypercube_algorithms() {
  return {
      collective_algorithm(
          "broadcast-hypercube-disjoint-trees", Collective::broadcast, "packets down n edge-disjoint binomial trees",
          "Johnsson and Ho, IEEE TC 38(9), 1989, Section 3.3",
          [](const auto& model, const auto& task) {
            return on_hypercube(model, task) && model.architecture.dimensions() > 1;
          },
          disjoint_trees_formula, down_disjoint_trees),
      collective_algorithm("scatter-hypercube-balanced-tree", Collective::scatter,
                           "bundles down a spanning balanced tree, over all ports, the farthest first",
                           "Johnsson and Ho, IEEE TC 38(9), 1989, Section 4.2", on_hypercube, balanced_tree_formula,
                           follow(Collective::scatter, down_balanced_tree)),
      collective_algorithm("gather-hypercube-balanced-tree", Collective::gather,
                           "bundles up a spanning balanced tree, over all ports, the farthest last",
                           "Johnsson and Ho, IEEE TC 38(9), 1989, Section 4.2, backwards", on_hypercube,
                           balanced_tree_formula, follow(Collective::gather, down_balanced_tree)),
  };
}

}  // namespace pram
