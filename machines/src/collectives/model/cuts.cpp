#include "cuts.hpp"

#include <algorithm>

#include "wires.hpp"

namespace pram {

namespace {

/// The most nodes for which all cuts are looked at.
constexpr std::uint32_t most_cut_nodes = 256;

class Cuts {
 public:
  Cuts(const CollectiveModel& model, const Demand& demand)
      : wires_(model, false),
        demand_(demand),
        // A worm passes by the ports of the nodes on its way.
        hop_by_hop_(model.switching == SwitchingOptions::Technique::store_and_forward),
        sends_to_both_(model.is(Architecture::Kind::ring) && model.half_duplex()),
        inside_(wires_.nodes(), false) {}

  const CollectiveCost& best() const { return best_; }

  void look_at_half() {
    const std::uint32_t half = (wires_.nodes() + 1) / 2;
    for (std::uint32_t node = 0; node < wires_.nodes(); ++node) inside_[node] = node < half;
    look();
  }

  /// The nodes of the first half of every `period` nodes: columns of a torus, say, or a dimension of a hypercube.
  void look_at_turns(std::uint32_t period) {
    for (std::uint32_t node = 0; node < wires_.nodes(); ++node)
      inside_[node] = node < wires_.terminals() && node % period < (period + 1) / 2;
    place_switches();
    look();
  }

  /// The nodes that a node reaches over up to so many wires, for every number.
  void look_around(std::uint32_t centre) {
    std::fill(inside_.begin(), inside_.end(), false);
    inside_[centre] = true;
    std::vector<std::uint32_t> last{centre};
    while (!last.empty()) {
      look();
      std::vector<std::uint32_t> next;
      for (const std::uint32_t node : last) {
        for (const std::uint32_t wire : wires_.leaving(node)) enter(wires_[wire].to, next);
        for (const std::uint32_t wire : wires_.entering(node)) enter(wires_[wire].from, next);
      }
      last = std::move(next);
    }
  }

  /// The parts into which the network falls without a node.
  void look_without(std::uint32_t removed) {
    std::vector<bool> met(wires_.nodes(), false);
    met[removed] = true;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint64_t sends = 0;
    std::uint64_t receives = 0;
    for (std::uint32_t first = 0; first < wires_.nodes(); ++first) {
      if (met[first]) continue;
      std::fill(inside_.begin(), inside_.end(), false);
      std::vector<std::uint32_t> part;
      inside_[removed] = true;
      enter(first, part);
      for (std::size_t k = 0; k < part.size(); ++k) {
        met[part[k]] = true;
        for (const std::uint32_t wire : wires_.leaving(part[k])) enter(wires_[wire].to, part);
        for (const std::uint32_t wire : wires_.entering(part[k])) enter(wires_[wire].from, part);
      }
      inside_[removed] = false;
      if (part.size() + 1 == wires_.nodes()) return;
      const std::uint64_t leaves = demand_.leaving_set(inside_);
      const std::uint64_t enters = demand_.leaving_set(outside());
      received += leaves;
      sent += enters;
      receives += leaves > 0 ? 1 : 0;
      sends += enters > 0 ? 1 : 0;
      look();
    }
    if (!receives_one(removed)) return;
    best_.words = std::max(best_.words, static_cast<double>(std::max(sent, received)));
    best_.steps = std::max({best_.steps, sends, receives});
  }

 private:
  void enter(std::uint32_t node, std::vector<std::uint32_t>& list) {
    if (inside_[node]) return;
    inside_[node] = true;
    list.push_back(node);
  }

  /// Puts switches where most of their neighbours are, one after the other, so that few wires cross. Any place is
  /// right: a switch has nothing of its own.
  void place_switches() {
    constexpr int rounds = 4;
    for (int round = 0; round < rounds; ++round) {
      for (std::uint32_t node = wires_.terminals(); node < wires_.nodes(); ++node) {
        std::int64_t more = 0;
        for (const std::uint32_t wire : wires_.leaving(node)) more += inside_[wires_[wire].to] ? 1 : -1;
        for (const std::uint32_t wire : wires_.entering(node)) more += inside_[wires_[wire].from] ? 1 : -1;
        if (more != 0) inside_[node] = more > 0;
      }
    }
  }

  bool receives_one(std::uint32_t node) const { return hop_by_hop_ && wires_.limited(node); }

  std::vector<bool> outside() const {
    std::vector<bool> other = inside_;
    other.flip();
    return other;
  }

  /// How many messages may leave or enter the set in a step.
  std::uint64_t room(bool out) {
    std::uint64_t here = 0;
    std::uint64_t there = 0;
    used_.assign(wires_.nodes(), false);
    const auto count = [&](std::uint32_t node, bool one, std::uint64_t& side) {
      if (!one || !used_[node]) ++side;
      used_[node] = true;
    };
    for (std::uint32_t wire = 0; wire < wires_.count(); ++wire) {
      const auto& [from, to, back] = wires_[wire];
      if (inside_[from] != out || inside_[to] == out) continue;
      count(from, receives_one(from) && !sends_to_both_, here);
      count(to, receives_one(to), there);
    }
    return std::min(here, there);
  }

  /// Links of one direction at a time that lead from side to side; 0: there are only others.
  std::uint64_t half_duplex_links() const {
    std::uint64_t links = 0;
    for (std::uint32_t wire = 0; wire < wires_.count(); ++wire)
      links += wires_[wire].back != no_node && inside_[wires_[wire].from] && !inside_[wires_[wire].to] ? 1 : 0;
    return links;
  }

  void look() {
    const std::uint64_t leaves = demand_.leaving_set(inside_);
    const std::uint64_t enters = demand_.leaving_set(outside());
    offer(leaves, room(true));
    offer(enters, room(false));
    if (const std::uint64_t links = half_duplex_links(); links > 0) offer(leaves + enters, links);
  }

  void offer(std::uint64_t words, std::uint64_t at_a_time) {
    if (words > 0 && at_a_time > 0)
      best_.words = std::max(best_.words, static_cast<double>(words) / static_cast<double>(at_a_time));
  }

  Wires wires_;
  const Demand& demand_;
  bool hop_by_hop_;
  bool sends_to_both_;  // a node of a ring
  std::vector<bool> inside_;
  std::vector<bool> used_;
  CollectiveCost best_;
};

}  // namespace

CollectiveCost cut_bound(const CollectiveModel& model, const Demand& demand) {
  Cuts cuts(model, demand);
  cuts.look_at_half();
  if (model.topology->nodes() > most_cut_nodes) return cuts.best();
  for (std::uint32_t period = 2; period < model.nodes; ++period) cuts.look_at_turns(period);
  for (std::uint32_t node = 0; node < model.topology->nodes(); ++node) {
    cuts.look_around(node);
    cuts.look_without(node);
  }
  return cuts.best();
}

}  // namespace pram
