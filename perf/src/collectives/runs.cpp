#include <pram/perf/collectives.hpp>

#include <algorithm>
#include <chrono>

#include "../parts/part.hpp"
#include "links/link_use.hpp"

namespace pram {

void kept_members(perf::MaybeConst<CollectiveCost> auto& cost, const auto& member) {
  member("steps", cost.steps);
  member("words", cost.words);
}

}  // namespace pram

namespace pram::perf {

namespace {

constexpr std::size_t most_pictured = std::size_t{1} << 22;  // blocks

/// What only the execution shows.
struct ExecutedCollective {
  CollectiveCost cost;
  bool verified = false;
};

void kept_members(MaybeConst<ExecutedCollective> auto& executed, const auto& member) {
  member("cost", executed.cost);
  member("verified", executed.verified);
}

/// Words of all nodes together after the operation.
double words_after(const CollectiveModel& model, const CollectiveTask& task) {
  return static_cast<double>(task.words) * (task.operation.same_for_all() ? model.nodes : 1.0);
}

}  // namespace

bool CollectiveResult::sound() const {
  return std::ranges::all_of(runs, [](const CollectiveRun& run) { return run.verified; });
}

double collective_bytes(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr double bytes_a_node = 3 * 48;  // of the data before, after and expected
  return static_cast<double>(sizeof(Word)) * (static_cast<double>(task.words) + 2 * words_after(model, task)) +
         bytes_a_node * model.nodes + collective_run_bytes(model, task);
}

CollectiveResult run_collectives(const CollectiveRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  CollectiveResult result;
  result.model = request.model;
  result.task = request.task;
  result.asked = request.algorithms.size();
  result.lower_bound = collective_lower_bound(request.model, request.task);
  if (const CollectiveAlgorithm* const best = best_algorithm(request.model, request.task)) result.best = best->name;

  const CollectiveData in = collective_input(request.task, request.model.nodes);
  const CollectiveData expected = collective_expected(request.task, in);
  for (const CollectiveAlgorithm* const algorithm : request.algorithms) {
    if (request.progress && !request.progress(result.runs.size(), result.asked)) {
      result.interrupted = true;
      break;
    }
    CollectiveRun run;
    run.algorithm = algorithm->name;
    run.source = algorithm->source;
    run.formula = algorithm->formula(request.model, request.task);
    ScheduleRecorder recorder(algorithm->name, most_pictured, most_ways);
    CollectiveModel model = request.model;
    if (request.watch) model.watch = [&](const CollectiveTransfer& transfer) { recorder.note(transfer); };
    bool finished_before = true;
    try {
      const auto executed = part<ExecutedCollective>(request.parts, request.name + algorithm->name, [&] {
        finished_before = false;
        CollectiveData out;
        const CollectiveCost cost = algorithm->run(model, request.task, in, out);
        return ExecutedCollective{cost, out == expected};
      });
      run.cost = executed.cost;
      run.verified = executed.verified;
    } catch (const Interrupted&) {
      result.interrupted = true;
      break;
    }
    if (request.watch && !finished_before && recorder.has_all_blocks()) {
      const bool has_pieces = recorder.has_all_pieces();
      run.carried = link_use(request.model, recorder.take(), run.cost.steps);
      if (!has_pieces) run.carried->pieces.reset();
    }
    run.time = run.cost.time(request.model);
    result.runs.push_back(std::move(run));
  }
  if (!result.interrupted && request.progress) result.interrupted = !request.progress(result.asked, result.asked);
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace pram::perf
