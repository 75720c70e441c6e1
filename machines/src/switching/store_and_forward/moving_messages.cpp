#include "moving_messages.hpp"

#include <algorithm>
#include <iterator>

#include "../messages/batch.hpp"

namespace pram::detail {

namespace {

constexpr std::uint64_t most_constrained_links = std::uint64_t{1} << 22;

}  // namespace

MovingMessages::MovingMessages(std::shared_ptr<const Topology> topology, const SwitchingOptions& options)
    : topology_(std::move(topology)),
      options_(options),
      ports_(topology_->ports()),
      links_(link_count(*topology_, most_constrained_links)),
      states_(links_.size()),
      nodes_(topology_->nodes()),
      bounds_(*topology_),
      spreading_(spread_shape(*topology_, options)),
      queues_([this](std::uint32_t link) { return held(link); }) {
  for (std::uint32_t at = 0; at < links_.size(); ++at)
    links_[at].target = topology_->neighbour(at / ports_, at % ports_);
  if (options_.duplex != SwitchingOptions::Duplex::half) return;
  for (std::uint32_t at = 0; at < links_.size(); ++at) states_[at].opposite = opposite_of(*topology_, at);
}

void MovingMessages::begin(std::uint32_t count, const Sink& sink) {
  sink_ = sink;
  statistics_ = {};
  packets_.assign(count, {});
  bounds_.begin(count);
  destination_.resize(count);
  if (spreading_ != nullptr) crossed_.assign(count, 0);
  duration_.resize(count);
  for (LinkState& state : states_) state.busy = false, state.coming = 0, state.served = state.used = 0;
  for (Link& link : links_) link.waiting = 0;
  for (NodeState& node : nodes_) node = {};
  ready_.clear();
  outside_.clear();
  events_ = {};
  now_ = 0;
  left_ = 0;
}

void MovingMessages::send(std::uint32_t message, std::uint32_t source, std::uint32_t destination, std::uint32_t words) {
  destination_[message] = destination;
  duration_[message] = duration_of(words, options_);
  packets_[message].hops = 0;
  packets_[message].target = destination;
  ++left_;
  bounds_.set_out(message);
  Link& outside = nodes_[source].outside;
  if (outside.waiting == 0) outside_.insert(source);
  append(outside, packets_.data(), message);
}

std::uint64_t MovingMessages::start() {
  inject();
  start_links();
  if (!events_.empty()) return events_.top().time;
  if (left_ > 0) throw_deadlock();
  return never;
}

std::span<const std::uint32_t> MovingMessages::pass_to(std::uint64_t step) {
  now_ = step;
  arrived_.clear();
  while (!events_.empty() && events_.top().time == now_) {
    const Event event = events_.top();
    events_.pop();
    poller_.work();
    event.message == no_message ? release(event.link) : arrive(event.message, event.link);
  }
  return arrived_;
}

const DeliveryStatistics& MovingMessages::statistics() {
  for (std::uint32_t at = 0; at < links_.size(); ++at) {
    const std::uint64_t busy = std::exchange(states_[at].used, 0);
    statistics_.busiest_link = std::max(statistics_.busiest_link, busy);
    if (sink_.load != nullptr) sink_.load->busy[at] += busy;
  }
  return statistics_;
}

/// The first link of a message, which decides on its way when it is the first to leave its source.
std::uint32_t MovingMessages::first_link(std::uint32_t node, std::uint32_t message) {
  MessageState& packet = packets_[message];
  if (packet.hops == 0) {
    packet.target = first_stop(*topology_, options_, message, node, destination_[message], queues_);
    take_leg(message, node, next_leg(node, message, packet.target));
  }
  return node * ports_ + packet.port;
}

Leg MovingMessages::next_leg(std::uint32_t node, std::uint32_t message, std::uint32_t target) const {
  if (spreading_ != nullptr) return {spreading_->spread_hop(node, target, crossed_[message]).port, 1};
  return topology_->next_leg(node, target);
}

void MovingMessages::take_leg(std::uint32_t message, std::uint32_t node, Leg leg) {
  MessageState& packet = packets_[message];
  bounds_.take(message, node, packet.target, leg.hops);
  if (spreading_ != nullptr) crossed_[message] = spreading_->spread_hop(node, packet.target, crossed_[message]).crossed;
  packet.port = leg.port;
  packet.hops = leg.hops;
}

void MovingMessages::queue(std::uint32_t message, std::uint32_t at) {
  append(links_[at], packets_.data(), message);
  statistics_.largest_queue = std::max<std::uint64_t>(statistics_.largest_queue, held(at));
  if (sink_.load != nullptr) sink_.load->largest_queue[at] = std::max(sink_.load->largest_queue[at], held(at));
  if (!states_[at].busy) ready_.insert(at / ports_);
}

/// Messages enter the queues of their first links, in the order given, as soon as these have room.
void MovingMessages::inject() {
  for (auto node = outside_.begin(); node != outside_.end();) {
    Link& outside = nodes_[*node].outside;
    while (outside.waiting != 0) {
      const std::uint32_t at = first_link(*node, outside.head);
      if (!has_room(at)) break;
      queue(take_first(outside, packets_.data()), at);
    }
    node = outside.waiting == 0 ? outside_.erase(node) : std::next(node);
  }
}

/// Of links that compete for a node, a wire or a place, the one served longest ago goes first.
void MovingMessages::start_links() {
  waiting_links_.clear();
  for (const std::uint32_t node : ready_) {
    for (std::uint32_t at = node * ports_; at < (node + 1) * ports_; ++at) {
      if (links_[at].waiting != 0 && !states_[at].busy) waiting_links_.emplace_back(states_[at].served, at);
    }
  }
  ready_.clear();
  std::ranges::sort(waiting_links_);
  for (const auto& [served, at] : waiting_links_) {
    if (!start(at)) ready_.insert(at / ports_);
  }
}

/// Lets the first message of the queue cross, if everything that it needs is free.
bool MovingMessages::start(std::uint32_t at) {
  Link& link = links_[at];
  LinkState& state = states_[at];
  const std::uint32_t from = at / ports_;
  const bool one_port = options_.ports == SwitchingOptions::Ports::one;
  if (one_port && (nodes_[from].sends || nodes_[link.target].receives)) return false;
  if (state.opposite != no_link && states_[state.opposite].busy) return false;
  const std::uint32_t message = link.head;
  Leg onward;
  const std::uint32_t next = link_after(link.target, message, onward);
  if (next != no_link && !has_room(next)) return false;
  const std::uint32_t duration = duration_[message];
  const bool cut_through = options_.switching == SwitchingOptions::Technique::cut_through;
  take_first(link, packets_.data());
  state.busy = true;
  state.served = now_ + 1;
  state.onward = onward;
  if (next != no_link) ++states_[next].coming;
  if (one_port) {
    nodes_[from].sends = nodes_[link.target].receives = true;
  }
  state.used += duration;
  ++statistics_.hops;
  statistics_.busy += duration;
  if (sink_.trace != nullptr) {
    sink_.trace->crossings.push_back({message, from, at % ports_, static_cast<std::uint32_t>(now_), duration});
  }
  events_.push({now_ + duration, at, no_message});
  // Under cut-through the head may go on while the tail is still on its way.
  events_.push(
      {now_ + (cut_through && next != no_link ? std::min(duration, options_.startup + 1) : duration), at, message});
  return true;
}

/// The link whose queue a message needs next when it has come to `node`; none if it ends there.
/// @param onward  gets the leg that begins there, if one does
std::uint32_t MovingMessages::link_after(std::uint32_t node, std::uint32_t message, Leg& onward) const {
  const MessageState& packet = packets_[message];
  if (packet.hops > 1) return node * ports_ + packet.port;
  std::uint32_t target = packet.target;
  if (node == target) target = destination_[message];
  if (node == target) return no_link;
  onward = next_leg(node, message, target);
  return node * ports_ + onward.port;
}

void MovingMessages::release(std::uint32_t at) {
  states_[at].busy = false;
  const std::uint32_t from = at / ports_;
  if (options_.ports == SwitchingOptions::Ports::one) nodes_[from].sends = nodes_[links_[at].target].receives = false;
  if (links_[at].waiting > 0) ready_.insert(from);
}

void MovingMessages::arrive(std::uint32_t message, std::uint32_t at) {
  const std::uint32_t node = links_[at].target;
  MessageState& packet = packets_[message];
  --packet.hops;
  if (packet.hops == 0 && node == packet.target && node == destination_[message]) {
    arrived_.push_back(message);
    statistics_.steps = now_;
    --left_;
    return;
  }
  if (packet.hops == 0) {
    if (node == packet.target) {
      packet.target = destination_[message];
      bounds_.set_out(message);
    }
    take_leg(message, node, states_[at].onward);
  }
  const std::uint32_t next = node * ports_ + packet.port;
  --states_[next].coming;
  queue(message, next);
}

/// A deadlock: every message waits for a place that another message occupies.
void MovingMessages::throw_deadlock() const {
  std::uint32_t at = 0;
  Leg onward;
  while (links_[at].waiting == 0) ++at;
  CountedVector<std::uint32_t> place(links_.size(), no_link);
  CountedVector<std::uint32_t> seen;
  while (place[at] == no_link) {
    place[at] = static_cast<std::uint32_t>(seen.size());
    seen.push_back(at);
    at = link_after(links_[at].target, links_[at].head, onward);
    // The circle is lost where a user's topology leads elsewhere than it did before.
    if (at == no_link || links_[at].waiting == 0) break;
  }
  if (at == no_link || place[at] == no_link) at = seen.front();
  std::vector<DeadlockError::Wait> cycle;
  for (const std::uint32_t link : std::span(seen).subspan(place[at]))
    cycle.push_back({link / ports_, link % ports_, 0});
  throw DeadlockError(topology_->name(), now_, std::move(cycle));
}

}  // namespace pram::detail
