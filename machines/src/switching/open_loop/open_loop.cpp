#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/detail/open_loop.hpp>
#include <pram/network/poll.hpp>

#include "../messages/active_set.hpp"
#include "../messages/batch.hpp"
#include "../messages/message_queue.hpp"
#include "../messages/spread_shape.hpp"
#include "../named_options.hpp"
#include "topology/check/checked_topology.hpp"

namespace pram {

namespace {

constexpr std::uint64_t most_open_links = std::uint64_t{1} << 27;
// Streams of random words.
constexpr std::uint64_t gap_stream = 0;
constexpr std::uint64_t destination_stream = 1;
// Links that are fetched into the cache before a message queues up there.
constexpr std::size_t links_ahead = 8;

/// The places of the messages that are made, among all terminals of one step and then those of the next: each is one
/// with probability `rate`, so that the gaps between them are geometric.
class Places {
 public:
  Places(double rate, std::uint64_t seed) : random_(seed, gap_stream), log_of_none_(std::log1p(-rate)), rate_(rate) {
    go_on();
  }

  std::uint64_t next() const { return next_; }
  std::uint64_t number() const { return number_; }
  void go_on() {
    const std::uint64_t before = number_ == 0 ? 0 : next_ + 1;
    next_ = before + gap();
    ++number_;
  }

 private:
  std::uint64_t gap() const {
    if (rate_ >= 1) return 0;
    // In (0, 1]
    const double draw = (static_cast<double>(random_(number_) >> 11) + 1) * 0x1p-53;
    const double places = std::floor(std::log(draw) / log_of_none_);
    return places < 0x1p62 ? static_cast<std::uint64_t>(places) : std::uint64_t{1} << 62;
  }

  detail::SeededRandom random_;
  double log_of_none_;
  double rate_;
  std::uint64_t next_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace

class OpenLoop::Links {
 public:
  Links(std::shared_ptr<const Topology> topology, const SwitchingOptions& options)
      : topology_(detail::checked(std::move(topology))),
        options_(options),
        ports_(topology_->ports()),
        links_(detail::link_count(*topology_, most_open_links)),
        active_(links_.size()),
        bounds_(*topology_),
        spreading_(detail::spread_shape(*topology_, options)),
        queues_([this](std::uint32_t link) { return links_[link].waiting; }) {
    for (std::uint32_t at = 0; at < links_.size(); ++at)
      links_[at].target = topology_->neighbour(at / ports_, at % ports_);
  }

  SteadyState run(const SteadyTraffic& traffic, const MeasuredWindow& window) {
    begin();
    const detail::SeededRandom destinations(traffic.seed, destination_stream);
    const std::uint64_t first = window.warm_up;
    const std::uint64_t last = first + window.length;
    const std::uint64_t end = last + window.drain;
    const std::uint64_t terminals = topology_->terminals();
    Places places(traffic.rate, traffic.seed);
    Poller poller;
    for (std::uint64_t hop = 0; hop < end && (hop < last || goes_on()); ++hop) {
      in_window_ = hop >= first && hop < last;
      for (; traffic.rate > 0 && places.next() < (hop + 1) * terminals; places.go_on()) {
        const auto source = static_cast<std::uint32_t>(places.next() % terminals);
        make(source, traffic.destination(source, destinations(places.number())), hop);
      }
      const std::uint64_t before = state_.hops;
      advance(hop);
      poller.work(state_.hops - before + 1);
    }
    return finish(window);
  }

 private:
  struct Message {
    std::uint32_t final = 0;   ///< its destination, where it goes by way of a stop
    std::uint8_t crossed = 0;  ///< where messages spread at every level: what RcnFull::spread_hop() gave
    bool counts = false;       ///< it was made in the window
    std::uint64_t made = 0;
  };

  struct Moved {
    std::uint32_t message;
    std::uint32_t link;  ///< by which it goes on
  };

  void begin() {
    for (detail::Link& link : links_) link.waiting = 0;
    active_.clear();
    messages_.clear();
    packets_.clear();
    free_.clear();
    latencies_.clear();
    numbers_ = 0;
    state_ = {};
  }

  /// Whether to carry on behind the window. A network that did not keep up there is not asked how long messages take.
  bool goes_on() const { return !state_.all_arrived() && state_.keeps_up(); }

  void make(std::uint32_t source, std::uint32_t destination, std::uint64_t hop) {
    if (in_window_) ++state_.made;
    if (source == destination) {
      arrive(hop, hop, in_window_);
      return;
    }
    std::uint32_t message;
    if (free_.empty()) {
      message = static_cast<std::uint32_t>(messages_.size());
      messages_.emplace_back();
      packets_.emplace_back();
      bounds_.begin(messages_.size());
    } else {
      message = free_.back();
      free_.pop_back();
    }
    messages_[message] = {destination, 0, in_window_, hop};
    packets_[message] = {};
    packets_[message].target =
        detail::first_stop(*topology_, options_, static_cast<std::uint32_t>(numbers_++), source, destination, queues_);
    bounds_.set_out(message);
    queue(message, next_link(source, message));
  }

  std::uint32_t next_link(std::uint32_t node, std::uint32_t message) {
    detail::MessageState& packet = packets_[message];
    if (packet.hops == 0 && spreading_ != nullptr) {
      const RcnFull::SpreadHop to_next = spreading_->spread_hop(node, packet.target, messages_[message].crossed);
      messages_[message].crossed = static_cast<std::uint8_t>(to_next.crossed);
      packet.port = to_next.port;
      packet.hops = 1;
    } else if (packet.hops == 0) {
      const Leg leg = topology_->next_leg(node, packet.target);
      bounds_.take(message, node, packet.target, leg.hops);
      packet.port = leg.port;
      packet.hops = leg.hops;
    }
    return node * ports_ + packet.port;
  }

