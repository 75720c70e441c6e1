#include "wormhole.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <utility>

#include <pram/detail/memory_account.hpp>
#include <pram/network/poll.hpp>

#include "../../topology/check/checked_topology.hpp"
#include "../messages/batch.hpp"
#include "../messages/on_error.hpp"
#include "../messages/spread_shape.hpp"
#include "worm_links.hpp"

namespace pram::detail {

namespace {

class Wormhole final : public Switching {
 public:
  Wormhole(std::shared_ptr<const Topology> topology, const SwitchingOptions& options)
      : topology_(std::move(topology)),
        options_(options),
        ports_(topology_->ports()),
        with_stops_(takes_stops(options)),
        spreading_(spread_shape(*topology_, options)),
        classes_(spreading_ != nullptr ? spreading_->spread_classes()
                                       : topology_->channel_classes() * (with_stops_ ? 2 : 1)),
        links_(*topology_, options, options.channels == 0 ? classes_ : options.channels),
        entries_(links_.size()),
        bounds_(*topology_) {
    classes_ = std::min(classes_, links_.width());
    lines_.resize(links_.size() * classes_);
    of_class_.assign(classes_, 0);
    for (std::uint32_t channel = 0; channel < links_.width(); ++channel)
      of_class_[class_of(channel)] |= std::uint64_t{1} << channel;
  }

  const Topology& topology() const override { return *topology_; }

  DeliveryStatistics deliver(const std::variant<Messages, Replies>& any, const Sink& sink) override {
    const Messages& batch = checked_messages(any, *topology_);
    sink_ = sink;
    OnError undo([this] { clear(); });
    Poller poller;
    begin(batch);
    grant();
    while (left_ > 0) {
      while (!starts_.empty() && starts_.front().step <= step_) {
        links_.open(starts_.front().channel);
        starts_.pop_front();
      }
      if (links_.idle()) {
        if (starts_.empty()) throw_deadlock();
        step_ = starts_.front().step;
        continue;
      }
      const auto& crossing = links_.choose(step_);
      poller.work(crossing.size() + 1);
      for (const std::uint32_t at : crossing) cross(at);
      ++step_;
      grant();
    }
    statistics_.busiest_link = links_.finish();
    undo.release();
    return std::move(statistics_);
  }

 private:
  struct Worm {
    std::uint32_t next = no_message;  ///< the worm behind it in its line
    std::uint32_t target = 0;         ///< the terminal of its next stop
    std::uint32_t destination = 0;
    std::uint32_t flits = 1;
    std::uint32_t port = 0;           ///< port of its present leg
    std::uint32_t hops = 0;           ///< hops left of that leg
    std::uint32_t head = no_channel;  ///< the channel at whose far end the head stands; none at the source
    std::uint16_t crossed = 0;        ///< where worms spread at every level: what RcnFull::spread_hop() gave
    std::uint16_t its_class = 0;      ///< there: of the channel that it takes next
  };

  /// Worms that wait one behind the other.
  struct Line {
    std::uint32_t first = no_message;
    std::uint32_t last = no_message;
  };

  struct Entry {
    Line outside;               ///< messages that have not entered the network; the first one is in line for a channel
    std::uint32_t waiting = 0;  ///< worms in line for a channel
  };

  struct Start {
    std::uint32_t step;
    std::uint32_t channel;
  };

  bool adaptive() const {
    return options_.routing == SwitchingOptions::Routing::ugal_l ||
           options_.routing == SwitchingOptions::Routing::ugal_g;
  }
  std::uint32_t class_of(std::uint32_t channel) const { return channel * classes_ / links_.width(); }

