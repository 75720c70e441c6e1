#include "exchanged_scan.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "deliver.hpp"

namespace pram {

ExchangedScan best_exchanged_scan(const CollectiveModel& model, const CollectiveTask& task) {
  const Wires wires(model, false);
  const std::uint64_t vector = task.vector_words(model.nodes);
  std::vector<std::uint64_t> words(std::size_t{model.nodes} * model.nodes);
  std::vector<Parcel> there;
  std::vector<Parcel> back;
  for (std::uint32_t i = 0; i < model.nodes; ++i) {
    for (std::uint32_t j = 0; j < model.nodes; ++j) {
      const std::uint32_t piece = i * model.nodes + j;
      words[piece] = share_of(vector, model.nodes, j);
      if (i == j || words[piece] == 0) continue;
      // Nothing comes before the first node, and the last one's vector before no other.
      if (i + 1 < model.nodes) there.push_back({piece, i, j});
      if (i > 0) back.push_back({piece, j, i});
    }
  }
  ExchangedScan best;
  const std::size_t most = std::max(there.size(), back.size());
  for (std::size_t size = 1; size < 2 * most; size *= 2) {
    const auto pieces = static_cast<std::uint32_t>(size);
    ExchangedScan made{plan_deliveries(wires, there, pieces), plan_deliveries(wires, back, pieces), {}};
    for (const MovePlan* const plan : {&made.there, &made.back}) {
      const CollectiveCost cost = plan->cost(words);
      made.cost.steps += cost.steps;
      made.cost.words += cost.words;
    }
    if (size == 1 || made.cost.time(model) < best.cost.time(model)) best = std::move(made);
  }
  return best;
}

}  // namespace pram
