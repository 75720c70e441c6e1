#include "plans.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "collectives/model/pipeline.hpp"
#include "collectives/model/plan_limits.hpp"
#include "deliver.hpp"
#include "plan/known_costs.hpp"
#include "spread.hpp"
#include "tree_routes.hpp"

namespace pram {

namespace {

using PlanKind = PlanKey::Kind;
using MakePlan = std::function<MovePlan()>;

/// More packets gain little.
constexpr std::uint64_t most_packets = 256;

/// What plans of a network are made of, made where a plan asks for it.
class PlannedNetwork {
 public:
  explicit PlannedNetwork(const CollectiveModel& model) : model_(model) {}

  const CollectiveModel& model() const { return model_; }

  /// @param backwards  every wire from its end to its begin
  const Wires& wires(bool backwards) {
    std::optional<Wires>& one = backwards ? against_ : wires_;
    if (!one) one.emplace(model_, backwards);
    return *one;
  }

  /// The node from which the way to the farthest one and back is the shortest; node 0 where there are many.
  std::uint32_t centre() {
    if (centre_ == no_node) centre_ = find_centre();
    return centre_;
  }

 private:
  std::uint32_t find_centre() const {
    std::uint32_t best = 0;
    if (model_.nodes > most_nodes_of_shares) return best;
    std::uint64_t least = no_node;
    for (std::uint32_t node = 0; node < model_.nodes; ++node) {
      std::uint64_t farthest = 0;
      for (std::uint32_t other = 0; other < model_.nodes; ++other) {
        if (other == node) continue;
        farthest = std::max<std::uint64_t>(
            farthest, std::uint64_t{model_.topology->distance(node, other)} + model_.topology->distance(other, node));
      }
      if (farthest < least) best = node;
      least = std::min(least, farthest);
    }
    return best;
  }

  const CollectiveModel& model_;
  std::optional<Wires> wires_;
  std::optional<Wires> against_;
  std::uint32_t centre_ = no_node;
};

/// A plan that was chosen, and is made when it is asked for.
struct PlanChoice {
  CollectiveCost cost;
  DealtWords dealt;
  MakePlan plan = [] { return MovePlan(); };
};

/// Keeps the plan that takes the least time.
class Best {
 public:
  explicit Best(const CollectiveModel& model) : model_(model) {}

  double time() const { return best_.cost.time(model_); }
  /// Of the plan that was offered last.
  const PlanCosts& last() const { return *last_; }

  /// @returns whether it is the best so far
  bool offer(const PlanKey& key, const DealtWords& dealt, MakePlan plan) {
    const CollectiveCost cost = cost_of(key, dealt, plan);
    if (any_ && cost.time(model_) >= time()) return false;
    keep(cost, dealt, std::move(plan));
    return true;
  }

  /// Likewise, but of plans that take as long the last one is the best.
  void offer_instead(const PlanKey& key, const DealtWords& dealt, MakePlan plan) {
    const CollectiveCost cost = cost_of(key, dealt, plan);
    if (!any_ || cost.time(model_) <= time()) keep(cost, dealt, std::move(plan));
  }

  PlanChoice take() { return std::move(best_); }

 private:
  CollectiveCost cost_of(const PlanKey& key, const DealtWords& dealt, const MakePlan& plan) {
    last_ = known_costs(model_, key, [&] {
      PlanCosts made;
      made.add(plan(), dealt);
      return made;
    });
    return last_->of(dealt);
  }

  void keep(const CollectiveCost& cost, const DealtWords& dealt, MakePlan plan) {
    any_ = true;
    best_ = {cost, dealt, std::move(plan)};
  }