  void begin(const Messages& batch) {
    const auto count = static_cast<std::uint32_t>(batch.source.size());
    statistics_ = {};
    statistics_.arrival.assign(count, 0);
    statistics_.order.reserve(count);
    worms_.assign(count, {});
    bounds_.begin(count);
    step_ = left_ = 0;
    CountedVector<std::uint32_t> entered;
    CountedVector<std::uint32_t> lined_up(adaptive() ? links_.size() : 0, 0);  // messages outside, by link
    const QueueView queues = [&](std::uint32_t link) { return lined_up[link]; };
    for (std::uint32_t message = 0; message < count; ++message) {
      const std::uint32_t source = batch.source[message];
      Worm& worm = worms_[message];
      worm.destination = batch.destination[message];
      if (source == worm.destination) {
        statistics_.order.push_back(message);
        continue;
      }
      const std::uint32_t words = batch.words.empty() ? 1 : batch.words[message];
      worm.flits = std::max<std::uint32_t>(1, words / options_.bandwidth + (words % options_.bandwidth != 0));
      worm.target = first_stop(*topology_, options_, message, source, worm.destination, queues);
      ++left_;
      bounds_.set_out(message);
      const std::uint32_t at = next_link(source, message);
      if (adaptive()) ++lined_up[at];
      if (append(entries_[at].outside, message)) entered.push_back(at);
    }
    for (const std::uint32_t at : entered) wait_for(at, take_first(entries_[at].outside));
  }

  /// @returns whether the line was empty
  bool append(Line& line, std::uint32_t message) {
    worms_[message].next = no_message;
    const bool empty = line.first == no_message;
    (empty ? line.first : worms_[line.last].next) = message;
    line.last = message;
    return empty;
  }

  std::uint32_t take_first(Line& line) { return std::exchange(line.first, worms_[line.first].next); }

  std::uint32_t next_link(std::uint32_t node, std::uint32_t message) {
    Worm& worm = worms_[message];
    if (worm.hops == 0 && spreading_ != nullptr) {
      const RcnFull::SpreadHop hop = spreading_->spread_hop(node, worm.target, worm.crossed);
      worm.port = hop.port;
      worm.hops = 1;
      worm.crossed = static_cast<std::uint16_t>(hop.crossed);
      worm.its_class = static_cast<std::uint16_t>(hop.channel_class);
    } else if (worm.hops == 0) {
      const Leg leg = topology_->next_leg(node, worm.target);
      bounds_.take(message, node, worm.target, leg.hops);
      worm.port = leg.port;
      worm.hops = leg.hops;
    }
    return node * ports_ + worm.port;
  }

  /// The line in which a worm waits for a link: the one of its class of channels. The paths to a stop and from it have
  /// classes of their own, as no order of channels is climbed by both.
  std::uint32_t line_at(std::uint32_t link, std::uint32_t message) const {
    const Worm& worm = worms_[message];
    if (spreading_ != nullptr) return link * classes_ + worm.its_class % classes_;
    std::uint32_t its_class = topology_->channel_class(link / ports_, worm.port, worm.target);
    if (with_stops_ && worm.target == worm.destination) its_class += topology_->channel_classes();
    return link * classes_ + its_class % classes_;
  }

  void wait_for(std::uint32_t link, std::uint32_t message) {
    const std::uint32_t line = line_at(link, message);
    append(lines_[line], message);
    statistics_.largest_queue = std::max<std::uint64_t>(statistics_.largest_queue, ++entries_[link].waiting);
    awaited_.push_back(line);
  }

  /// Gives free channels to the worms that wait for them, from the coming step on.
  void grant() {
    for (std::size_t k = 0; k < awaited_.size(); ++k) {  // NOLINT(modernize-loop-convert): wait_for() adds lines
      const std::uint32_t at = awaited_[k] / classes_;
      Line& line = lines_[awaited_[k]];
      while (line.first != no_message) {
        const std::uint64_t free = links_.free(at) & of_class_[awaited_[k] % classes_];
        if (free == 0) break;
        const std::uint32_t message = take_first(line);
        Line& outside = entries_[at].outside;
        --entries_[at].waiting;
        const bool enters = worms_[message].head == no_channel;
        take(message, at * links_.width() + static_cast<std::uint32_t>(std::countr_zero(free)));
        if (enters && outside.first != no_message) wait_for(at, take_first(outside));
      }
    }
    awaited_.clear();
  }

  void take(std::uint32_t message, std::uint32_t at) {
    Worm& worm = worms_[message];
    const bool final = links_.target(links_[at].link) == worm.destination && worm.target == worm.destination;
    links_.take(at, message, worm.flits, worm.head, final);
    worm.head = at;
    --worm.hops;
    if (options_.startup == 0) return links_.open(at);
    starts_.push_back({step_ + options_.startup, at});
  }

