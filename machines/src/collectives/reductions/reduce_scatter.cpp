#include <bit>

#include "chains.hpp"
#include "collectives/algorithm_families.hpp"
#include "media.hpp"
#include "schedules.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;
using Arrival = ReductionExecutor::Arrival;

bool even_shares(const CollectiveModel& model, const CollectiveTask& task) {
  return divides(model.nodes, vector_of(model, task));
}

CollectiveFormula costs(const CollectiveModel& model, bool exact, const CollectiveCost& cost) {
  return counted(model, exact, cost.steps, cost.words);
}

ReductionBody by_halves_of(Butterfly (*butterfly_of)(std::uint32_t nodes)) {
  return [butterfly_of](ReductionExecutor& executor, const CollectiveTask&) {
    executor.cut(executor.nodes());
    reduce_by_butterfly(executor, butterfly_of(executor.nodes()));
  };
}

/// There with all blocks, and back with those of the nodes before.
CollectiveFormula there_and_back(const CollectiveModel& model, const CollectiveTask& task) {
  const Chain chain(model);
  const std::uint32_t last = model.nodes - 1;
  CollectiveCost cost{chain.links(0, last) + chain.links(last, 0), 0};
  for (std::uint32_t i = 1; i < model.nodes; ++i) {
    cost.words += static_cast<double>(chain.links(i - 1, i) * vector_of(model, task) +
                                      chain.links(i, i - 1) * first_words(model, task, model.nodes, i));
  }
  return costs(model, true, cost);
}

}  // namespace

std::vector<CollectiveAlgorithm> reduce_scatter_algorithms() {
  constexpr auto operation = CollectiveOperation::reduce_scatter;
  return {
      reduction_algorithm(
          "reduce-scatter-bus", operation, "every vector in turn, of which each node combines its share",
          "pram: one sender, all hear", OperandOrder::kept, only(Kind::bus),
          [](const auto& model, const auto& task) {
            const std::uint64_t steps = model.rounds(model.nodes);
            return counted(model, true, steps, static_cast<double>(steps * vector_of(model, task)));
          },
          [](auto& executor, const auto&) {
            executor.cut(executor.nodes());
            hear_in_turn(executor, 0, executor.nodes(),
                         [](std::uint32_t listener, std::uint32_t) { return Blocks{listener}; });
          }),
      reduction_algorithm(
          "reduce-scatter-shared-memory", operation, "all written, then every share read, k* nodes at a time",
          "pram: Saad and Schultz, Section 3.5 (b), of what is combined", OperandOrder::kept, only(Kind::shared_memory),
          [](const auto& model, const auto& task) {
            const std::uint64_t rounds = model.rounds(model.nodes);
            const double words = static_cast<double>(rounds * vector_of(model, task));
            return counted(model, even_shares(model, task), 2 * rounds, words * (2 - 1.0 / model.nodes));
          },
          [](auto& executor, const auto&) { combine_shares_in_memory(executor); }),
      reduction_algorithm(
          "reduce-scatter-ring", operation, "every block around a circle, combined on its way",
          "Patarasuk and Yuan, Bandwidth optimal all-reduce algorithms (2009)", OperandOrder::any, has_circle,
          [](const auto& model, const auto& task) {
            return costs(model, around_is_exact(model, task), around_cost(model, task));
          },
          [](auto& executor, const auto&) {
            executor.cut(executor.nodes());
            reduce_around(executor, circle_of(executor.model()));
          }),
      reduction_algorithm(
          "reduce-scatter-halving", operation, "half of what is held to the node that differs in one bit",
          "recursive halving: Thakur, Rabenseifner and Gropp (2005), Section 4.3", OperandOrder::any,
          [](const auto& model, const auto& task) {
            return model.is(Kind::hypercube) || (any_pairs(model, task) && std::has_single_bit(model.nodes));
          },
          [](const auto& model, const auto& task) {
            return costs(model, !in_turns(model) || even_shares(model, task), butterfly_cost(model, task));
          },
          by_halves_of(halving_butterfly)),
      reduction_algorithm(
          "reduce-scatter-circulant", operation, "by skips that halve, any number of nodes", "Träff, arXiv 2410.14234",
          OperandOrder::any, any_pairs,
          [](const auto& model, const auto& task) { return costs(model, true, skips_cost(model, task)); },
          [](auto& executor, const auto&) {
            executor.cut(executor.nodes());
            reduce_by_skips(executor);
          }),
      reduction_algorithm(
          "reduce-scatter-swing", operation, "halves exchanged with nodes 1, 1, 3, 5, 11, … away",
          "De Sensi and others, Swing (NSDI 2024), Section 3", OperandOrder::any,
          [](const auto& model, const auto& task) {
            return any_pairs(model, task) && std::has_single_bit(model.nodes);
          },
          [](const auto& model, const auto& task) {
            return costs(model, even_shares(model, task), butterfly_cost(model, task));
          },
          by_halves_of(swing_butterfly)),
      reduction_algorithm("reduce-scatter-chain", operation,
                          "from node to node in their order, and back without what is there", "pram: along routes",
                          OperandOrder::kept, has_routes, there_and_back,
                          [](auto& executor, const auto&) {
                            Chain chain(executor.model());
                            executor.cut(executor.nodes());
                            chain.pass(executor, 0, executor.nodes() - 1, Arrival::merges, true);
                            chain.pass_back_blocks(executor);
                          }),
  };
}

}  // namespace pram
