#include <pram/detail/partners.hpp>

#include "chains.hpp"
#include "collectives/algorithm_families.hpp"
#include "media.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;
using Arrival = ReductionExecutor::Arrival;

CollectiveFormula vectors(const CollectiveModel& model, const CollectiveTask& task, std::uint64_t steps) {
  return counted(model, true, steps, static_cast<double>(steps * vector_of(model, task)));
}

/// In round i every node sends what it has combined to the node 2^i further.
void by_doubled_distances(ReductionExecutor& executor, const CollectiveTask&) {
  for (std::uint32_t distance = 1; distance < executor.nodes(); distance *= 2) {
    executor.begin_step();
    for (std::uint32_t i = 0; i + distance < executor.nodes(); ++i) executor.send(i, i + distance, executor.all());
    executor.end_step();
  }
}

void by_two_sweeps(ReductionExecutor& executor, const CollectiveTask&) {
  two_sweeps(executor.nodes(), [&](std::uint32_t first, std::uint32_t distance) {
    executor.begin_step();
    for (std::uint32_t i = first; i + distance < executor.nodes(); i += 2 * distance)
      executor.send(i, i + distance, executor.all());
    executor.end_step();
  });
}

/// Over one dimension after the other: a node's own row has the nodes below it that it has heard of, and another one
/// all of its part of the cube.
void over_dimensions(ReductionExecutor& executor, const CollectiveTask&) {
  const std::vector<VectorRow> all = rows_for_below(executor);
  for (std::uint32_t i = 0; i < executor.nodes(); ++i) executor.merge_rows(i, all[i], executor.all());
  for (std::uint32_t bit = 1; bit < executor.nodes(); bit *= 2) {
    const auto partner = [bit](std::uint32_t i) { return i ^ bit; };
    exchange(executor, executor.nodes(), partner, [&](std::uint32_t i, std::uint32_t other, int turn) {
      // Who answers has combined already, and those that it answers are below it.
      executor.send(all[i], all[other], executor.all(), turn == 0 ? Arrival::merges : Arrival::replaces);
      if (i < other) executor.take(other, executor.all());
    });
  }
}

}  // namespace

std::vector<CollectiveAlgorithm> scan_algorithms() {
  constexpr auto operation = CollectiveOperation::scan;
  return {
      reduction_algorithm(
          "scan-bus", operation, "every vector in turn, heard and combined by the nodes behind",
          "pram: one sender, all hear", OperandOrder::kept, only(Kind::bus),
          [](const auto& model, const auto& task) { return vectors(model, task, model.rounds(model.nodes - 1)); },
          [](auto& executor, const auto&) {
            hear_in_turn(executor, 0, executor.nodes() - 1, [&](std::uint32_t listener, std::uint32_t speaker) {
              return speaker < listener ? executor.all() : Blocks{0, 0};
            });
          }),
      reduction_algorithm(
          "scan-shared-memory", operation, "each reads what the one before has combined, and writes it with its own",
          "pram: along the memory", OperandOrder::kept, only(Kind::shared_memory),
          [](const auto& model, const auto& task) {
            return vectors(model, task, 2 * (std::uint64_t{model.nodes} - 1));
          },
          [](auto& executor, const auto&) { pass_through_memory(executor); }),
      reduction_algorithm(
          "scan-doubling", operation, "what is combined to the node 1, 2, 4, … further",
          "Hillis and Steele, Data parallel algorithms (1986)", OperandOrder::kept, any_pairs,
          [](const auto& model, const auto& task) { return vectors(model, task, levels(model.nodes)); },
          by_doubled_distances),
      reduction_algorithm(
          "scan-two-sweeps", operation, "up a binomial tree, and down with what is combined before it",
          "Brent and Kung, A regular layout for parallel adders (1982)", OperandOrder::kept, any_pairs,
          [](const auto& model, const auto& task) {
            std::uint64_t steps = 0;
            two_sweeps(model.nodes, [&](std::uint32_t, std::uint32_t) { ++steps; });
            return vectors(model, task, steps);
          },
          by_two_sweeps),
      reduction_algorithm(
          "scan-hypercube", operation, "exchanges over one dimension after the other, with prefixes kept beside",
          "Blelloch, Prefix sums and their applications (1990), on a cube", OperandOrder::kept, only(Kind::hypercube),
          [](const auto& model, const auto& task) {
            return vectors(model, task, (in_turns(model) ? 2 : 1) * std::uint64_t{levels(model.nodes)});
          },
          over_dimensions),
      reduction_algorithm(
          "scan-chain", operation, "from node to node in their order", "pram: along routes", OperandOrder::kept,
          has_routes,
          [](const auto& model, const auto& task) {
            const Chain chain(model);
            return chain.formula(task, 1, chain.links(0, model.nodes - 1));
          },
          [](auto& executor, const auto& task) {
            Chain chain(executor.model());
            const std::uint32_t last = executor.nodes() - 1;
            executor.cut(chain.packets(task, 1, chain.links(0, last)));
            chain.pass(executor, 0, last, Arrival::merges);
          }),
  };
}

}  // namespace pram
