#include <bit>

#include <pram/detail/partners.hpp>

#include "chains.hpp"
#include "collectives/algorithm_families.hpp"
#include "media.hpp"
#include "schedules.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;
using Arrival = ReductionExecutor::Arrival;

/// Networks on which all nodes exchange with one that differs in a bit of its number.
bool exchanges(const CollectiveModel& model, const CollectiveTask& task) {
  return any_pairs(model, task) || model.is(Kind::hypercube);
}

bool power_of_two(const CollectiveModel& model) { return std::has_single_bit(model.nodes); }

/// Exchanges of the nodes that go on.
class Fold : public FoldedNodes {
 public:
  using FoldedNodes::FoldedNodes;

  void join(ReductionExecutor& executor, bool back) const {
    executor.begin_step();
    for (std::uint32_t place = 0; place < joined(); ++place) {
      const std::uint32_t low = 2 * place;
      if (back) executor.send(low, low + 1, executor.all(), Arrival::replaces);
      if (!back) executor.send(low + 1, low, executor.all());
    }
    executor.end_step();
  }

  /// Exchanges with the node whose place differs in a bit.
  template <class Visit>
  void exchange_over(ReductionExecutor& executor, std::uint32_t bit, Visit&& visit) const {
    exchange(
        executor, core(), [bit](std::uint32_t place) { return place ^ bit; }, visit);
  }
};

/// What a fold adds to the cost of the nodes that go on.
CollectiveCost with_fold(const CollectiveModel& model, const CollectiveTask& task, CollectiveCost cost) {
  if (power_of_two(model)) return cost;
  return {cost.steps + 2, cost.words + 2 * static_cast<double>(vector_of(model, task))};
}

std::uint64_t exchange_parts(const CollectiveModel& model) { return in_turns(model) ? 2 : 1; }

void by_recursive_doubling(ReductionExecutor& executor, const CollectiveTask&) {
  const Fold fold(executor.nodes());
  fold.join(executor, false);
  for (std::uint32_t bit = 1; bit < fold.core(); bit *= 2) {
    fold.exchange_over(executor, bit, [&](std::uint32_t place, std::uint32_t other, int turn) {
      // Who answers has combined already.
      executor.send(fold.node(place), fold.node(other), executor.all(),
                    turn == 0 ? Arrival::merges : Arrival::replaces);
    });
  }
  fold.join(executor, true);
}

CollectiveFormula doubling_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t steps = exchange_parts(model) * (static_cast<std::uint64_t>(std::bit_width(model.nodes)) - 1);
  const CollectiveCost cost = with_fold(model, task, {steps, static_cast<double>(steps * vector_of(model, task))});
  return counted(model, true, cost.steps, cost.words);
}

/// Neighbours first, so that partial results are runs of nodes.
void by_halves(ReductionExecutor& executor, const CollectiveTask&) {
  const Fold fold(executor.nodes());
  const std::uint32_t blocks = fold.core();
  executor.cut(blocks);
  fold.join(executor, false);
  const auto kept = [blocks](std::uint32_t place, std::uint32_t last_bit) {
    return first_kept(blocks, place, last_bit);
  };
  for (std::uint32_t bit = 1; bit < blocks; bit *= 2) {
    fold.exchange_over(executor, bit, [&](std::uint32_t place, std::uint32_t other, int) {
      executor.send(fold.node(place), fold.node(other), Blocks{kept(other, bit), blocks / (2 * bit)});
    });
  }
  for (std::uint32_t bit = blocks / 2; bit > 0; bit /= 2) {
    fold.exchange_over(executor, bit, [&](std::uint32_t place, std::uint32_t other, int) {
      executor.send(fold.node(place), fold.node(other), Blocks{kept(place, bit), blocks / (2 * bit)},
                    Arrival::replaces);
    });
  }
  fold.join(executor, true);
}

CollectiveFormula halves_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t parts = 2 * exchange_parts(model);
  CollectiveCost cost;
  const std::uint32_t blocks = std::bit_floor(model.nodes);
  for (std::uint32_t half = blocks / 2; half > 0; half /= 2) {
    cost.steps += parts;
    cost.words += static_cast<double>(parts * first_words(model, task, blocks, half));
  }
  cost = with_fold(model, task, cost);
  const bool exact = !in_turns(model) || divides(blocks, vector_of(model, task));
  return counted(model, exact, cost.steps, cost.words);
}

CollectiveFormula twice(const CollectiveModel& model, bool exact, const CollectiveCost& cost) {
  return counted(model, exact, 2 * cost.steps, 2 * cost.words);
}

void up_and_down_tree(ReductionExecutor& executor, const CollectiveTask& task) {
  const RouteTree tree = route_tree_of(executor.model(), 0);
  const PipelineBound bound = tree_bound_of(executor.model(), tree, true);
  executor.cut(best_packets(bound, vector_of(executor.model(), task), executor.model()).packets);
  combine_up(executor, tree, true);
}

