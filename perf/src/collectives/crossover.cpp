#include <string>

#include <pram/error.hpp>
#include <pram/perf/collectives.hpp>

namespace pram::perf {

namespace {

constexpr unsigned largest_doublings = 63;

class Winners {
 public:
  Winners(const CollectiveModel& model, CollectiveTask task) : model_(model), task_(task) {}

  const CollectiveAlgorithm* at(std::uint64_t words) {
    task_.words = words;
    return best_algorithm(model_, task_);
  }

  double time(const CollectiveAlgorithm& algorithm, std::uint64_t words) {
    task_.words = words;
    return algorithm.formula(model_, task_).time;
  }

 private:
  const CollectiveModel& model_;
  CollectiveTask task_;
};

CrossoverRow row_of(const CollectiveModel& model, const CollectiveTask& task, unsigned most_doublings) {
  CrossoverRow row{model.network, model.nodes, {}};
  Winners winners(model, task);
  const auto add = [&](const CollectiveAlgorithm* algorithm, std::uint64_t first, std::uint64_t last) {
    if (algorithm == nullptr) return;
    if (!row.ranges.empty() && row.ranges.back().algorithm == algorithm->name && row.ranges.back().last + 1 == first) {
      row.ranges.back().last = last;
      row.ranges.back().time_last = winners.time(*algorithm, last);
      return;
    }
    row.ranges.push_back(
        {algorithm->name, first, last, winners.time(*algorithm, first), winners.time(*algorithm, last)});
  };
  const CollectiveAlgorithm* winner = winners.at(1);
  add(winner, 1, 1);
  for (unsigned doubling = 1; doubling <= most_doublings; ++doubling) {
    std::uint64_t same = std::uint64_t{1} << (doubling - 1);
    const std::uint64_t end = std::uint64_t{1} << doubling;
    const CollectiveAlgorithm* const next = winners.at(end);
    const std::uint64_t begin = same + 1;
    std::uint64_t other = end;
    while (next != winner && same + 1 < other) {
      const std::uint64_t middle = same + (other - same) / 2;
      (winners.at(middle) == winner ? same : other) = middle;
    }
    if (next == winner) same = end;
    if (same >= begin) add(winner, begin, same);
    if (same < end) add(next, same + 1, end);
    winner = next;
  }
  return row;
}

}  // namespace

Crossover collective_crossover(const CrossoverRequest& request) {
  if (request.most_doublings > largest_doublings) {
    throw ConfigError("most_doublings", std::to_string(request.most_doublings),
                      "at most " + std::to_string(largest_doublings) + ": words are counted with 64 bits");
  }
  Crossover crossover;
  crossover.operation = request.task.operation;
  crossover.most_doublings = request.most_doublings;
  if (!request.models.empty()) crossover.model = request.models.front();
  for (const CollectiveModel& model : request.models)
    crossover.rows.push_back(row_of(model, request.task, request.most_doublings));
  return crossover;
}

}  // namespace pram::perf
