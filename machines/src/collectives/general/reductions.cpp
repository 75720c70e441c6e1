#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "collectives/algorithm_families.hpp"
#include "collectives/model/plan_limits.hpp"
#include "collectives/reductions/reduction.hpp"
#include "plans.hpp"
#include "scans.hpp"
#include "tree_scan/scan.hpp"

namespace pram {

namespace {

using Arrival = ReductionExecutor::Arrival;

CollectiveFormula planned_reduction(const CollectiveModel& model, const CollectiveTask& task) {
  const CollectiveCost cost = best_plan_cost(model, task);
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
  const CollectiveCost cost = best_scan_cost(model, task);
  return counted(model, true, cost.steps, cost.words);
}

/// A row for each node and vector that comes there.
class VectorRows {
 public:
  /// @param pieces_each  of every vector: piece p is one of vector p / pieces_each
  VectorRows(ReductionExecutor& executor, std::uint64_t pieces_each)
      : executor_(executor),
        pieces_each_(pieces_each),
        rows_(std::size_t{executor.model().topology->nodes()} * executor.nodes(), no_node) {}

  /// @param plans  of all steps
  void add(std::span<const MovePlan* const> plans) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> wanted;  // nodes, and vectors that come there
    for (const MovePlan* const plan : plans) {
      for (const MovePlan::Step& step : plan->steps()) {
        for (const MovePlan::Move& move : step) {
          for (const std::uint32_t piece : move.pieces) {
            VectorRow& row = rows_[place(move.to, vector_of(piece))];
            if (row == no_node) wanted.emplace_back(move.to, vector_of(piece));
            row = 0;
          }
        }
      }
    }
    executor_.reserve_rows(wanted.size());
    for (const auto& [node, vector] : wanted) rows_[place(node, vector)] = executor_.add_row(node);
  }

  std::uint32_t vector_of(std::uint32_t piece) const { return static_cast<std::uint32_t>(piece / pieces_each_); }
  VectorRow of(std::uint32_t node, std::uint32_t vector) const { return rows_[place(node, vector)]; }

 private:
  std::size_t place(std::uint32_t node, std::uint32_t vector) const {
    return std::size_t{node} * executor_.nodes() + vector;
  }

  ReductionExecutor& executor_;
  std::uint64_t pieces_each_;
  std::vector<VectorRow> rows_;
};

void send_runs(ReductionExecutor& executor, const VectorRows& rows, const ScanPlan::Level& level,
               std::uint64_t packets) {
  for (const MovePlan::Step& step : level.plan.steps()) {
    executor.begin_step();
    for (const MovePlan::Move& move : step) {
      std::vector<ReductionExecutor::RowPair> pairs;
      for (const std::uint32_t piece : move.pieces) {
        const std::uint32_t run = rows.vector_of(piece);
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
  VectorRows rows(executor, plan.packets);
  std::vector<const MovePlan*> plans;
  for (const ScanPlan::Level& level : plan.levels) plans.push_back(&level.plan);
  rows.add(plans);
  for (const ScanPlan::Level& level : plan.levels) {
    send_runs(executor, rows, level, plan.packets);
    for (std::uint32_t node = 0; node < executor.nodes(); ++node) {
      const std::uint32_t own = node / level.size;
      for (std::uint32_t run = own; run-- > own / plan.radix * plan.radix;)
        executor.merge_rows(rows.of(node, run), node, executor.all());
    }
  }
}

CollectiveFormula tree_scan_formula(const CollectiveModel& model, const CollectiveTask& task) {
  return exactly(model, best_tree_scan_cost(model, task));
}

void scan_along_tree(ReductionExecutor& executor, const CollectiveTask& task) {
  run_tree_scan(executor, best_tree_scan(executor.model(), task));
}

bool has_exchanged_scan(const CollectiveModel& model, const CollectiveTask& task) {
  return model.nodes <= most_terminals_of_pairs && has_scan_plans(model, task);
}

CollectiveFormula exchanged_scan_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const CollectiveCost cost = best_exchanged_scan_cost(model, task);
  return counted(model, true, cost.steps, cost.words);
}

void scan_by_exchanges(ReductionExecutor& executor, const CollectiveTask& task) {
  const ExchangedScan plan = best_exchanged_scan(executor.model(), task);
  const std::uint32_t nodes = executor.nodes();
  executor.cut(nodes);
  VectorRows rows(executor, nodes);
  rows.add(std::vector<const MovePlan*>{&plan.there, &plan.back});
  const auto row = [&](std::uint32_t node, std::uint32_t vector) {
    return node == vector ? node : rows.of(node, vector);
  };
  std::vector<ReductionExecutor::Part> parts;
  // What a piece on its way back begins with is the combination up to the node before the one that it goes to.
  const auto run = [&](const MovePlan& moves, bool back) {
    for (const MovePlan::Step& step : moves.steps()) {
      executor.begin_step();
      for (const MovePlan::Move& move : step) {
        parts.clear();
        for (const std::uint32_t piece : move.pieces) {
          const std::uint32_t vector = rows.vector_of(piece);
          const std::uint32_t block = piece % nodes;
          const bool begins = back && move.from == block;
          const bool ends = back && move.to == vector;
          parts.push_back({row(move.from, begins ? vector - 1 : vector),
                           row(move.to, vector),
                           {block},
                           ends ? Arrival::merges : Arrival::replaces});
        }
        executor.send_parts(parts);
      }
      executor.end_step();
    }
  };
  run(plan.there, false);
  const auto filled =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes, task.vector_words(nodes)));  // blocks that have words
  for (std::uint32_t node = 0; node < filled; ++node) {
    const std::uint32_t last = node + 1 == nodes ? nodes : nodes - 1;  // whose vector is here
    for (std::uint32_t vector = 1; vector < last; ++vector)
      executor.merge_rows(row(node, vector - 1), row(node, vector), {node});
  }
  run(plan.back, true);
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
      reduction_algorithm("scan-exchange-matchings", CollectiveOperation::scan,
                          "block j of every vector to node j, which combines them, and back to the nodes",
                          "pram: two exchanges by matchings", OperandOrder::kept, has_exchanged_scan,
                          exchanged_scan_formula, scan_by_exchanges),
      reduction_algorithm("scan-tree-matchings", CollectiveOperation::scan,
                          "up and down a tree of the nodes in their order, packets and levels without waiting",
                          "pram: shortest ways, the most urgent first, for the tree of Sanders and Träff (2006)",
                          OperandOrder::kept, has_scan_plans, tree_scan_formula, scan_along_tree),
  };
}

}  // namespace pram
