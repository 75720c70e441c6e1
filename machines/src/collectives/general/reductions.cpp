#include <algorithm>

#include "collectives/algorithm_families.hpp"
#include "collectives/reductions/reduction.hpp"
#include "plans.hpp"

namespace pram {

namespace {

using Arrival = ReductionExecutor::Arrival;

CollectiveFormula planned_reduction(const CollectiveModel& model, const CollectiveTask& task) {
  const CollectiveCost cost = best_plan(model, task).cost;
  return counted(model, true, cost.steps, cost.words);
}

/// Gives switches rows of their own, which have the numbers of the switches.
void add_switches(ReductionExecutor& executor) {
  for (std::uint32_t node = executor.nodes(); node < executor.model().topology->nodes(); ++node) executor.add_row(node);
}

/// Pieces as ranges of blocks.
std::vector<Blocks> ranges_of(std::vector<std::uint32_t> pieces) {
  std::ranges::sort(pieces);
  std::vector<Blocks> ranges;
  for (const std::uint32_t piece : pieces) {
    if (!ranges.empty() && ranges.back().first + ranges.back().count == piece) {
      ++ranges.back().count;
    } else {
      ranges.push_back({piece});
    }
  }
  return ranges;
}

void combine_by_plan(ReductionExecutor& executor, const CollectiveTask& task) {
  const PlannedTask made = best_plan(executor.model(), task);
  executor.cut(made.words.size());
  add_switches(executor);
  std::size_t number = 0;
  for (const MovePlan::Step& step : made.plan.steps()) {
    const Arrival arrival = number++ < made.plan.combining() ? Arrival::merges : Arrival::replaces;
    executor.begin_step();
    for (const MovePlan::Move& move : step) executor.send(move.from, move.to, ranges_of(move.pieces), arrival);
    executor.end_step();
  }
}

}  // namespace

std::vector<CollectiveAlgorithm> general_reductions_algorithms() {
  const auto row = [](const char* name, CollectiveOperation operation, const char* summary) {
    return reduction_algorithm(name, operation, summary, "pram: matchings of a step, backwards", OperandOrder::any,
                               has_plans, planned_reduction, combine_by_plan);
  };
  return {
      row("reduce-matchings", CollectiveOperation::reduce, "a broadcast by matchings, backwards"),
      row("reduce-scatter-matchings", CollectiveOperation::reduce_scatter, "an all-gather by matchings, backwards"),
      row("all-reduce-matchings", CollectiveOperation::all_reduce,
          "by matchings to one node and back, or to the share of each node and back"),
  };
}

}  // namespace pram
