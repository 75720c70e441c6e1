#include "deliver.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <pram/network/poll.hpp>

namespace pram {

namespace {

/// Parcels at their nodes, those for one target together, and what moves them.
class Deliveries {
 public:
  Deliveries(const Wires& wires, std::span<const Parcel> parcels)
      : wires_(wires),
        left_(parcels.size()),
        column_(wires.terminals(), no_node),
        asked_(number_targets(parcels)),
        distance_(std::size_t{wires.nodes()} * asked_, no_node),
        waiting_(distance_.size()),
        targets_(wires.nodes()),
        room_(wires.count(), 0),
        open_(wires.nodes()),
        moves_(wires.count()) {
    for (std::uint32_t target = 0; target < wires.terminals(); ++target) {
      if (column_[target] != no_node) measure(target);
    }
    for (const Parcel& parcel : parcels) arrive(parcel.from, parcel.to, parcel.piece);
  }

  bool done() const { return left_ == 0; }

  /// The wires that bring something nearer, those of the longest ways and the most parcels first.
  std::vector<std::uint32_t> wanted() const {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    for (std::uint32_t wire = 0; wire < wires_.count(); ++wire) {
      std::uint64_t farthest = 0;
      std::uint64_t count = 0;
      for (const std::uint32_t target : targets_[wires_[wire].from]) {
        if (!leads(wire, target)) continue;
        const std::size_t from = place(wires_[wire].from, target);
        farthest = std::max<std::uint64_t>(farthest, distance_[from]);
        count += waiting_[from].size();
      }
      if (count > 0) order.emplace_back(farthest << 32 | count, wire);
    }
    std::ranges::sort(order, [](const auto& one, const auto& other) {
      return one.first != other.first ? one.first > other.first : one.second < other.second;
    });
    std::vector<std::uint32_t> wires;
    for (const auto& [key, wire] : order) wires.push_back(wire);
    return wires;
  }

  /// Moves parcels over these wires.
  MovePlan::Step move(const std::vector<std::uint32_t>& wires, std::uint32_t most) {
    for (const std::uint32_t wire : wires) {
      room_[wire] = most;
      moves_[wire] = {wires_[wire].from, wires_[wire].to, {}};
      open_[wires_[wire].from].push_back(wire);
    }
    moved_.clear();
    for (std::uint32_t node = 0; node < wires_.nodes(); ++node) {
      if (!open_[node].empty()) send_from(node);
      open_[node].clear();
    }
    for (const Parcel& parcel : moved_) arrive(parcel.from, parcel.to, parcel.piece);
    MovePlan::Step step;
    for (const std::uint32_t wire : wires) {
      if (!moves_[wire].pieces.empty()) step.push_back(std::move(moves_[wire]));
    }
    return step;
  }

 private:
  /// Gives each target a column of the tables.
  /// @returns how many there are
  std::uint32_t number_targets(std::span<const Parcel> parcels) {
    std::uint32_t count = 0;
    for (const Parcel& parcel : parcels) {
      if (column_[parcel.to] == no_node) column_[parcel.to] = count++;
    }
    return count;
  }

  std::size_t place(std::uint32_t node, std::uint32_t target) const {
    return std::size_t{node} * asked_ + column_[target];
  }
  std::uint32_t to_go(std::uint32_t node, std::uint32_t target) const { return distance_[place(node, target)]; }
  bool leads(std::uint32_t wire, std::uint32_t target) const {
    return to_go(wires_[wire].to, target) + 1 == to_go(wires_[wire].from, target);
  }

  /// The order of targets as far away as each other: every node begins with the one behind it, so that not all begin
  /// with the same.
  std::uint32_t turn(std::uint32_t node, std::uint32_t target) const {
    return (target + wires_.terminals() - node % wires_.terminals()) % wires_.terminals();
  }

  /// The wires from every node to a target.
  void measure(std::uint32_t target) {
    std::vector<std::uint32_t> reached{target};
    distance_[place(target, target)] = 0;
    for (std::size_t k = 0; k < reached.size(); ++k) {
      for (const std::uint32_t wire : wires_.entering(reached[k])) {
        std::uint32_t& distance = distance_[place(wires_[wire].from, target)];
        if (distance != no_node) continue;
        distance = to_go(reached[k], target) + 1;
        reached.push_back(wires_[wire].from);
      }
    }
  }

  void arrive(std::uint32_t node, std::uint32_t target, std::uint32_t piece) {
    if (node == target) {
      --left_;
      return;
    }
    std::vector<std::uint32_t>& there = waiting_[place(node, target)];
    if (there.empty()) targets_[node].push_back(target);
    there.push_back(piece);
  }

  /// Sends over the open wires of a node what they bring nearer, the farthest first.
  void send_from(std::uint32_t node) {
    std::vector<std::uint32_t>& targets = targets_[node];
    std::ranges::sort(targets, [&](std::uint32_t one, std::uint32_t other) {
      const std::uint32_t first = to_go(node, one);
      const std::uint32_t second = to_go(node, other);
      return first != second ? first > second : turn(node, one) < turn(node, other);
    });
    for (const std::uint32_t target : targets) {
      std::vector<std::uint32_t>& there = waiting_[place(node, target)];
      while (!there.empty()) {
        std::uint32_t best = no_node;
        for (const std::uint32_t wire : open_[node]) {
          if (leads(wire, target) && room_[wire] > 0 && (best == no_node || room_[wire] > room_[best])) best = wire;
        }
        if (best == no_node) break;
        --room_[best];
        moves_[best].pieces.push_back(there.back());
        moved_.push_back({there.back(), wires_[best].to, target});
        there.pop_back();
      }
    }
    std::erase_if(targets, [&](std::uint32_t target) { return waiting_[place(node, target)].empty(); });
  }

  const Wires& wires_;
  std::uint64_t left_;
  std::vector<std::uint32_t> column_;                // by terminal: no_node if it is no target
  std::uint32_t asked_;                              // how many are targets
  std::vector<std::uint32_t> distance_;              // by node and target
  std::vector<std::vector<std::uint32_t>> waiting_;  // by node and target: pieces
  std::vector<std::vector<std::uint32_t>> targets_;  // by node: those that something waits for
  std::vector<std::uint32_t> room_;                  // by wire, in this step
  std::vector<std::vector<std::uint32_t>> open_;     // by node: its wires of this step
  std::vector<MovePlan::Move> moves_;                // by wire, in this step
  std::vector<Parcel> moved_;                        // in this step
};

}  // namespace

MovePlan plan_deliveries(const Wires& wires, std::span<const Parcel> parcels, std::uint32_t most) {
  MovePlan plan;
  Deliveries deliveries(wires, parcels);
  StepWires ports(wires);
  while (!deliveries.done()) {
    poll();
    plan.steps().push_back(deliveries.move(ports.choose(deliveries.wanted()), most));
  }
  return plan;
}

}  // namespace pram
