#include "bruck.hpp"

#include <algorithm>
#include <vector>

#include <pram/detail/partners.hpp>

namespace pram {

CollectiveCost bruck_blocks(std::uint32_t nodes, std::uint32_t radix) {
  CollectiveCost cost;
  digit_rounds(nodes, radix, [&](std::uint64_t weight, std::uint64_t digit) {
    ++cost.steps;
    cost.words += static_cast<double>(digit_blocks(nodes, radix, weight, digit));
  });
  return cost;
}

std::uint32_t best_radix(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr std::uint32_t most = 256;
  const double block = static_cast<double>(task.words) / model.nodes / model.nodes;
  const auto time = [&](std::uint32_t radix) {
    CollectiveCost cost = bruck_blocks(model.nodes, radix);
    cost.words *= block;
    return cost.time(model);
  };
  std::uint32_t best = std::max(2U, model.nodes);
  double least = time(best);
  for (std::uint32_t radix = 2; radix <= std::min(most, model.nodes); ++radix) {
    const double found = time(radix);
    if (found < least) {
      least = found;
      best = radix;
    }
  }
  return best;
}

void run_bruck(CollectiveExecutor& executor, std::uint32_t radix) {
  const std::uint32_t nodes = executor.nodes();
  std::vector<Piece> bundle;
  digit_rounds(nodes, radix, [&](std::uint64_t weight, std::uint64_t digit) {
    executor.begin_step();
    for (std::uint32_t i = 0; i < nodes; ++i) {
      bundle.clear();
      for (std::uint64_t distance = digit * weight; distance < nodes; ++distance) {
        if (distance / weight % radix != digit) continue;
        // Of its distance a block has gone what is below the weight.
        const auto gone = static_cast<std::uint32_t>(distance % weight);
        const std::uint32_t from = (i + nodes - gone) % nodes;
        bundle.push_back(from * nodes + (from + static_cast<std::uint32_t>(distance)) % nodes);
      }
      const auto shift = static_cast<std::uint32_t>(digit * weight);
      executor.send(i, (i + shift) % nodes, bundle, CollectiveExecutor::Sender::forgets);
    }
    executor.end_step();
  });
}

}  // namespace pram
