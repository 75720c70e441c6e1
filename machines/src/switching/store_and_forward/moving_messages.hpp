#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>
#include <pram/network/poll.hpp>

#include "../../topology/check/checked_topology.hpp"
#include "../messages/batch.hpp"
#include "../messages/message_queue.hpp"
#include "../messages/spread_shape.hpp"
#include "../messages/wires.hpp"

namespace pram::detail {

/// Messages on their way over a topology, event by event, as make_constrained() says; more may set out at any time.
class MovingMessages {
 public:
  static constexpr std::uint64_t never = UINT64_MAX;

  MovingMessages(std::shared_ptr<const Topology> topology, const SwitchingOptions& options);
  MovingMessages(const MovingMessages&) = delete;
  MovingMessages& operator=(const MovingMessages&) = delete;

  const Topology& topology() const { return *topology_; }

  /// Forgets all messages. The time is 0.
  /// @param count  messages have numbers below it from here on
  void begin(std::uint32_t count, const Sink& sink);

  /// A message sets out. Those of one source leave it in the order in which they set out. One to its own source arrives
  /// at once, and is no concern of the network's.
  /// @param source, destination  different terminals
  void send(std::uint32_t message, std::uint32_t source, std::uint32_t destination, std::uint32_t words);

  /// Lets messages cross every link that is free for them.
  /// @returns the step of the next event; never: no message is under way
  /// @throws DeadlockError
  std::uint64_t start();

  /// Goes on to a step that is not behind that of the next event.
  /// @returns the messages that arrive in it
  std::span<const std::uint32_t> pass_to(std::uint64_t step);

  std::uint64_t now() const { return now_; }
  /// Messages under way.
  std::uint32_t left() const { return left_; }

  /// Steps, hops, queues and the like so far, without arrivals and their order.
  const DeliveryStatistics& statistics();

 private:
  struct LinkState {
    std::uint32_t opposite = no_link;  ///< the other direction of the same wire, if only one may be used at a time
    std::uint32_t coming = 0;          ///< messages on their way into its queue
    bool busy = false;
    std::uint64_t served = 0;  ///< 1 + the step in which it started last
    std::uint64_t used = 0;    ///< steps in which it was busy
    Leg onward = {};           ///< of the message that crosses, where this is the last hop of its leg
  };

  struct NodeState {
    bool sends = false;
    bool receives = false;
    Link outside = {};  ///< queue of messages that have not entered the network
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

  /// The number of messages in a link's queue. A message that crosses keeps its place until its tail has left.
  std::uint32_t held(std::uint32_t at) const { return links_[at].waiting + (states_[at].busy ? 1 : 0); }
  bool has_room(std::uint32_t at) const {
    return options_.buffers == 0 || held(at) + states_[at].coming < options_.buffers;
  }
  std::uint32_t first_link(std::uint32_t node, std::uint32_t message);
  std::uint32_t link_after(std::uint32_t node, std::uint32_t message, Leg& onward) const;
  Leg next_leg(std::uint32_t node, std::uint32_t message, std::uint32_t target) const;
  void take_leg(std::uint32_t message, std::uint32_t node, Leg leg);
  void queue(std::uint32_t message, std::uint32_t at);
  void inject();
  void start_links();
  bool start(std::uint32_t at);
  void release(std::uint32_t at);
  void arrive(std::uint32_t message, std::uint32_t at);
  [[noreturn]] void throw_deadlock() const;

  std::shared_ptr<const Topology> topology_;
  SwitchingOptions options_;
  std::uint32_t ports_;
  CountedVector<Link> links_;
  CountedVector<LinkState> states_;
  CountedVector<NodeState> nodes_;
  RouteBounds bounds_;
  const RcnFull* spreading_;  ///< null: messages do not spread at every level
  QueueView queues_;
  CountedVector<MessageState> packets_;
  CountedVector<std::uint32_t> destination_;
  CountedVector<std::uint32_t> crossed_;  ///< per message, where they spread: what RcnFull::spread_hop() gave
  CountedVector<std::uint32_t> duration_;
  std::priority_queue<Event, CountedVector<Event>, std::greater<>> events_;
  std::set<std::uint32_t> ready_;  // nodes with links that might start
  CountedVector<std::pair<std::uint64_t, std::uint32_t>>
      waiting_links_;                // these links, by the step in which they were served last
  std::set<std::uint32_t> outside_;  // nodes with messages that have not entered the network
  CountedVector<std::uint32_t> arrived_;
  std::uint64_t now_ = 0;
  std::uint32_t left_ = 0;
  Sink sink_;
  DeliveryStatistics statistics_;
  Poller poller_;
};

}  // namespace pram::detail
