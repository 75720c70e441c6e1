#include <algorithm>

#include "collectives/algorithm_families.hpp"
#include "collectives/model/plan_limits.hpp"
#include "collectives/reductions/reduction.hpp"
#include "plans.hpp"
#include "scans.hpp"

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

CollectiveFormula planned_scan(const CollectiveModel& model, const CollectiveTask& task) {
  const CollectiveCost cost = best_scan_plan(model, task).cost;
  return counted(model, true, cost.steps, cost.words);
}

/// A row for each node and run that comes there.
class RunRows {
 public:
  RunRows(ReductionExecutor& executor, const ScanPlan& plan)
      : executor_(executor), runs_(executor.nodes()), rows_(plan_nodes() * runs_, no_node) {
    for (const ScanPlan::Level& level : plan.levels) {
      for (const MovePlan::Step& step : level.plan.steps()) {
        for (const MovePlan::Move& move : step) {
          for (const std::uint32_t piece : move.pieces) add(move.to, static_cast<std::uint32_t>(piece / plan.packets));
        }
      }
    }
  }

  VectorRow of(std::uint32_t node, std::uint32_t run) const { return rows_[std::size_t{node} * runs_ + run]; }

 private:
  std::size_t plan_nodes() const { return executor_.model().topology->nodes(); }
  void add(std::uint32_t node, std::uint32_t run) {
    VectorRow& row = rows_[std::size_t{node} * runs_ + run];
    if (row == no_node) row = executor_.add_row(node);
  }

  ReductionExecutor& executor_;
  std::uint32_t runs_;
  std::vector<VectorRow> rows_;
};

void send_runs(ReductionExecutor& executor, const RunRows& rows, const ScanPlan::Level& level, std::uint64_t packets) {
  for (const MovePlan::Step& step : level.plan.steps()) {
    executor.begin_step();
    for (const MovePlan::Move& move : step) {
      std::vector<ReductionExecutor::RowPair> pairs;
      for (const std::uint32_t piece : move.pieces) {
        const auto run = static_cast<std::uint32_t>(piece / packets);
        const bool own = move.from == std::min(executor.nodes(), (run + 1) * level.size) - 1;
        pairs.push_back({own ? move.from : rows.of(move.from, run), rows.of(move.to, run)});
      }
      executor.send_rows(pairs,
                         packets == 1 ? executor.all() : Blocks{static_cast<std::uint32_t>(move.pieces[0] % packets)},
                         Arrival::replaces);
    }
    executor.end_step();
  }
}

void scan_in_levels(ReductionExecutor& executor, const CollectiveTask& task) {
  const ScanPlan plan = best_scan_plan(executor.model(), task);
  executor.cut(plan.packets);
  const RunRows rows(executor, plan);
  for (const ScanPlan::Level& level : plan.levels) {
    send_runs(executor, rows, level, plan.packets);
    for (std::uint32_t node = 0; node < executor.nodes(); ++node) {
      const std::uint32_t own = node / level.size;
      for (std::uint32_t run = own; run-- > own / plan.radix * plan.radix;)
        executor.merge_rows(rows.of(node, run), node, executor.all());
    }
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
      reduction_algorithm("scan-matchings", CollectiveOperation::scan,
                          "runs of nodes in levels: what each combines, to the nodes of the next runs",
                          "pram: multicasts by matchings, radix and packets as is best", OperandOrder::kept,
                          has_scan_plans, planned_scan, scan_in_levels),
  };
}

}  // namespace pram
