#include "packets.hpp"

#include <algorithm>
#include <vector>

#include <pram/detail/circulant.hpp>

#include "collectives/algorithms/algorithm.hpp"
#include "collectives/model/pipeline.hpp"

namespace pram {

namespace {

/// There are as many pieces at every node as packets of each node, so that more take much memory, and gain little.
constexpr std::uint32_t most_packets_of_a_node = 256;

/// What an all-gather in one packet a node costs: of each round the longest message.
CollectiveCost unpacked_gather(const std::vector<std::uint64_t>& counts) {
  const std::size_t nodes = counts.size();
  CollectiveCost cost;
  std::vector<std::uint64_t> sent;
  for (const std::vector<CirculantSend>& round : circulant_broadcast(static_cast<std::uint32_t>(nodes), 1)) {
    sent.assign(nodes, 0);
    for (const CirculantSend& one : round) {
      for (std::size_t root = 0; root < nodes; ++root) sent[(root + one.from) % nodes] += counts[root];
    }
    ++cost.steps;
    cost.words += static_cast<double>(std::ranges::max(sent));
  }
  return cost;
}

}  // namespace

std::uint32_t packets_of_broadcast(const CollectiveModel& model, const CollectiveTask& task) {
  const PipelineBound bound{1, static_cast<double>(levels(model.nodes)) - 1};
  return static_cast<std::uint32_t>(best_packets(bound, task.words, model).packets);
}

std::uint32_t packets_of_gathered(const CollectiveModel& model, const CollectiveTask& task) {
  return std::min(most_packets_of_a_node, packets_of_broadcast(model, task));
}

CirculantGather circulant_gather(const CollectiveModel& model, const CollectiveTask& task) {
  CirculantGather best;
  if (task.counts.empty()) {
    best.formula = counted(model, divides(model.nodes, task.words), levels(model.nodes),
                           static_cast<double>(task.words) * (model.nodes - 1) / model.nodes);
    return best;
  }
  const CollectiveCost unpacked = unpacked_gather(task.counts);
  best.formula = counted(model, true, unpacked.steps, unpacked.words);
  // Of the longest vector there is a word in every packet, so that no round is empty.
  const std::uint64_t most = std::min<std::uint64_t>(most_packets_of_a_node, std::ranges::max(task.counts));
  for (std::uint64_t packets = 2; packets <= most; ++packets) {
    std::uint64_t words = 0;
    for (const std::uint64_t count : task.counts) words += (count + packets - 1) / packets;
    const std::uint64_t rounds = packets - 1 + levels(model.nodes);
    const CollectiveFormula formula = counted(model, false, rounds, static_cast<double>(rounds * words));
    if (formula.time < best.formula.time) best = {static_cast<std::uint32_t>(packets), formula};
  }
  return best;
}

}  // namespace pram
