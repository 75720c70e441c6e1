#include "unequal_parts.hpp"

#include <algorithm>
#include <utility>

#include "spread.hpp"

namespace pram {

namespace {

/// The pieces of all nodes, one after the other.
struct CutCounts {
  std::vector<std::uint64_t> pieces;   // of each node
  std::vector<std::uint32_t> origins;  // of each piece
  std::vector<std::uint64_t> words;    // of each piece
};

/// @param longest  words of a piece, at least 1
CutCounts cut_counts(const std::vector<std::uint64_t>& counts, std::uint64_t longest) {
  CutCounts made;
  for (std::uint32_t node = 0; node < counts.size(); ++node) {
    const std::uint64_t pieces = (counts[node] + longest - 1) / longest;
    made.pieces.push_back(pieces);
    for (std::uint64_t p = 0; p < pieces; ++p) {
      made.origins.push_back(node);
      made.words.push_back(share_of(counts[node], pieces, p));
    }
  }
  return made;
}

}  // namespace

UnequalGather plan_unequal_gather(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr int patience = 2;  // lengths, and numbers of pieces, that may be worse one after the other
  const std::size_t most_pieces = 4 * std::size_t{model.nodes};
  const Wires wires(model, false);
  UnequalGather best;
  std::uint64_t longest = std::ranges::max(task.counts);
  for (int worse = 0; worse < patience; longest = (longest + 1) / 2) {
    const CutCounts cut = cut_counts(task.counts, longest);
    if (!best.pieces.empty() && cut.origins.size() > most_pieces) break;
    bool better = false;
    int worse_messages = 0;
    for (std::size_t most = 1; most < 2 * cut.origins.size() && worse_messages < patience; most *= 2) {
      MovePlan plan = plan_spread(wires, cut.origins, static_cast<std::uint32_t>(most));
      const CollectiveCost cost = plan.cost(cut.words);
      const bool gains = best.pieces.empty() || cost.time(model) < best.cost.time(model);
      worse_messages = gains ? 0 : worse_messages + 1;
      if (!gains) continue;
      better = true;
      best = {cut.pieces, std::move(plan), cost};
    }
    worse = better ? 0 : worse + 1;
    if (longest == 1) break;
  }
  return best;
}

}  // namespace pram
