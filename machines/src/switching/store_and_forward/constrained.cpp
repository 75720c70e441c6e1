#include "constrained.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <tuple>

#include <pram/detail/memory_account.hpp>
#include <pram/network/poll.hpp>

#include "../../topology/check/checked_topology.hpp"
#include "../messages/batch.hpp"
#include "../messages/message_queue.hpp"
#include "../messages/wires.hpp"

namespace pram::detail {

namespace {

constexpr std::uint64_t most_constrained_links = std::uint64_t{1} << 22;

class Constrained final : public Switching {
 public:
  Constrained(std::shared_ptr<const Topology> topology, const SwitchingOptions& options)
      : topology_(std::move(topology)),
        options_(options),
        ports_(topology_->ports()),
        links_(link_count(*topology_, most_constrained_links)),
        states_(links_.size()),
        nodes_(topology_->nodes()),
        bounds_(*topology_) {
    for (std::uint32_t at = 0; at < links_.size(); ++at)
      links_[at].target = topology_->neighbour(at / ports_, at % ports_);
    if (options_.duplex != SwitchingOptions::Duplex::half) return;
    for (std::uint32_t at = 0; at < links_.size(); ++at) states_[at].opposite = opposite_of(*topology_, at);
  }

  const Topology& topology() const override { return *topology_; }

  DeliveryStatistics deliver(const std::variant<Messages, Replies>& any, const Sink& sink) override {
    const Messages& batch = checked_messages(any, *topology_);
    sink_ = sink;
    begin(batch);
    Poller poller;
    while (left_ > 0) {
      inject();
      start_links();
      if (events_.empty()) throw_deadlock();
      now_ = events_.top().time;
      while (!events_.empty() && events_.top().time == now_) {
        const Event event = events_.top();
        events_.pop();
        poller.work();
        event.message == no_message ? release(event.link) : arrive(event.message, event.link);
      }
    }
    for (std::uint32_t at = 0; at < links_.size(); ++at) {
      statistics_.busiest_link = std::max<std::uint64_t>(statistics_.busiest_link, links_[at].busy);
      if (sink_.load != nullptr) sink_.load->busy[at] += links_[at].busy;
    }
    return std::move(statistics_);
  }

 private:
  struct LinkState {
    std::uint32_t opposite = no_link;  ///< the other direction of the same wire, if only one may be used at a time
    std::uint32_t coming = 0;          ///< messages on their way into its queue
    bool busy = false;
    std::uint64_t served = 0;  ///< 1 + the step in which it started last
    Leg onward = {};           ///< of the message that crosses, where this is the last hop of its leg
  };

  struct NodeState {
    bool sends = false;
    bool receives = false;
    CountedVector<std::uint32_t> waiting;  ///< messages that have not entered the network, in reverse order
  };

  struct Event {
    std::uint64_t time;
    std::uint32_t link;
    std::uint32_t message;  ///< no_message: the link becomes free

    /// Links become free before messages arrive; within each, in the order of links.
    friend bool operator>(const Event& a, const Event& b) {
      return std::tuple(a.time, a.message != no_message, a.link) > std::tuple(b.time, b.message != no_message, b.link);
    }
  };

  void begin(const Messages& batch) {
    const auto count = static_cast<std::uint32_t>(batch.source.size());
    statistics_ = {};
    statistics_.arrival.assign(count, 0);
    statistics_.order.reserve(count);
    packets_.assign(count, {});
    bounds_.begin(count);
    destination_.assign(batch.destination.begin(), batch.destination.end());
    duration_.resize(count);
    for (LinkState& state : states_) state.busy = false, state.coming = 0, state.served = 0;
    for (Link& link : links_) link.waiting = 0, link.busy = 0;
    for (NodeState& node : nodes_) node.sends = node.receives = false, node.waiting.clear();
    ready_.clear();
    outside_.clear();
    events_ = {};
    now_ = 0;
    left_ = 0;
    for (std::uint32_t message = 0; message < count; ++message) {
      duration_[message] = duration_of(batch.words.empty() ? 1 : batch.words[message], options_);
      const std::uint32_t source = batch.source[message];
      MessageState& packet = packets_[message];
      packet.target = destination_[message];
      if (source == packet.target) {
        statistics_.order.push_back(message);
        continue;
      }
      packet.target = first_stop(*topology_, options_, message, source, packet.target);
      ++left_;
      bounds_.set_out(message);
      nodes_[source].waiting.push_back(message);
    }
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      std::ranges::reverse(nodes_[node].waiting);
      if (!nodes_[node].waiting.empty()) outside_.insert(node);
    }
  }

