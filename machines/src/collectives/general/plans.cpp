#include "plans.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "collectives/model/block_sizes.hpp"
#include "collectives/model/pipeline.hpp"
#include "deliver.hpp"
#include "spread.hpp"
#include "tree_routes.hpp"

namespace pram {

namespace {

/// More packets gain little.
constexpr std::uint64_t most_packets = 256;
/// Keeps the plan that takes the least time.
class Best {
 public:
  explicit Best(const CollectiveModel& model) : model_(model) {}

  /// @returns whether it is the best so far
  bool offer(MovePlan plan, std::vector<std::uint64_t> words) {
    const CollectiveCost cost = plan.cost(words);
    if (any_ && cost.time(model_) >= best_.cost.time(model_)) return false;
    any_ = true;
    best_ = {std::move(plan), std::move(words), cost};
    return true;
  }

  PlannedTask take() { return std::move(best_); }

 private:
  const CollectiveModel& model_;
  bool any_ = false;
  PlannedTask best_;
};

PlannedTask faster(const CollectiveModel& model, PlannedTask one, PlannedTask other) {
  return one.cost.time(model) <= other.cost.time(model) ? std::move(one) : std::move(other);
}

/// Tries 1, 2, 4, … pieces a message, and at last all of them, as long as that gains.
template <class Plan>
PlannedTask over_sizes(const CollectiveModel& model, const std::vector<std::uint64_t>& words, std::uint64_t most,
                       Plan&& plan) {
  Best best(model);
  for (std::uint64_t size = 1; size < 2 * most; size *= 2) best.offer(plan(static_cast<std::uint32_t>(size)), words);
  return best.take();
}

/// Packets of words that start or end at one node.
/// @param plan  plan(number of packets)
template <class Plan>
PlannedTask in_packets(const CollectiveModel& model, std::uint64_t words, Plan&& plan) {
  Best best(model);
  int worse = 0;
  // Packets gain only where there is one for each of several links, so that fewer say nothing of more.
  const std::uint64_t least = std::min<std::uint64_t>(model.topology->ports(), most_packets / 8);
  for (std::uint64_t packets = 1; packets <= std::min(words, most_packets) && (worse < 2 || packets <= least);
       packets *= 2) {
    std::vector<std::uint64_t> lengths(packets);
    for (std::uint64_t k = 0; k < packets; ++k) lengths[k] = share_of(words, packets, k);
    worse = best.offer(plan(packets), std::move(lengths)) ? 0 : worse + 1;
  }
  return best.take();
}

/// A broadcast, or a reduction by its steps backwards.
PlannedTask of_packets(const CollectiveModel& model, std::uint32_t root, std::uint64_t words, bool backwards) {
  const Wires wires(model, backwards);
  return in_packets(model, words, [&](std::uint64_t packets) {
    MovePlan plan = plan_spread(wires, std::vector<std::uint32_t>(packets, root), 1);
    return backwards ? plan.reversed() : plan;
  });
}

/// The share of each node to all nodes, or of all nodes to each.
/// @param plan  plan(nodes with a share that is not empty, pieces a message)
template <class Plan>
PlannedTask of_all(const CollectiveModel& model, std::uint64_t words, Plan&& plan) {
  std::vector<std::uint64_t> shares(model.nodes);
  std::vector<std::uint32_t> origins;
  for (std::uint32_t i = 0; i < model.nodes; ++i) {
    shares[i] = share_of(words, model.nodes, i);
    if (shares[i] > 0) origins.push_back(i);  // the first ones
  }
  return over_sizes(model, shares, origins.size(), [&](std::uint32_t most) { return plan(origins, most); });
}

/// The shares of all nodes from one node, or to it.
/// A gather keeps the target's links busy; a scatter is one backwards.
PlannedTask of_one(const CollectiveModel& model, const CollectiveTask& task, std::uint32_t root, bool backwards) {
  const Wires wires(model, backwards);
  std::vector<std::uint64_t> shares(model.nodes);
  std::vector<Parcel> parcels;
  for (std::uint32_t i = 0; i < model.nodes; ++i) {
    shares[i] = share_of(task.words, model.nodes, i);
    if (shares[i] > 0 && i != root) parcels.push_back({i, i, root});
  }
  return over_sizes(model, shares, parcels.size(), [&](std::uint32_t size) {
    MovePlan plan = plan_deliveries(wires, parcels, size);
    return backwards ? plan.reversed() : plan;
  });
}

/// The blocks of all pairs: each by itself, or along the ways of an all-gather.
PlannedTask of_pairs(const CollectiveModel& model, const CollectiveTask& task) {
  const Wires wires(model, false);
  const BlockSizes sizes(task, model.nodes);
  std::vector<std::uint64_t> words;
  std::vector<Parcel> parcels;
  for (std::uint32_t i = 0; i < model.nodes; ++i) {
    for (std::uint32_t j = 0; j < model.nodes; ++j) {
      const auto piece = static_cast<std::uint32_t>(words.size());
      words.push_back(sizes.of(i, j));
      if (i != j && words.back() > 0) parcels.push_back({piece, i, j});
    }
  }
  const PlannedTask direct = over_sizes(model, words, parcels.size(),
                                        [&](std::uint32_t size) { return plan_deliveries(wires, parcels, size); });
  std::vector<std::uint32_t> origins;
  for (std::uint32_t i = 0; i < std::min<std::uint64_t>(model.nodes, task.words); ++i) origins.push_back(i);
  const PlannedTask together = over_sizes(model, words, origins.size(), [&](std::uint32_t size) {
    return blocks_of_spread(plan_spread(wires, origins, size), wires.nodes(), model.nodes, words);
  });
  return faster(model, direct, together);
}

/// The node from which the way to the farthest one and back is the shortest.
std::uint32_t centre(const CollectiveModel& model) {
  std::uint32_t best = 0;
  std::uint64_t least = no_node;
  for (std::uint32_t node = 0; node < model.nodes; ++node) {
    std::uint64_t farthest = 0;
    for (std::uint32_t other = 0; other < model.nodes; ++other) {
      if (other == node) continue;
      farthest = std::max<std::uint64_t>(
          farthest, std::uint64_t{model.topology->distance(node, other)} + model.topology->distance(other, node));
    }
    if (farthest < least) best = node;
    least = std::min(least, farthest);
  }
  return best;
}

MovePlan joined(MovePlan first, MovePlan second) {
  first.append(std::move(second));
  return first;
}

/// All pieces to one node, and from there to all.
MovePlan by_way_of(const Wires& wires, std::span<const std::uint32_t> origins, std::uint32_t root, std::uint32_t most) {
  std::vector<Parcel> parcels;
  for (std::uint32_t piece = 0; piece < origins.size(); ++piece) {
    if (origins[piece] != root) parcels.push_back({piece, origins[piece], root});
  }
  return joined(plan_deliveries(wires, parcels, most),
                plan_spread(wires, std::vector<std::uint32_t>(origins.size(), root), most));
}

/// All-gather, or a reduce-scatter by its steps backwards: at once, or by way of one node.
PlannedTask between_all(const CollectiveModel& model, std::uint64_t words, bool backwards) {
  const Wires wires(model, backwards);
  const auto turned = [&](MovePlan plan) { return backwards ? plan.reversed() : plan; };
  const std::uint32_t root = centre(model);
  return faster(model,
                of_all(model, words,
                       [&](std::span<const std::uint32_t> origins, std::uint32_t most) {
                         return turned(plan_spread(wires, origins, most));
                       }),
                of_all(model, words, [&](std::span<const std::uint32_t> origins, std::uint32_t most) {
                  return turned(by_way_of(wires, origins, root, most));
                }));
}

/// All-reduce: to one node in packets and back, or a reduce-scatter and an all-gather.
PlannedTask combined_everywhere(const CollectiveModel& model, const CollectiveTask& task) {
  const Wires wires(model, false);
  const Wires against(model, true);
  const std::uint64_t vector = task.vector_words(model.nodes);
  const std::uint32_t root = centre(model);
  PlannedTask to_one = in_packets(model, vector, [&](std::uint64_t packets) {
    const std::vector<std::uint32_t> origins(packets, root);
    return joined(plan_spread(against, origins, 1).reversed(), plan_spread(wires, origins, 1));
  });
  PlannedTask shared = of_all(model, vector, [&](std::span<const std::uint32_t> origins, std::uint32_t most) {
    return joined(plan_spread(against, origins, most).reversed(), plan_spread(wires, origins, most));
  });
  PlannedTask to_some = in_packets(model, vector, [&](std::uint64_t packets) {
    std::vector<std::uint32_t> origins(packets);
    for (std::uint64_t p = 0; p < packets; ++p) origins[p] = static_cast<std::uint32_t>(p * model.nodes / packets);
    return joined(plan_spread(against, origins, 1).reversed(), plan_spread(wires, origins, 1));
  });
  return faster(model, faster(model, std::move(to_one), std::move(to_some)), std::move(shared));
}

}  // namespace

PlannedTask best_plan(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t vector = task.vector_words(model.nodes);
  switch (task.operation.kind()) {
    case CollectiveOperation::broadcast: return of_packets(model, task.source, task.words, false);
    case CollectiveOperation::reduce: return of_packets(model, task.target, vector, true);
    case CollectiveOperation::all_gather: return between_all(model, task.words, false);
    case CollectiveOperation::reduce_scatter: return between_all(model, vector, true);
    case CollectiveOperation::scatter: return of_one(model, task, task.source, true);
    case CollectiveOperation::gather: return of_one(model, task, task.target, false);
    case CollectiveOperation::all_reduce: return combined_everywhere(model, task);
    default: return of_pairs(model, task);
  }
}

}  // namespace pram
