#include "scans.hpp"

#include <algorithm>
#include <utility>

#include "deliver.hpp"
#include "spread.hpp"

namespace pram {

namespace {

/// The most pieces of a level.
constexpr std::uint64_t most_pieces = 1024;

/// A piece for each packet of the last node of each run but the last one of its group.
std::vector<Multicast> pieces_of(std::uint32_t nodes, std::uint32_t size, std::uint32_t radix, std::uint64_t packets) {
  std::vector<Multicast> pieces;
  const std::uint32_t runs = (nodes + size - 1) / size;
  for (std::uint32_t run = 0; run < runs; ++run) {
    const std::uint64_t end = std::min<std::uint64_t>(nodes, (std::uint64_t{run} / radix + 1) * radix * size);
    Multicast piece{std::min(nodes, (run + 1) * size) - 1, {}};
    for (std::uint32_t node = (run + 1) * size; node < end; ++node) piece.targets.push_back(node);
    for (std::uint64_t q = 0; q < packets; ++q) pieces.push_back(piece);
  }
  return pieces;
}

ScanPlan plan_scan(const Wires& wires, std::uint64_t words, std::uint32_t radix, std::uint64_t packets) {
  ScanPlan made{.radix = radix, .packets = packets, .levels = {}, .cost = {}};
  std::vector<std::uint64_t> lengths;
  for (std::uint32_t run = 0; run < wires.terminals(); ++run) {
    for (std::uint64_t q = 0; q < packets; ++q) lengths.push_back(share_of(words, packets, q));
  }
  for (std::uint64_t size = 1; size < wires.terminals(); size *= radix) {
    const auto run = static_cast<std::uint32_t>(size);
    // In one packet all that waits for a wire goes together.
    const std::uint32_t most = packets == 1 ? wires.terminals() : 1;
    MovePlan plan = plan_multicasts(wires, pieces_of(wires.terminals(), run, radix, packets), most);
    const CollectiveCost cost = plan.cost(lengths);
    made.cost.steps += cost.steps;
    made.cost.words += cost.words;
    made.levels.push_back({run, std::move(plan)});
  }
  return made;
}

}  // namespace

ScanPlan best_scan_plan(const CollectiveModel& model, const CollectiveTask& task) {
  const Wires wires(model, false);
  const std::uint64_t words = task.vector_words(model.nodes);
  ScanPlan best;
  for (std::uint32_t radix = 2; radix < 2 * model.nodes; radix *= 2) {
    int worse = 0;
    double least = 0;
    for (std::uint64_t packets = 1; packets <= words && packets * model.nodes <= most_pieces && worse < 1;
         packets *= 2) {
      ScanPlan plan = plan_scan(wires, words, radix, packets);
      const double time = plan.cost.time(model);
      worse = packets > 1 && time >= least ? worse + 1 : 0;
      least = time;
      if (best.levels.empty() || time < best.cost.time(model)) best = std::move(plan);
    }
  }
  return best;
}

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
