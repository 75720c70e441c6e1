#include "wires.hpp"

#include <algorithm>
#include <utility>

namespace pram {

Wires::Wires(const CollectiveModel& model, bool backwards)
    : terminals_(model.nodes),
      one_port_(!model.all_ports()),
      leaving_(model.topology->nodes()),
      entering_(model.topology->nodes()) {
  const Topology& topology = *model.topology;
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
    std::vector<std::uint32_t> neighbours;
    for (std::uint32_t port = 0; port < topology.ports(); ++port) {
      const std::uint32_t other = topology.neighbour(node, port);
      if (other != no_node && other != node && std::ranges::find(neighbours, other) == neighbours.end())
        neighbours.push_back(other);
    }
    for (const std::uint32_t other : neighbours) {
      const auto wire = static_cast<std::uint32_t>(wires_.size());
      wires_.push_back(backwards ? Wire{other, node} : Wire{node, other});
      leaving_[wires_.back().from].push_back(wire);
      entering_[wires_.back().to].push_back(wire);
    }
  }
  if (!model.half_duplex() || !topology.two_way()) return;
  for (Wire& wire : wires_) {
    for (const std::uint32_t other : leaving_[wire.to]) {
      if (wires_[other].to == wire.from) wire.back = other;
    }
  }
}

StepWires::StepWires(const Wires& wires)
    : wires_(wires),
      offers_(wires.nodes() + wires.count()),
      matched_(wires.nodes(), no_node),
      given_(wires.nodes() + wires.count(), no_node),
      seen_(wires.nodes(), 0),
      used_(wires.count(), 0) {}

std::uint32_t StepWires::sender_of(std::uint32_t wire) const {
  const std::uint32_t from = wires_[wire].from;
  return wires_.limited(from) ? from : wires_.nodes() + wire;
}

bool StepWires::augment(std::uint32_t sender) {
  for (const std::uint32_t wire : offers_[sender]) {
    const std::uint32_t to = wires_[wire].to;
    if (wires_.limited(to)) {
      if (std::exchange(seen_[to], stamp_) == stamp_) continue;
      if (matched_[to] != no_node && !augment(sender_of(matched_[to]))) continue;
      matched_[to] = wire;
    }
    given_[sender] = wire;
    return true;
  }
  return false;
}

const std::vector<std::uint32_t>& StepWires::choose(const std::vector<std::uint32_t>& wanted) {
  chosen_.clear();
  ++step_;
  std::vector<std::uint32_t> senders;
  for (const std::uint32_t wire : wanted) {
    const std::uint32_t back = wires_[wire].back;
    if (back != no_node && used_[back] == step_) continue;
    used_[wire] = step_;
    if (!wires_.one_port()) {
      chosen_.push_back(wire);
      continue;
    }
    const std::uint32_t sender = sender_of(wire);
    if (offers_[sender].empty()) senders.push_back(sender);
    offers_[sender].push_back(wire);
  }
  for (const std::uint32_t sender : senders) {
    ++stamp_;
    augment(sender);
  }
  for (const std::uint32_t sender : senders) {
    const std::uint32_t wire = given_[sender];
    if (wire != no_node) {
      chosen_.push_back(wire);
      matched_[wires_[wire].to] = no_node;
    }
    given_[sender] = no_node;
    offers_[sender].clear();
  }
  return chosen_;
}

}  // namespace pram
