#include <ranges>
#include <vector>

#include <pram/detail/circulant.hpp>

#include "chains.hpp"
#include "collectives/algorithm_families.hpp"
#include "media.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;
using Arrival = ReductionExecutor::Arrival;

double words_of(const CollectiveModel& model, const CollectiveTask& task, std::uint64_t vectors) {
  return static_cast<double>(vectors * vector_of(model, task));
}

/// In step j every node that still has a partial result, and bit j in its place, sends it to the place without.
template <class Node>
void up_binomial_tree(ReductionExecutor& executor, Node&& node) {
  const std::uint32_t nodes = executor.nodes();
  for (std::uint32_t bit = 1; bit < nodes; bit *= 2) {
    executor.begin_step();
    for (std::uint64_t place = bit; place < nodes; place += 2 * std::uint64_t{bit})
      executor.send(node(static_cast<std::uint32_t>(place)), node(static_cast<std::uint32_t>(place) - bit),
                    executor.all());
    executor.end_step();
  }
}

CollectiveFormula binomial_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t steps = levels(model.nodes);
  return counted(model, true, steps, words_of(model, task, steps));
}

PipelineBound bound_to(const CollectiveModel& model, const CollectiveTask& task) {
  return tree_bound_of(model, route_tree_of(model, task.target), false);
}

void up_tree(ReductionExecutor& executor, const CollectiveTask& task) {
  const CollectiveModel& model = executor.model();
  executor.cut(best_packets(bound_to(model, task), vector_of(model, task), model).packets);
  combine_up(executor, route_tree_of(model, task.target), false);
}

/// From both ends of the row of all nodes to the target, one after the other.
std::uint64_t passes_to(const CollectiveModel& model, const CollectiveTask& task) {
  return (task.target > 0 ? 1 : 0) + (task.target + 1 < model.nodes ? 1 : 0);
}

/// The links from both ends to the target.
std::uint64_t links_to(const Chain& chain, const CollectiveModel& model, const CollectiveTask& task) {
  return chain.links(0, task.target) + chain.links(model.nodes - 1, task.target);
}

void along_chain(ReductionExecutor& executor, const CollectiveTask& task) {
  Chain chain(executor.model());
  const std::uint32_t last = executor.nodes() - 1;
  executor.cut(chain.packets(task, passes_to(executor.model(), task), links_to(chain, executor.model(), task)));
  if (task.target > 0) chain.pass(executor, 0, task.target, Arrival::merges);
  if (task.target < last) chain.pass(executor, last, task.target, Arrival::merges);
}

/// Packets of a broadcast backwards, which takes packets - 1 + ⌈log2 k⌉ rounds.
std::uint64_t packets_on_skips(const CollectiveModel& model, const CollectiveTask& task) {
  const PipelineBound bound{1, static_cast<double>(levels(model.nodes)) - 1};
  return best_packets(bound, vector_of(model, task), model).packets;
}

void broadcast_backwards(ReductionExecutor& executor, const CollectiveTask& task) {
  const std::uint32_t nodes = executor.nodes();
  executor.cut(packets_on_skips(executor.model(), task));
  const std::vector<std::vector<CirculantSend>> rounds = circulant_broadcast(nodes, executor.blocks());
  for (const std::vector<CirculantSend>& round : std::views::reverse(rounds)) {
    executor.begin_step();
    for (const auto& [from, to, block] : round)
      executor.send((to + task.target) % nodes, (from + task.target) % nodes, Blocks{block});
    executor.end_step();
  }
}

}  // namespace

std::vector<CollectiveAlgorithm> reduce_algorithms() {
  constexpr auto operation = CollectiveOperation::reduce;
  return {
      reduction_algorithm(
          "reduce-bus", operation, "every vector in turn, heard and combined by the target",
          "pram: one sender, all hear", OperandOrder::kept, only(Kind::bus),
          [](const auto& model, const auto& task) {
            const std::uint64_t steps = model.rounds(model.nodes - 1);
            return counted(model, true, steps, words_of(model, task, steps));
          },
          [](auto& executor, const auto& task) {
            hear_in_turn(executor, task.target + 1, executor.nodes() - 1, [&](std::uint32_t listener, std::uint32_t) {
              return listener == task.target ? executor.all() : Blocks{0, 0};
            });
          }),
      reduction_algorithm(
          "reduce-shared-memory", operation, "the others' vectors written, k* nodes at a time, then all read",
          "pram: Saad and Schultz, Section 3.4 (b), backwards, of vectors", OperandOrder::kept,
          only(Kind::shared_memory),
          [](const auto& model, const auto& task) {
            const std::uint64_t writes = model.rounds(model.nodes - 1);
            return counted(model, true, writes + 1, words_of(model, task, writes + model.nodes - 1));
          },
          [](auto& executor, const auto& task) { combine_at_target(executor, task.target); }),
      reduction_algorithm(
          "reduce-binomial", operation, "up a binomial tree: half of the partial results to another node, step by step",
          "Thakur, Rabenseifner and Gropp (2005), Section 4.4", OperandOrder::kept_to_first, any_pairs,
          binomial_formula,
          [](auto& executor, const auto& task) {
            up_binomial_tree(executor, [&](std::uint32_t place) { return (place + task.target) % executor.nodes(); });
          }),
      reduction_algorithm(
          "reduce-circulant", operation, "packets on a circulant graph, a broadcast backwards, in the fewest rounds",
          "Träff, arXiv 2205.10072 and 2407.18004", OperandOrder::any, any_pairs,
          [](const auto& model, const auto& task) {
            const std::uint64_t packets = packets_on_skips(model, task);
            const std::uint64_t rounds = packets - 1 + levels(model.nodes);
            const std::uint64_t words = (vector_of(model, task) + packets - 1) / packets;
            return counted(model, divides(packets, vector_of(model, task)), rounds,
                           static_cast<double>(rounds * words));
          },
          broadcast_backwards),
      reduction_algorithm(
          "reduce-hypercube", operation, "half of the partial results over one dimension after the other",
          "Johnsson and Ho, IEEE TC 38(9), 1989", OperandOrder::kept, only(Kind::hypercube), binomial_formula,
          [](auto& executor, const auto& task) {
            up_binomial_tree(executor, [&](std::uint32_t place) { return place ^ task.target; });
          }),
      reduction_algorithm(
          "reduce-tree", operation, "packets up the topology's routes to the target",
          "pram: Saad and Schultz, Section 3.2 (d), backwards", OperandOrder::any, has_trees,
          [](const auto& model, const auto& task) {
            return estimated(ideal_time(bound_to(model, task), static_cast<double>(vector_of(model, task)), model));
          },
          up_tree),
      reduction_algorithm(
          "reduce-chain", operation, "from node to node in their order, from both ends to the target",
          "pram: along routes", OperandOrder::kept, has_routes,
          [](const auto& model, const auto& task) {
            const Chain chain(model);
            return chain.formula(task, passes_to(model, task), links_to(chain, model, task));
          },
          along_chain),
  };
}

}  // namespace pram