  /// The number of messages in a link's queue. A message that crosses keeps its place until its tail has left.
  std::uint32_t held(std::uint32_t at) const { return links_[at].waiting + (states_[at].busy ? 1 : 0); }

  bool has_room(std::uint32_t at) const {
    return options_.buffers == 0 || held(at) + states_[at].coming < options_.buffers;
  }

  /// The first link of a message.
  std::uint32_t first_link(std::uint32_t node, std::uint32_t message) {
    if (packets_[message].hops == 0) take_leg(message, node, topology_->next_leg(node, packets_[message].target));
    return node * ports_ + packets_[message].port;
  }

  void take_leg(std::uint32_t message, std::uint32_t node, Leg leg) {
    MessageState& packet = packets_[message];
    bounds_.take(message, node, packet.target, leg.hops);
    packet.port = leg.port;
    packet.hops = leg.hops;
  }

  void queue(std::uint32_t message, std::uint32_t at) {
    append(links_[at], packets_.data(), message);
    statistics_.largest_queue = std::max<std::uint64_t>(statistics_.largest_queue, held(at));
    if (sink_.load != nullptr) sink_.load->largest_queue[at] = std::max(sink_.load->largest_queue[at], held(at));
    if (!states_[at].busy) ready_.insert(at / ports_);
  }

  /// Messages enter the queues of their first links, in the order given, as soon as these have room.
  void inject() {
    for (auto node = outside_.begin(); node != outside_.end();) {
      CountedVector<std::uint32_t>& waiting = nodes_[*node].waiting;
      while (!waiting.empty()) {
        const std::uint32_t at = first_link(*node, waiting.back());
        if (!has_room(at)) break;
        queue(waiting.back(), at);
        waiting.pop_back();
      }
      node = waiting.empty() ? outside_.erase(node) : std::next(node);
    }
  }

  /// Of links that compete for a node, a wire or a place, the one served longest ago goes first.
  void start_links() {
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
  bool start(std::uint32_t at) {
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
    link.busy += duration;
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
  std::uint32_t link_after(std::uint32_t node, std::uint32_t message, Leg& onward) const {
    const MessageState& packet = packets_[message];
    if (packet.hops > 1) return node * ports_ + packet.port;
    std::uint32_t target = packet.target;
    if (node == target) target = destination_[message];
    if (node == target) return no_link;
    onward = topology_->next_leg(node, target);
    return node * ports_ + onward.port;
  }

  void release(std::uint32_t at) {
    states_[at].busy = false;
    const std::uint32_t from = at / ports_;
    if (options_.ports == SwitchingOptions::Ports::one) nodes_[from].sends = nodes_[links_[at].target].receives = false;
    if (links_[at].waiting > 0) ready_.insert(from);
  }

  void arrive(std::uint32_t message, std::uint32_t at) {
    const std::uint32_t node = links_[at].target;
    MessageState& packet = packets_[message];
    --packet.hops;
    if (packet.hops == 0 && node == packet.target && node == destination_[message]) {
      statistics_.arrival[message] = now_;
      statistics_.order.push_back(message);
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
  [[noreturn]] void throw_deadlock() const {
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

  std::shared_ptr<const Topology> topology_;
  SwitchingOptions options_;
  std::uint32_t ports_;
  CountedVector<Link> links_;
  CountedVector<LinkState> states_;
  CountedVector<NodeState> nodes_;
  RouteBounds bounds_;
  CountedVector<MessageState> packets_;
  CountedVector<std::uint32_t> destination_;
  CountedVector<std::uint32_t> duration_;
  std::priority_queue<Event, CountedVector<Event>, std::greater<>> events_;
  std::set<std::uint32_t> ready_;  // nodes with links that might start
  CountedVector<std::pair<std::uint64_t, std::uint32_t>>
      waiting_links_;                // these links, by the step in which they were served last
  std::set<std::uint32_t> outside_;  // nodes with messages that have not entered the network
  std::uint64_t now_ = 0;
  std::uint32_t left_ = 0;
  Sink sink_;
  DeliveryStatistics statistics_;
};

}  // namespace

std::unique_ptr<Switching> make_constrained(std::shared_ptr<const Topology> topology, const SwitchingOptions& options) {
  return std::make_unique<Constrained>(std::move(topology), options);
}

}  // namespace pram::detail