  void queue(std::uint32_t message, std::uint32_t at) {
    detail::Link& link = links_[at];
    if (link.waiting == 0) active_.insert(at);
    detail::append(link, packets_.data(), message);
    state_.largest_queue = std::max<std::uint64_t>(state_.largest_queue, link.waiting);
  }

  /// Every link takes the first message that waits for it. Those that go on wait for their next link when all have
  /// moved.
  void advance(std::uint64_t hop) {
    detail::Link* const links = links_.data();
    detail::MessageState* const packets = packets_.data();
    if (moved_.size() < std::min(links_.size(), messages_.size()))
      moved_.resize(std::min(links_.size(), 2 * messages_.size()));
    Moved* const moved = moved_.data();
    std::size_t count = 0;
    std::uint64_t hops = 0;
    active_.visit(
        [&](std::size_t at) {
          detail::Link& link = links[at];
          const std::uint32_t message = detail::take_first(link, packets);
          ++hops;
          if (--packets[message].hops > 0) {
            moved[count++] = {message, link.target * ports_ + packets[message].port};
          } else if (!reached(message, link.target, hop)) {
            moved[count++] = {message, next_link(link.target, message)};
          }
          return link.waiting != 0;
        },
        [&](std::size_t at) { __builtin_prefetch(&packets[links[at].head], 1); });
    for (std::size_t k = 0; k < count; ++k) {
      __builtin_prefetch(&links[moved[std::min(k + links_ahead, count - 1)].link], 1);
      queue(moved[k].message, moved[k].link);
    }
    state_.hops += hops;
  }

  /// A message has come to the end of a leg.
  /// @returns whether it has arrived
  bool reached(std::uint32_t message, std::uint32_t node, std::uint64_t hop) {
    detail::MessageState& packet = packets_[message];
    if (node != packet.target) return false;
    const Message& its = messages_[message];
    if (node != its.final) {
      packet.target = its.final;
      bounds_.set_out(message);
      return false;
    }
    arrive(its.made, hop + 1, its.counts);
    free_.push_back(message);
    return true;
  }

  void arrive(std::uint64_t made, std::uint64_t hop, bool counts) {
    if (in_window_) ++state_.arrived_in_time;
    if (!counts) return;
    ++state_.arrived;
    const std::uint64_t latency = hop - made;
    if (latency >= latencies_.size()) latencies_.resize(latency + 1);
    ++latencies_[latency];
  }

  SteadyState finish(const MeasuredWindow& window) {
    const double places = static_cast<double>(window.length) * topology_->terminals();
    state_.offered = places > 0 ? static_cast<double>(state_.made) / places : 0;
    state_.accepted = places > 0 ? static_cast<double>(state_.arrived_in_time) / places : 0;
    if (!state_.all_arrived()) return state_;
    double sum = 0;
    std::uint64_t seen = 0;
    bool found = false;
    for (std::uint64_t latency = 0; latency < latencies_.size(); ++latency) {
      const std::uint64_t count = latencies_[latency];
      if (count == 0) continue;
      sum += static_cast<double>(count) * static_cast<double>(latency);
      seen += count;
      if (!found && seen * 100 >= state_.arrived * 99) {
        found = true;
        state_.latency_99 = latency;
      }
      state_.largest_latency = latency;
    }
    if (state_.arrived > 0) state_.latency = sum / static_cast<double>(state_.arrived);
    return state_;
  }

  std::shared_ptr<const Topology> topology_;
  SwitchingOptions options_;
  std::uint32_t ports_;
  detail::CountedVector<detail::Link> links_;
  detail::ActiveSet active_;
  detail::RouteBounds bounds_;
  const RcnFull* spreading_;  // null: messages do not spread at every level
  detail::QueueView queues_;
  std::vector<Message> messages_;
  std::vector<detail::MessageState> packets_;
  std::vector<std::uint32_t> free_;
  std::vector<Moved> moved_;              // in a step: one of each link at most, and each message once
  std::vector<std::uint64_t> latencies_;  // how many messages of the window took so many steps
  std::uint64_t numbers_ = 0;
  bool in_window_ = false;
  SteadyState state_;
};

OpenLoop::OpenLoop(std::shared_ptr<const Topology> topology, const SwitchingOptions& options) {
  SwitchingOptions allowed;
  allowed.routing = options.routing;
  allowed.seed = options.seed;
  if (detail::to_string(options) != detail::to_string(allowed)) {
    throw ConfigError("network", topology->name() + detail::to_string(options),
                      "routing= and seed= alone where messages keep coming");
  }
  links_ = std::make_unique<Links>(std::move(topology), options);
}

OpenLoop::~OpenLoop() = default;
OpenLoop::OpenLoop(OpenLoop&&) noexcept = default;
OpenLoop& OpenLoop::operator=(OpenLoop&&) noexcept = default;

SteadyState OpenLoop::run(const SteadyTraffic& traffic, const MeasuredWindow& window) {
  if (!(traffic.rate >= 0 && traffic.rate <= 1))
    throw ConfigError("rate", std::to_string(traffic.rate), "0 to 1: messages of a terminal in a step");
  return links_->run(traffic, window);
}

}  // namespace pram
