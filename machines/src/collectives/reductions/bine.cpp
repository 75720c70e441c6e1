#include "bine.hpp"

#include <bit>
#include <ranges>

#include <pram/detail/partners.hpp>

#include "collectives/algorithm_families.hpp"
#include "reduction.hpp"

namespace pram {

namespace {

bool pairs_of_power_of_two(const CollectiveModel& model, const CollectiveTask& task) {
  return any_pairs(model, task) && std::has_single_bit(model.nodes);
}

void broadcast_down(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                    CollectiveData& out) {
  const std::uint32_t last = executor.nodes() - 1;
  const Piece all = executor.add(task.source, in[task.source]);
  for (const std::vector<BineSend>& step : bine_tree(executor.nodes())) {
    executor.begin_step();
    for (const auto& [from, to] : step) executor.send((from + task.source) & last, (to + task.source) & last, all);
    executor.end_step();
  }
  collect_everywhere(executor, std::span(&all, 1), out);
}

void reduce_up(ReductionExecutor& executor, const CollectiveTask& task) {
  const std::uint32_t last = executor.nodes() - 1;
  const std::vector<std::vector<BineSend>> steps = bine_tree(executor.nodes());
  for (const std::vector<BineSend>& step : std::views::reverse(steps)) {
    executor.begin_step();
    for (const auto& [from, to] : step)
      executor.send((to + task.target) & last, (from + task.target) & last, executor.all());
    executor.end_step();
  }
}

}  // namespace

std::vector<std::vector<BineSend>> bine_tree(std::uint32_t nodes) {
  std::vector<std::vector<BineSend>> steps;
  std::vector<std::uint32_t> reached = {0};
  for (std::uint32_t bit = nodes / 2; bit > 0; bit /= 2) {
    std::vector<BineSend>& step = steps.emplace_back();
    for (const std::uint32_t from : reached) step.push_back({from, bine_partner(nodes, from, bit)});
    for (const BineSend& one : step) reached.push_back(one.to);
  }
  return steps;
}

std::vector<CollectiveAlgorithm> bine_algorithms() {
  return {
      collective_algorithm(
          "broadcast-bine", Collective::broadcast, "down a binomial tree of near nodes, 2^n in all",
          "De Sensi and others, Bine trees (SC 2025), Section 3", pairs_of_power_of_two,
          [](const auto& model, const auto& task) {
            const std::uint64_t steps = levels(model.nodes);
            return counted(model, true, steps, static_cast<double>(steps * task.words));
          },
          broadcast_down),
      reduction_algorithm(
          "reduce-bine", CollectiveOperation::reduce, "up a binomial tree of near nodes, 2^n in all",
          "De Sensi and others, Bine trees (SC 2025), Section 3", OperandOrder::any, pairs_of_power_of_two,
          [](const auto& model, const auto& task) {
            const std::uint64_t steps = levels(model.nodes);
            return counted(model, true, steps, static_cast<double>(steps * vector_of(model, task)));
          },
          reduce_up),
  };
}

}  // namespace pram
