#include <pram/perf/exchange.hpp>

#include <algorithm>
#include <chrono>

#include "../parts/part.hpp"

namespace pram {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ExchangeCost, steps, words)

}  // namespace pram

namespace pram::perf {

namespace {

/// What only the execution tells.
struct ExecutedExchange {
  ExchangeCost cost;
  bool verified = false;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ExecutedExchange, cost, verified)

/// Words of all nodes together after the exchange.
double words_after(const ExchangeModel& model, const ExchangeTask& task) {
  const bool copies = task.operation == ExchangeOperation::broadcast || task.operation == ExchangeOperation::all_gather;
  return static_cast<double>(task.words) * (copies ? model.nodes : 1.0);
}

}  // namespace

bool ExchangeResult::sound() const {
  return std::ranges::all_of(runs, [](const ExchangeRun& run) { return run.verified; });
}

double exchange_bytes(const ExchangeModel& model, const ExchangeTask& task) {
  constexpr double bytes_a_node = 3 * 48;  // of the data before, after and expected
  return static_cast<double>(sizeof(Word)) * (static_cast<double>(task.words) + 2 * words_after(model, task)) +
         bytes_a_node * model.nodes + exchange_run_bytes(model, task);
}

ExchangeResult run_exchanges(const ExchangeRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  ExchangeResult result;
  result.model = request.model;
  result.task = request.task;
  result.asked = request.algorithms.size();
  result.lower_bound = exchange_lower_bound(request.model, request.task);
  if (const ExchangeAlgorithm* const best = best_algorithm(request.model, request.task)) result.best = best->name;

  const ExchangeData in = exchange_input(request.task, request.model.nodes);
  const ExchangeData expected = exchange_expected(request.task, in);
  for (const ExchangeAlgorithm* const algorithm : request.algorithms) {
    if (request.progress && !request.progress(result.runs.size(), result.asked)) {
      result.interrupted = true;
      break;
    }
    ExchangeRun run;
    run.algorithm = algorithm->name;
    run.source = algorithm->source;
    run.formula = algorithm->formula(request.model, request.task);
    try {
      const auto executed = part<ExecutedExchange>(request.parts, request.name + algorithm->name, [&] {
        ExchangeData out;
        const ExchangeCost cost = algorithm->run(request.model, request.task, in, out);
        return ExecutedExchange{cost, out == expected};
      });
      run.cost = executed.cost;
      run.verified = executed.verified;
    } catch (const Interrupted&) {
      result.interrupted = true;
      break;
    }
    run.time = run.cost.time(request.model);
    result.runs.push_back(std::move(run));
  }
  if (!result.interrupted && request.progress) result.interrupted = !request.progress(result.asked, result.asked);
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace pram::perf
