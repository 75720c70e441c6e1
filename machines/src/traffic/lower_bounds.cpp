#include <pram/machines/detail/lower_bounds.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pram {

namespace {

std::uint64_t steps_over(std::uint64_t steps, std::uint64_t links) {
  return links == 0 ? 0 : (steps + links - 1) / links;
}

}  // namespace

/// A message that leaves its source.
struct LowerBoundFinder::Leg {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint64_t duration = 1;   // the least steps for which it keeps a link busy
  bool first_of_source = true;  // the first of those that may merge with it at its source, …
  bool last_of_group = true;    // … and the last of all that may merge with it
};

/// Steps of messages that leave and enter a terminal.
struct LowerBoundFinder::Load {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};

std::uint64_t LowerBounds::best() const { return std::max({distance, farthest, ports, bisection}); }

LowerBoundFinder::LowerBoundFinder(const Topology& topology, const SwitchingOptions& options)
    : topology_(topology),
      options_(options),
      upper_(topology.nodes()),
      leaving_(topology.terminals()),
      entering_(topology.terminals()) {
  const std::uint32_t nodes = topology.nodes();
  const std::uint32_t terminals = topology.terminals();
  for (std::uint32_t node = 0; node < terminals; ++node) upper_[node] = node >= (terminals + 1) / 2;
  // A switch that leads to one side only lies on that side. Stages are numbered in the order in which messages pass
  // them.
  for (std::uint32_t node = nodes; node-- > terminals;) {
    bool all = true;
    for (std::uint32_t port = 0; port < topology.ports(); ++port) {
      const std::uint32_t next = topology.neighbour(node, port);
      all = all && (next == no_node || upper_[next]);
    }
    upper_[node] = all;
  }
  for (std::uint32_t node = 0; node < nodes; ++node) {
    bool sends = false;
    bool crosses = false;
    for (std::uint32_t port = 0; port < topology.ports(); ++port) {
      const std::uint32_t next = topology.neighbour(node, port);
      if (next == no_node) continue;
      sends = true;
      ++links_;
      if (node < terminals) ++leaving_[node];
      if (next < terminals) ++entering_[next];
      if (upper_[node] == upper_[next]) continue;
      crosses = true;
      ++cut_[upper_[node]];
    }
    senders_ += sends;
    cut_senders_[upper_[node]] += crosses;
  }
}

std::vector<LowerBoundFinder::Leg> LowerBoundFinder::travelling(const Messages& batch) const {
  // Only store-and-forward surely starts anew on every link, and keeps it busy meanwhile.
  const bool stores = options_.switching == SwitchingOptions::Technique::store_and_forward;
  const std::uint64_t startup = stores ? options_.startup : 0;
  const bool merging = options_.combining != SwitchingOptions::Combining::none && !batch.key.empty();
  std::vector<Leg> legs;
  std::vector<std::uint64_t> keys;
  for (std::size_t k = 0; k < batch.source.size(); ++k) {
    if (batch.source[k] == batch.destination[k]) continue;
    const std::uint64_t words = batch.words.empty() ? 1 : batch.words[k];
    const std::uint64_t duration = std::max<std::uint64_t>(1, startup + steps_over(words, options_.bandwidth));
    legs.push_back({batch.source[k], batch.destination[k], duration});
    if (merging) keys.push_back(batch.key[k]);
  }
  if (!merging) return legs;

  std::vector<std::size_t> order(legs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto rank = [&](std::size_t k) { return std::tuple(legs[k].destination, keys[k], legs[k].source); };
  std::ranges::sort(order, {}, rank);
  std::vector<Leg> sorted;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    std::uint64_t shortest = legs[order[begin]].duration;
    for (; end < order.size(); ++end) {
      const Leg& leg = legs[order[end]];
      if (leg.destination != legs[order[begin]].destination || keys[order[end]] != keys[order[begin]]) break;
      shortest = std::min(shortest, leg.duration);
    }
    for (std::size_t k = begin; k < end; ++k) {
      Leg leg = legs[order[k]];
      leg.duration = shortest;
      leg.first_of_source = k == begin || legs[order[k - 1]].source != leg.source;
      leg.last_of_group = k + 1 == end;
      sorted.push_back(leg);
    }
  }
  return sorted;
}

LowerBounds LowerBoundFinder::operator()(const Messages& batch) const {
  const bool stores = options_.switching == SwitchingOptions::Technique::store_and_forward;
  LowerBounds bounds;
  std::vector<Load> loads(topology_.terminals());
  std::uint64_t link_steps = 0;
  std::uint64_t up = 0;
  std::uint64_t down = 0;
  // Of a group that may merge, the farthest message and one that crosses the cut count: the group never takes less.
  std::uint64_t group_distance = 0;
  bool group_up = false;
  bool group_down = false;
  for (const Leg& leg : travelling(batch)) {
    const std::uint64_t distance = topology_.distance(leg.source, leg.destination);
    const std::uint64_t alone = stores ? distance * leg.duration : distance + leg.duration - 1;
    bounds.farthest = std::max(bounds.farthest, alone);
    group_distance = std::max(group_distance, distance);
    group_up = group_up || (!upper(leg.source) && upper(leg.destination));
    group_down = group_down || (upper(leg.source) && !upper(leg.destination));
    if (leg.first_of_source) loads[leg.source].sent += leg.duration;
    if (!leg.last_of_group) continue;
    loads[leg.destination].received += leg.duration;
    link_steps += group_distance * leg.duration;
    up += group_up ? leg.duration : 0;
    down += group_down ? leg.duration : 0;
    group_distance = 0;
    group_up = group_down = false;
  }
  const bool half = options_.duplex == SwitchingOptions::Duplex::half && topology_.two_way();
  const std::uint64_t usable = half ? links_ / 2 : links_;
  bounds.distance =
      steps_over(link_steps, options_.ports == SwitchingOptions::Ports::one ? std::min(usable, senders_) : usable);
  bounds.ports = ports_bound(loads);
  bounds.bisection = cut_bound(up, down);
  return bounds;
}

std::uint64_t LowerBoundFinder::ports_bound(const std::vector<Load>& loads) const {
  const bool one = options_.ports == SwitchingOptions::Ports::one;
  const bool half = options_.duplex == SwitchingOptions::Duplex::half && topology_.two_way();
  std::uint64_t bound = 0;
  for (std::size_t terminal = 0; terminal < loads.size(); ++terminal) {
    const auto& [sent, received] = loads[terminal];
    bound = std::max({bound, steps_over(sent, one ? 1 : leaving_[terminal]),
                      steps_over(received, one ? 1 : entering_[terminal]),
                      half ? steps_over(sent + received, leaving_[terminal]) : 0});
  }
  return bound;
}

std::uint64_t LowerBoundFinder::cut_bound(std::uint64_t up, std::uint64_t down) const {
  const bool one = options_.ports == SwitchingOptions::Ports::one;
  const bool half = options_.duplex == SwitchingOptions::Duplex::half && topology_.two_way();
  const auto usable = [&](std::size_t side) { return one ? std::min(cut_[side], cut_senders_[side]) : cut_[side]; };
  const std::uint64_t bound = std::max(steps_over(up, usable(0)), steps_over(down, usable(1)));
  return half ? std::max(bound, steps_over(up + down, cut_[0])) : bound;
}

}  // namespace pram