CollectiveFormula tree_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const PipelineBound bound = tree_bound_of(model, route_tree_of(model, 0), true);
  return estimated(ideal_time(bound, static_cast<double>(vector_of(model, task)), model));
}

void there_and_back_again(ReductionExecutor& executor, const CollectiveTask& task) {
  Chain chain(executor.model());
  const std::uint32_t last = executor.nodes() - 1;
  executor.cut(chain.packets(task, 2, chain.links(0, last) + chain.links(last, 0)));
  chain.pass(executor, 0, last, Arrival::merges);
  chain.pass(executor, last, 0, Arrival::replaces);
}

}  // namespace

std::vector<CollectiveAlgorithm> all_reduce_algorithms() {
  constexpr auto operation = CollectiveOperation::all_reduce;
  const auto swings = [](const auto& model, const auto& task) { return any_pairs(model, task) && power_of_two(model); };
  return {
      reduction_algorithm(
          "all-reduce-bus", operation, "every vector in turn, heard and combined by all", "pram: one sender, all hear",
          OperandOrder::kept, only(Kind::bus),
          [](const auto& model, const auto& task) {
            const std::uint64_t steps = model.rounds(model.nodes);
            return counted(model, true, steps, static_cast<double>(steps * vector_of(model, task)));
          },
          [](auto& executor, const auto&) {
            hear_in_turn(executor, 0, executor.nodes(), [&](std::uint32_t, std::uint32_t) { return executor.all(); });
          }),
      reduction_algorithm(
          "all-reduce-shared-memory", operation, "all written, each share combined by one node, all shares read",
          "pram: reduce-scatter and all-gather, k* nodes at a time", OperandOrder::kept, only(Kind::shared_memory),
          [](const auto& model, const auto& task) {
            const std::uint64_t rounds = model.rounds(model.nodes);
            const double words = static_cast<double>(rounds * vector_of(model, task));
            return counted(model, divides(model.nodes, vector_of(model, task)), 4 * rounds,
                           words * (3 - 1.0 / model.nodes));
          },
          [](auto& executor, const auto&) {
            combine_shares_in_memory(executor);
            share_from_memory(executor);
          }),
      reduction_algorithm(
          "all-reduce-ring", operation, "every block around a circle, combined, then around once more",
          "Patarasuk and Yuan, Bandwidth optimal all-reduce algorithms (2009)", OperandOrder::any, has_circle,
          [](const auto& model, const auto& task) {
            return twice(model, around_is_exact(model, task), around_cost(model, task));
          },
          [](auto& executor, const auto&) {
            const Path circle = circle_of(executor.model());
            executor.cut(executor.nodes());
            reduce_around(executor, circle);
            gather_around(executor, circle);
          }),
      reduction_algorithm("all-reduce-doubling", operation, "exchanges of all that is combined, 1, 2, 4, … nodes away",
                          "recursive doubling: Thakur, Rabenseifner and Gropp (2005), Section 4.5", OperandOrder::kept,
                          exchanges, doubling_formula, by_recursive_doubling),
      reduction_algorithm("all-reduce-rabenseifner", operation, "halves exchanged, combined, and gathered back",
                          "Rabenseifner, Optimization of collective reduction operations (2004)", OperandOrder::kept,
                          exchanges, halves_formula, by_halves),
      reduction_algorithm(
          "all-reduce-circulant", operation, "reduce-scatter and all-gather by skips that halve, any number of nodes",
          "Träff, arXiv 2410.14234", OperandOrder::any, any_pairs,
          [](const auto& model, const auto& task) { return twice(model, true, skips_cost(model, task)); },
          [](auto& executor, const auto&) {
            executor.cut(executor.nodes());
            reduce_by_skips(executor);
            gather_by_skips(executor);
          }),
      reduction_algorithm(
          "all-reduce-swing", operation, "halves exchanged with nodes 1, 1, 3, 5, 11, … away, and gathered back",
          "De Sensi and others, Swing (NSDI 2024), Section 3", OperandOrder::any, swings,
          [](const auto& model, const auto& task) { return twice(model, true, butterfly_cost(model, task)); },
          [](auto& executor, const auto&) {
            Butterfly butterfly = swing_butterfly(executor.nodes());
            butterfly.block_at = first_pieces(executor.nodes());
            executor.cut(executor.nodes());
            reduce_by_butterfly(executor, butterfly);
            gather_by_butterfly(executor, butterfly);
          }),
      reduction_algorithm("all-reduce-tree", operation, "packets up the topology's routes to node 0, and down again",
                          "pram: Saad and Schultz, Section 3.2 (d), there and back", OperandOrder::any, has_trees,
                          tree_formula, up_and_down_tree),
      reduction_algorithm(
          "all-reduce-chain", operation, "from node to node in their order, and back", "pram: along routes",
          OperandOrder::kept, has_routes,
          [](const auto& model, const auto& task) {
            const Chain chain(model);
            const std::uint32_t last = model.nodes - 1;
            return chain.formula(task, 2, chain.links(0, last) + chain.links(last, 0));
          },
          there_and_back_again),
  };
}

}  // namespace pram