  const CollectiveModel& model_;
  bool any_ = false;
  PlanChoice best_;
  std::shared_ptr<const PlanCosts> last_;
};

PlanChoice faster(const CollectiveModel& model, PlanChoice one, PlanChoice other) {
  return one.cost.time(model) <= other.cost.time(model) ? std::move(one) : std::move(other);
}

/// Each piece by itself: its rank is its number.
DealtWords dealt_in_order(std::uint64_t words, std::uint64_t pieces) {
  DealtWords dealt{words, pieces, std::vector<std::uint32_t>(pieces)};
  std::iota(dealt.rank_of.begin(), dealt.rank_of.end(), 0U);
  return dealt;
}

/// Tries 1, 2, 4, … pieces a message, and at last all of them, as long as that gains.
/// @param key   but for the pieces a message
/// @param plan  plan(pieces a message)
template <class Plan>
PlanChoice over_sizes(const CollectiveModel& model, PlanKey key, const DealtWords& dealt, std::uint64_t most,
                      Plan plan) {
  Best best(model);
  for (key.most = 1; key.most < 2 * most; key.most *= 2)
    best.offer(key, dealt, [plan, size = static_cast<std::uint32_t>(key.most)] { return plan(size); });
  return best.take();
}

/// The most messages in a step.
double most_messages(const CollectiveModel& model) {
  const Topology& topology = *model.topology;
  const double wires = static_cast<double>(topology.nodes()) * topology.ports();
  const double at_once = model.half_duplex() && topology.two_way() ? wires / 2 : wires;
  return model.all_ports() || model.switches() ? at_once : std::min<double>(at_once, model.nodes);
}

/// Tries as many parcels a message as over_sizes() and finds the same, but begins with the most and leaves out what
/// cannot be better: every plan of deliveries has each parcel cross as many wires as its way has.
/// @param key   but for the parcels a message
/// @param most  parcels; all of them have words
/// @param plan  plan(parcels a message)
template <class Plan>
PlanChoice over_deliveries(const CollectiveModel& model, PlanKey key, const DealtWords& dealt, std::uint64_t most,
                           Plan plan) {
  constexpr double rounding = 1 + 1e-9;
  Best best(model);
  const auto offer = [&] {
    best.offer_instead(key, dealt, [plan, size = static_cast<std::uint32_t>(key.most)] { return plan(size); });
  };
  if (most == 0) return best.take();
  key.most = std::bit_ceil(most);
  offer();
  const std::uint64_t unlimited = best.last().largest_message();
  const double messages = most_messages(model);
  const auto crossings = static_cast<double>(best.last().crossings());
  const double words = crossings * static_cast<double>(std::max<std::uint64_t>(1, dealt.words / dealt.ranks));
  while (key.most > 1) {
    key.most /= 2;
    if (key.most > unlimited) continue;  // the same plan
    const double steps = crossings / (messages * static_cast<double>(key.most));
    if (steps * model.startup + words / messages / model.bandwidth <= best.time() * rounding) offer();
  }
  return best.take();
}

/// Packets of words that start or end at one node.
/// @param key   but for the packets
/// @param plan  plan(number of packets)
template <class Plan>
PlanChoice in_packets(const CollectiveModel& model, PlanKey key, std::uint64_t words, Plan plan) {
  Best best(model);
  int worse = 0;
  // Packets gain only where there is one for each of several links, so that fewer say nothing of more.
  const std::uint64_t least = std::min<std::uint64_t>(model.topology->ports(), most_packets / 8);
  for (std::uint64_t packets = 1; packets <= std::min(words, most_packets) && (worse < 2 || packets <= least);
       packets *= 2) {
    key.pieces = packets;
    const bool better = best.offer(key, dealt_in_order(words, packets), [plan, packets] { return plan(packets); });
    worse = better ? 0 : worse + 1;
  }
  return best.take();
}

/// A broadcast, or a reduction by its steps backwards.
PlanChoice of_packets(PlannedNetwork& network, std::uint32_t root, std::uint64_t words, bool backwards) {
  return in_packets(network.model(), {.kind = PlanKind::packets, .backwards = backwards, .root = root}, words,
                    [&network, root, backwards](std::uint64_t packets) {
                      MovePlan plan =
                          plan_spread(network.wires(backwards), std::vector<std::uint32_t>(packets, root), 1);
                      return backwards ? plan.reversed() : plan;
                    });
}

/// The share of each node to all nodes, or of all nodes to each.
/// @param plan  plan(nodes with a share that is not empty, pieces a message)
template <class Plan>
PlanChoice of_all(const CollectiveModel& model, PlanKey key, std::uint64_t words, Plan plan) {
  key.pieces = std::min<std::uint64_t>(words, model.nodes);
  std::vector<std::uint32_t> origins(key.pieces);  // the first ones
  std::iota(origins.begin(), origins.end(), 0U);
  return over_sizes(model, key, dealt_in_order(words, model.nodes), key.pieces,
                    [origins, plan](std::uint32_t most) { return plan(origins, most); });
}

/// The shares of all nodes from one node, or to it.
/// A gather keeps the target's links busy; a scatter is one backwards.
PlanChoice of_one(PlannedNetwork& network, std::uint64_t words, std::uint32_t root, bool backwards) {
  const CollectiveModel& model = network.model();
  const std::uint64_t filled = std::min<std::uint64_t>(words, model.nodes);
  std::vector<Parcel> parcels;
  for (std::uint32_t i = 0; i < filled; ++i) {
    if (i != root) parcels.push_back({i, i, root});
  }
  const std::uint64_t most = parcels.size();
  return over_deliveries(model, {.kind = PlanKind::one, .backwards = backwards, .root = root, .pieces = filled},
                         dealt_in_order(words, model.nodes), most,
                         [&network, parcels = std::move(parcels), backwards](std::uint32_t size) {
                           MovePlan plan = plan_deliveries(network.wires(backwards), parcels, size);
                           return backwards ? plan.reversed() : plan;
                         });
}

/// The words of all pairs: the blocks for node 0 get those that are left over first, from node 0, 1, …
DealtWords dealt_to_pairs(std::uint64_t words, std::uint32_t nodes) {
  DealtWords dealt{words, std::uint64_t{nodes} * nodes, {}};
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) dealt.rank_of.push_back(to * nodes + from);
  }
  return dealt;
}

