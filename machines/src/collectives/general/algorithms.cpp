#include "collectives/algorithm_families.hpp"
#include "collectives/algorithms/algorithm.hpp"
#include "collectives/model/plan_limits.hpp"
#include "plans.hpp"
#include "unequal_parts.hpp"

namespace pram {

namespace {

CollectiveFormula planned_formula(const CollectiveModel& model, const CollectiveTask& task) {
  return exactly(model, task.counts.empty() ? best_plan_cost(model, task) : plan_unequal_gather(model, task).cost);
}

bool has_plans_for_counts(const CollectiveModel& model, const CollectiveTask& task) {
  return has_plans(model, task) && (task.counts.empty() || model.topology->nodes() <= most_nodes_of_unequal_parts);
}

void run_plan(CollectiveExecutor& executor, const MovePlan& plan,
              CollectiveExecutor::Sender sender = CollectiveExecutor::Sender::keeps) {
  for (const MovePlan::Step& step : plan.steps()) {
    executor.begin_step();
    for (const MovePlan::Move& move : step) executor.send(move.from, move.to, move.pieces, sender);
    executor.end_step();
  }
}

void spread_packets(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                    CollectiveData& out) {
  const PlannedTask made = best_plan(executor.model(), task);
  const std::vector<Piece> pieces = executor.add_shares(task.source, in[task.source], made.words.size());
  run_plan(executor, made.plan);
  collect_everywhere(executor, pieces, out);
}

void spread_unequal_parts(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                          CollectiveData& out) {
  const UnequalGather made = plan_unequal_gather(executor.model(), task);
  std::uint64_t pieces = 0;
  for (std::uint32_t i = 0; i < executor.nodes(); ++i) {
    executor.add_shares(i, in[i], made.pieces[i]);
    pieces += made.pieces[i];
  }
  run_plan(executor, made.plan);
  collect_everywhere(executor, first_pieces(static_cast<std::uint32_t>(pieces)), out);
}

void spread_shares(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                   CollectiveData& out) {
  if (!task.counts.empty()) return spread_unequal_parts(executor, task, in, out);
  add_one_each(executor, in);
  run_plan(executor, best_plan(executor.model(), task).plan);
  collect_everywhere(executor, first_pieces(executor.nodes()), out);
}

void deal_shares(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                 CollectiveData& out) {
  const std::vector<Piece> pieces = executor.add_shares(task.source, in[task.source], executor.nodes());
  run_plan(executor, best_plan(executor.model(), task).plan, CollectiveExecutor::Sender::forgets);
  for (const Piece piece : pieces) out[piece] = executor.collect(piece, std::span(&piece, 1));
}

void collect_shares(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                    CollectiveData& out) {
  add_one_each(executor, in);
  run_plan(executor, best_plan(executor.model(), task).plan, CollectiveExecutor::Sender::forgets);
  out[task.target] = executor.collect(task.target, first_pieces(executor.nodes()));
}

void exchange_blocks(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                     CollectiveData& out) {
  add_blocks(executor, task, in);
  run_plan(executor, best_plan(executor.model(), task).plan, CollectiveExecutor::Sender::forgets);
  collect_blocks(executor, out);
}

}  // namespace

std::vector<CollectiveAlgorithm> general_algorithms() {
  const auto row = [](const char* name, Collective operation, const char* summary, CollectiveBody body) {
    CollectiveAlgorithm made =
        collective_algorithm(name, operation, summary, "pram: matchings of a step, on any network",
                             has_plans_for_counts, planned_formula, std::move(body), Parts::any);
    made.planned = true;
    return made;
  };
  return {
      row("broadcast-matchings", Collective::broadcast,
          "packets to who lacks them, the rarest first, over as many links as can be", spread_packets),
      row("all-gather-matchings", Collective::all_gather,
          "shares to who lacks them, the rarest first, over as many links as can be", spread_shares),
      row("scatter-matchings", Collective::scatter, "a gather backwards over the links against their direction",
          deal_shares),
      row("gather-matchings", Collective::gather, "shares nearer to the target, the farthest first", collect_shares),
      row("all-to-all-matchings", Collective::all_to_all,
          "blocks nearer to their targets, the farthest first, over as many links as can be", exchange_blocks),
  };
}

}  // namespace pram
