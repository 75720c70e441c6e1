#include "scans.hpp"

#include <algorithm>
#include <cstddef>

#include "deliver.hpp"
#include "plan/known_costs.hpp"
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

/// Piece r · packets + q is packet q of a vector.
DealtWords dealt_to_packets(std::uint64_t words, std::uint32_t nodes, std::uint64_t packets) {
  DealtWords dealt{words, packets, {}};
  for (std::uint64_t piece = 0; piece < nodes * packets; ++piece)
    dealt.rank_of.push_back(static_cast<std::uint32_t>(piece % packets));
  return dealt;
}

ScanPlan plan_scan(const Wires& wires, std::uint32_t radix, std::uint64_t packets) {
  ScanPlan made{.radix = radix, .packets = packets, .levels = {}};
  for (std::uint64_t size = 1; size < wires.terminals(); size *= radix) {
    const auto run = static_cast<std::uint32_t>(size);
    // In one packet all that waits for a wire goes together.
    const std::uint32_t most = packets == 1 ? wires.terminals() : 1;
    made.levels.push_back({run, plan_multicasts(wires, pieces_of(wires.terminals(), run, radix, packets), most)});
  }
  return made;
}

/// A radix, and into how many packets vectors are cut.
struct ScanChoice {
  std::uint32_t radix = 0;
  std::uint64_t packets = 1;
  CollectiveCost cost;
};

ScanChoice choose_scan(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t words = task.vector_words(model.nodes);
  ScanChoice best;
  for (std::uint32_t radix = 2; radix < 2 * model.nodes; radix *= 2) {
    int worse = 0;
    double least = 0;
    for (std::uint64_t packets = 1; packets <= words && packets * model.nodes <= most_pieces && worse < 1;
         packets *= 2) {
      const DealtWords dealt = dealt_to_packets(words, model.nodes, packets);
      const auto costs = known_costs(model, {.kind = PlanKey::Kind::scan, .root = radix, .pieces = packets}, [&] {
        PlanCosts made;
        for (const ScanPlan::Level& level : plan_scan(Wires(model, false), radix, packets).levels)
          made.add(level.plan, dealt);
        return made;
      });
      const CollectiveCost cost = costs->of(dealt);
      const double time = cost.time(model);
      worse = packets > 1 && time >= least ? worse + 1 : 0;
      least = time;
      if (best.radix == 0 || time < best.cost.time(model)) best = {radix, packets, cost};
    }
  }
  return best;
}

/// What goes to the nodes that combine, and back.
struct ScanParcels {
  std::vector<Parcel> there;
  std::vector<Parcel> back;

  std::size_t most() const { return std::max(there.size(), back.size()); }
};

/// @param filled  blocks of a vector that have words
ScanParcels scan_parcels(std::uint32_t nodes, std::uint64_t filled) {
  ScanParcels parcels;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    for (std::uint32_t j = 0; j < filled; ++j) {
      if (i == j) continue;
      const std::uint32_t piece = i * nodes + j;
      // Nothing comes before the first node, and the last one's vector before no other.
      if (i + 1 < nodes) parcels.there.push_back({piece, i, j});
      if (i > 0) parcels.back.push_back({piece, j, i});
    }
  }
  return parcels;
}

ExchangedScan plan_exchanged_scan(const Wires& wires, const ScanParcels& parcels, std::uint64_t most) {
  const auto pieces = static_cast<std::uint32_t>(most);
  return {plan_deliveries(wires, parcels.there, pieces), plan_deliveries(wires, parcels.back, pieces)};
}

struct ExchangeChoice {
  std::uint64_t most = 0;  ///< blocks of a message
  CollectiveCost cost;
};

ExchangeChoice choose_exchange(const CollectiveModel& model, std::uint64_t vector, const ScanParcels& parcels) {
  ExchangeChoice best;
  const DealtWords dealt = dealt_to_packets(vector, model.nodes, model.nodes);
  PlanKey key{.kind = PlanKey::Kind::exchange, .pieces = std::min<std::uint64_t>(vector, model.nodes)};
  for (key.most = 1; key.most < 2 * parcels.most(); key.most *= 2) {
    const auto costs = known_costs(model, key, [&] {
      const ExchangedScan plan = plan_exchanged_scan(Wires(model, false), parcels, key.most);
      PlanCosts made;
      made.add(plan.there, dealt);
      made.add(plan.back, dealt);
      return made;
    });
    const CollectiveCost cost = costs->of(dealt);
    if (best.most == 0 || cost.time(model) < best.cost.time(model)) best = {key.most, cost};
  }
  return best;
}

ScanParcels parcels_for(const CollectiveModel& model, std::uint64_t vector) {
  return scan_parcels(model.nodes, std::min<std::uint64_t>(vector, model.nodes));
}

}  // namespace

ScanPlan best_scan_plan(const CollectiveModel& model, const CollectiveTask& task) {
  const ScanChoice best = choose_scan(model, task);
  return plan_scan(Wires(model, false), best.radix, best.packets);
}

CollectiveCost best_scan_cost(const CollectiveModel& model, const CollectiveTask& task) {
  return choose_scan(model, task).cost;
}

ExchangedScan best_exchanged_scan(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t vector = task.vector_words(model.nodes);
  const ScanParcels parcels = parcels_for(model, vector);
  return plan_exchanged_scan(Wires(model, false), parcels, choose_exchange(model, vector, parcels).most);
}

CollectiveCost best_exchanged_scan_cost(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t vector = task.vector_words(model.nodes);
  return choose_exchange(model, vector, parcels_for(model, vector)).cost;
}

}  // namespace pram