/// The blocks of all pairs: each by itself, or along the ways of an all-gather.
PlanChoice of_pairs(PlannedNetwork& network, std::uint64_t all_words) {
  const CollectiveModel& model = network.model();
  const std::uint32_t nodes = model.nodes;
  const DealtWords dealt = dealt_to_pairs(all_words, nodes);
  PlanKey key{.kind = PlanKind::pairs, .pieces = std::min(all_words, dealt.ranks)};
  std::vector<Parcel> parcels;
  for (std::uint32_t piece = 0; piece < dealt.ranks; ++piece) {
    const std::uint32_t from = piece / nodes;
    const std::uint32_t to = piece % nodes;
    if (from != to && dealt.rank_of[piece] < key.pieces) parcels.push_back({piece, from, to});
  }
  const std::uint64_t most = parcels.size();
  const PlanChoice direct =
      over_deliveries(model, key, dealt, most, [&network, parcels = std::move(parcels)](std::uint32_t size) {
        return plan_deliveries(network.wires(false), parcels, size);
      });
  key.kind = PlanKind::pairs_together;
  std::vector<std::uint32_t> origins(std::min<std::uint64_t>(nodes, all_words));
  std::iota(origins.begin(), origins.end(), 0U);
  const PlanChoice together =
      over_sizes(model, key, dealt, origins.size(), [&network, origins, lengths = dealt.lengths()](std::uint32_t size) {
        const Wires& wires = network.wires(false);
        return blocks_of_spread(plan_spread(wires, origins, size), wires.nodes(), network.model().nodes, lengths);
      });
  return faster(model, direct, together);
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
PlanChoice between_all(PlannedNetwork& network, std::uint64_t words, bool backwards) {
  const auto turned = [backwards](MovePlan plan) { return backwards ? plan.reversed() : plan; };
  return faster(network.model(),
                of_all(network.model(), {.kind = PlanKind::shares, .backwards = backwards}, words,
                       [&network, turned, backwards](std::span<const std::uint32_t> origins, std::uint32_t most) {
                         return turned(plan_spread(network.wires(backwards), origins, most));
                       }),
                of_all(network.model(), {.kind = PlanKind::shares_by_way, .backwards = backwards}, words,
                       [&network, turned, backwards](std::span<const std::uint32_t> origins, std::uint32_t most) {
                         return turned(by_way_of(network.wires(backwards), origins, network.centre(), most));
                       }));
}

/// All-reduce: to one node in packets and back, or a reduce-scatter and an all-gather.
PlanChoice combined_everywhere(PlannedNetwork& network, std::uint64_t vector) {
  const CollectiveModel& model = network.model();
  const auto there_and_back = [&network](std::span<const std::uint32_t> origins, std::uint32_t most) {
    return joined(plan_spread(network.wires(true), origins, most).reversed(),
                  plan_spread(network.wires(false), origins, most));
  };
  PlanChoice to_one =
      in_packets(model, {.kind = PlanKind::to_one}, vector, [&network, there_and_back](std::uint64_t packets) {
        return there_and_back(std::vector<std::uint32_t>(packets, network.centre()), 1);
      });
  PlanChoice to_some =
      in_packets(model, {.kind = PlanKind::to_some}, vector, [&model, there_and_back](std::uint64_t packets) {
        std::vector<std::uint32_t> origins(packets);
        for (std::uint64_t p = 0; p < packets; ++p) origins[p] = static_cast<std::uint32_t>(p * model.nodes / packets);
        return there_and_back(origins, 1);
      });
  PlanChoice in_few = faster(model, std::move(to_one), std::move(to_some));
  if (model.topology->nodes() > most_nodes_of_shares) return in_few;
  return faster(model, std::move(in_few), of_all(model, {.kind = PlanKind::shared}, vector, there_and_back));
}

PlanChoice choose(PlannedNetwork& network, const CollectiveTask& task) {
  const std::uint64_t vector = task.vector_words(network.model().nodes);
  switch (task.operation.kind()) {
    case CollectiveOperation::broadcast: return of_packets(network, task.source, task.words, false);
    case CollectiveOperation::reduce: return of_packets(network, task.target, vector, true);
    case CollectiveOperation::all_gather: return between_all(network, task.words, false);
    case CollectiveOperation::reduce_scatter: return between_all(network, vector, true);
    case CollectiveOperation::scatter: return of_one(network, task.words, task.source, true);
    case CollectiveOperation::gather: return of_one(network, task.words, task.target, false);
    case CollectiveOperation::all_reduce: return combined_everywhere(network, vector);
    default: return of_pairs(network, task.words);
  }
}

}  // namespace

PlannedTask best_plan(const CollectiveModel& model, const CollectiveTask& task) {
  PlannedNetwork network(model);
  const PlanChoice choice = choose(network, task);
  return {choice.plan(), choice.dealt.lengths()};
}

CollectiveCost best_plan_cost(const CollectiveModel& model, const CollectiveTask& task) {
  PlannedNetwork network(model);
  return choose(network, task).cost;
}

}  // namespace pram