  void cross(std::uint32_t at) {
    const VirtualChannel& channel = links_[at];
    const std::uint32_t message = channel.worm;
    Worm& worm = worms_[message];
    if (sink_.trace != nullptr) {
      sink_.trace->crossings.push_back(
          {message, channel.link / ports_, channel.link % ports_, step_, 1, at - channel.link * links_.width()});
    }
    if (sink_.load != nullptr) ++sink_.load->busy[channel.link];
    const bool head = channel.left == worm.flits;
    links_.cross(at);
    const bool tail = channel.left == 0;
    ++statistics_.busy;
    if (tail && channel.before != no_channel) release(channel.before);
    if (head) {
      ++statistics_.hops;
      const std::uint32_t node = links_.target(channel.link);
      if (!channel.final) {
        if (node == worm.target) {
          worm.target = worm.destination, worm.hops = 0;
          bounds_.set_out(message);
        }
        wait_for(next_link(node, message), message);
      }
    }
    if (tail && channel.final) arrive(message, at);
  }

  void release(std::uint32_t at) {
    links_.release(at);
    const std::uint32_t link = links_[at].link;
    const std::uint32_t line = link * classes_ + class_of(at - link * links_.width());
    if (lines_[line].first != no_message) awaited_.push_back(line);
  }

  void arrive(std::uint32_t message, std::uint32_t at) {
    release(at);
    statistics_.arrival[message] = step_ + 1;
    statistics_.order.push_back(message);
    statistics_.steps = step_ + 1;
    --left_;
  }

  /// A deadlock: every worm holds channels, or its place outside the network, and waits for the channel of another.
  [[noreturn]] void throw_deadlock() {
    const auto held_by_another = [&](std::uint32_t line) {
      const auto first = static_cast<std::uint32_t>(std::countr_zero(of_class_[line % classes_]));
      return line / classes_ * links_.width() + first;
    };
    std::uint32_t line = 0;
    while (lines_[line].first == no_message) ++line;
    CountedVector<std::uint32_t> place(links_.size() * links_.width(), no_channel);
    CountedVector<std::uint32_t> seen;
    std::uint32_t at = held_by_another(line);
    while (place[at] == no_channel) {
      place[at] = static_cast<std::uint32_t>(seen.size());
      seen.push_back(at);
      const VirtualChannel& channel = links_[at];
      // No worm holds it where the class that a user's topology gave before is not the one that it gives now.
      if (channel.worm == no_message) break;
      at = channel.behind != no_channel
               ? channel.behind
               : held_by_another(line_at(next_link(links_.target(channel.link), channel.worm), channel.worm));
    }
    std::vector<DeadlockError::Wait> cycle;
    for (const std::uint32_t one : std::span(seen).subspan(place[at])) {
      const std::uint32_t link = links_[one].link;
      cycle.push_back({link / ports_, link % ports_, one - link * links_.width()});
    }
    throw DeadlockError(topology_->name(), step_, std::move(cycle));
  }

  /// Takes all worms out of the network.
  void clear() {
    links_.clear();
    std::ranges::fill(lines_, Line{});
    std::ranges::fill(entries_, Entry{});
    starts_.clear();
    awaited_.clear();
  }

  std::shared_ptr<const Topology> topology_;
  SwitchingOptions options_;
  std::uint32_t ports_;
  bool with_stops_;
  const RcnFull* spreading_;  ///< null: they do not spread at every level
  std::uint32_t classes_;
  WormLinks links_;
  CountedVector<Entry> entries_;  ///< per link
  RouteBounds bounds_;
  CountedVector<Line> lines_;              ///< per link and class: worms that wait for a channel
  CountedVector<std::uint64_t> of_class_;  ///< per class: its channels
  CountedVector<Worm> worms_;
  std::deque<Start> starts_;              ///< heads that wait for their startup
  CountedVector<std::uint32_t> awaited_;  ///< lines that might get a channel
  std::uint32_t step_ = 0;
  std::uint32_t left_ = 0;
  Sink sink_;
  DeliveryStatistics statistics_;
};

}  // namespace

std::unique_ptr<Switching> make_wormhole(std::shared_ptr<const Topology> topology, const SwitchingOptions& options) {
  return std::make_unique<Wormhole>(std::move(topology), options);
}

}  // namespace pram::detail
