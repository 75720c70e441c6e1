#include "wormhole.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <utility>

#include "active_set.hpp"
#include "batch.hpp"
#include "message_queue.hpp"
#include "wires.hpp"

namespace pram::detail {

namespace {

constexpr std::uint32_t no_channel = 0xFFFFFFFF;
constexpr std::uint32_t most_channels = 64;  // a bit each
constexpr std::uint64_t most_channels_in_all = std::uint64_t{1} << 26;
constexpr std::uint32_t default_buffers = 2;

class Wormhole final : public Carrier {
 public:
  Wormhole(std::shared_ptr<const Topology> topology, const CarrierOptions& options)
      : topology_(std::move(topology)),
        options_(options),
        ports_(topology_->ports()),
        buffers_(options.buffers == 0 ? default_buffers : options.buffers),
        competing_(options.ports == CarrierOptions::Ports::one || options.duplex == CarrierOptions::Duplex::half),
        valiant_(options.routing == CarrierOptions::Routing::valiant),
        classes_(std::min(topology_->channel_classes() * (valiant_ ? 2 : 1), most_channels)),
        width_(options.channels == 0 ? classes_ : options.channels),
        links_(link_count()),
        channels_(links_.size() * width_),
        ready_(links_.size()) {
    classes_ = std::min(classes_, width_);
    lines_.resize(links_.size() * classes_);
    of_class_.assign(classes_, 0);
    for (std::uint32_t channel = 0; channel < width_; ++channel)
      of_class_[class_of(channel)] |= std::uint64_t{1} << channel;
    for (std::uint32_t at = 0; at < links_.size(); ++at) {
      links_[at].target = topology_->neighbour(at / ports_, at % ports_);
      if (options_.duplex == CarrierOptions::Duplex::half) links_[at].opposite = opposite_of(*topology_, at);
    }
    for (std::uint32_t at = 0; at < channels_.size(); ++at) channels_[at].link = at / width_;
    clear();
  }

  const Topology& topology() const override { return *topology_; }

  Journey carry(const Messages& batch, Trace* trace) override {
    check_batch(batch, *topology_);
    begin(batch, trace);
    grant();
    while (left_ > 0) {
      while (!starts_.empty() && starts_.front().step <= step_) {
        refresh(starts_.front().channel, true);
        starts_.pop_front();
      }
      if (ready_.empty()) {
        if (starts_.empty()) throw_deadlock();
        step_ = starts_.front().step;
        continue;
      }
      crossing_.clear();
      competing_ ? choose_where_links_compete() : choose();
      for (const std::uint32_t at : crossing_) cross(at);
      ++step_;
      grant();
    }
    for (const std::uint32_t at : used_) {
      journey_.busiest_link = std::max<std::uint64_t>(journey_.busiest_link, links_[at].busy);
      links_[at].busy = links_[at].turn = links_[at].served = 0;
    }
    used_.clear();
    return std::move(journey_);
  }

  Journey carry_back(std::span<const std::uint8_t>, Trace*) override {
    throw ConfigError("network", topology_->name(),
                      "combining switches, where replies are to go back the way they came");
  }

 private:
  struct Worm {
    std::uint32_t next = no_message;  ///< behind it in the line where it stands
    std::uint32_t target = 0;         ///< the terminal at which its next stop is
    std::uint32_t destination = 0;
    std::uint32_t flits = 1;
    std::uint32_t port = 0;           ///< of the leg that it travels
    std::uint32_t hops = 0;           ///< left of that leg
    std::uint32_t head = no_channel;  ///< the channel at whose far end its head stands; none at its source
  };

  /// Worms one behind the other.
  struct Line {
    std::uint32_t first = no_message;
    std::uint32_t last = no_message;
  };

  struct WormLink {
    std::uint64_t ready = 0;           ///< channels with a flit to cross and a place for it
    std::uint64_t free = 0;            ///< channels that no worm has
    Line outside;                      ///< messages that have not entered the network, the first of them in line
    std::uint32_t waiting = 0;         ///< worms in line for a channel
    std::uint32_t turn = 0;            ///< the channel that is asked first
    std::uint32_t busy = 0;            ///< steps, in this batch
    std::uint32_t served = 0;          ///< the step at whose end a flit crossed last, where links compete
    std::uint32_t target = 0;          ///< the node where it ends
    std::uint32_t opposite = no_link;  ///< where wires have one direction at a time
  };

  /// A channel of a link and the stretch of worm that passes it.
  struct Channel {
    std::uint32_t worm = no_message;
    std::uint32_t before = no_channel;  ///< of the same worm
    std::uint32_t behind = no_channel;
    std::uint32_t left = 0;   ///< flits that have not crossed
    std::uint32_t ready = 0;  ///< of these, the ones that stand at the near end
    std::uint32_t room = 0;   ///< places at the far end; without limit where the worm ends
    std::uint32_t link = 0;
    bool open = false;  ///< the head may go: its startup is over
    bool final = false;
  };

  struct Start {
    std::uint32_t step;
    std::uint32_t channel;
  };

  std::size_t link_count() const {
    const std::uint64_t links = std::uint64_t{topology_->nodes()} * ports_;
    if (width_ > most_channels) {
      throw ConfigError("network", topology_->name() + ",channels=" + std::to_string(width_),
                        "at most " + std::to_string(most_channels) + " channels a link");
    }
    if (links * width_ > most_channels_in_all) {
      throw ConfigError("network", topology_->name(),
                        "a network of at most " + std::to_string(most_channels_in_all) +
                            " virtual channels; this one has " + std::to_string(links * width_));
    }
    return links;
  }

  std::uint32_t class_of(std::uint32_t channel) const { return channel * classes_ / width_; }

  void clear() {
    for (WormLink& link : links_) {
      if (link.ready != 0) ready_.erase(static_cast<std::size_t>(&link - links_.data()));
      link.ready = link.waiting = link.busy = link.turn = link.served = 0;
      link.free = ~std::uint64_t{0} >> (most_channels - width_);
      link.outside = {};
    }
    std::ranges::fill(lines_, Line{});
    used_.clear();
    starts_.clear();
    awaited_.clear();
  }

  void begin(const Messages& batch, Trace* trace) {
    const auto count = static_cast<std::uint32_t>(batch.source.size());
    trace_ = trace;
    journey_ = {};
    journey_.arrival.assign(count, 0);
    journey_.order.reserve(count);
    worms_.assign(count, {});
    step_ = left_ = 0;
    if (competing_) sends_.assign(topology_->nodes(), 0), receives_.assign(topology_->nodes(), 0);
    std::vector<std::uint32_t> entered;
    for (std::uint32_t message = 0; message < count; ++message) {
      const std::uint32_t source = batch.source[message];
      Worm& worm = worms_[message];
      worm.target = worm.destination = batch.destination[message];
      if (source == worm.destination) {
        journey_.order.push_back(message);
        continue;
      }
      const std::uint32_t words = batch.words.empty() ? 1 : batch.words[message];
      worm.flits = std::max<std::uint32_t>(1, words / options_.bandwidth + (words % options_.bandwidth != 0));
      if (valiant_) {
        const std::uint32_t middle = middle_of(message, options_.seed, topology_->terminals());
        if (middle != source) worm.target = middle;
      }
      ++left_;
      const std::uint32_t at = next_link(source, message);
      if (append(links_[at].outside, message)) entered.push_back(at);
    }
    for (const std::uint32_t at : entered) wait_for(at, take_first(links_[at].outside));
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
    if (worm.hops == 0) {
      const Leg leg = topology_->next_leg(node, worm.target);
      worm.port = leg.port;
      worm.hops = leg.hops;
    }
    return node * ports_ + worm.port;
  }

  /// The line in which a worm waits for a link: those of one class of channels. Valiant's two ways have classes of
  /// their own, for there is no order that both together would climb.
  std::uint32_t line_at(std::uint32_t link, std::uint32_t message) const {
    const Worm& worm = worms_[message];
    std::uint32_t its_class = topology_->channel_class(link / ports_, worm.port, worm.target);
    if (valiant_ && worm.target == worm.destination) its_class += topology_->channel_classes();
    return link * classes_ + its_class % classes_;
  }

  void wait_for(std::uint32_t link, std::uint32_t message) {
    const std::uint32_t line = line_at(link, message);
    append(lines_[line], message);
    journey_.largest_queue = std::max<std::uint64_t>(journey_.largest_queue, ++links_[link].waiting);
    awaited_.push_back(line);
  }

  /// Gives free channels to the worms that wait for them, from the step now to come.
  void grant() {
    for (std::size_t k = 0; k < awaited_.size(); ++k) {
      const std::uint32_t at = awaited_[k] / classes_;
      Line& line = lines_[awaited_[k]];
      WormLink& link = links_[at];
      while (line.first != no_message) {
        const std::uint64_t free = link.free & of_class_[awaited_[k] % classes_];
        if (free == 0) break;
        const std::uint32_t message = take_first(line);
        --link.waiting;
        link.free &= ~(free & -free);
        const bool enters = worms_[message].head == no_channel;
        take(message, at * width_ + static_cast<std::uint32_t>(std::countr_zero(free)));
        if (enters && link.outside.first != no_message) wait_for(at, take_first(link.outside));
      }
    }
    awaited_.clear();
  }

  void take(std::uint32_t message, std::uint32_t at) {
    Worm& worm = worms_[message];
    Channel& channel = channels_[at];
    channel.worm = message;
    channel.before = worm.head;
    channel.behind = no_channel;
    channel.left = worm.flits;
    channel.ready = worm.head == no_channel ? worm.flits : buffers_ - channels_[worm.head].room;
    channel.final = links_[channel.link].target == worm.destination && worm.target == worm.destination;
    channel.room = channel.final ? worm.flits : buffers_;
    if (worm.head != no_channel) channels_[worm.head].behind = at;
    worm.head = at;
    --worm.hops;
    channel.open = options_.startup == 0;
    if (channel.open) return refresh(at, true);
    starts_.push_back({step_ + options_.startup, at});
  }

  /// Enters into its link's books whether a channel's next flit can cross.
  void refresh(std::uint32_t at, bool open) {
    Channel& channel = channels_[at];
    if (!open) return;
    channel.open = true;
    WormLink& link = links_[channel.link];
    const std::uint64_t bit = std::uint64_t{1} << (at - channel.link * width_);
    const std::uint64_t before = link.ready;
    link.ready = channel.ready > 0 && channel.room > 0 ? before | bit : before & ~bit;
    if ((before == 0) == (link.ready == 0)) return;
    before == 0 ? ready_.insert(channel.link) : ready_.erase(channel.link);
  }

  void refresh(std::uint32_t at) { refresh(at, channels_[at].open); }

  void choose() {
    ready_.visit([&](std::size_t at) {
      crossing_.push_back(channel_in_turn(static_cast<std::uint32_t>(at)));
      return true;
    });
  }

  std::uint32_t channel_in_turn(std::uint32_t at) {
    WormLink& link = links_[at];
    const std::uint64_t later = link.ready >> link.turn << link.turn;
    const auto channel = static_cast<std::uint32_t>(std::countr_zero(later != 0 ? later : link.ready));
    link.turn = (channel + 1) % width_;
    return at * width_ + channel;
  }

  void choose_where_links_compete() {
    competitors_.clear();
    ready_.visit([&](std::size_t at) {
      competitors_.emplace_back(links_[at].served, static_cast<std::uint32_t>(at));
      return true;
    });
    std::ranges::sort(competitors_);
    const std::uint32_t now = step_ + 1;
    const bool one_port = options_.ports == CarrierOptions::Ports::one;
    for (const auto& [served, at] : competitors_) {
      WormLink& link = links_[at];
      std::uint32_t& sends = sends_[at / ports_];
      std::uint32_t& receives = receives_[link.target];
      if (one_port && (sends == now || receives == now)) continue;
      if (link.opposite != no_link && links_[link.opposite].served == now) continue;
      link.served = sends = receives = now;
      crossing_.push_back(channel_in_turn(at));
    }
    std::ranges::sort(crossing_);
  }

  void cross(std::uint32_t at) {
    Channel& channel = channels_[at];
    WormLink& link = links_[channel.link];
    const std::uint32_t message = channel.worm;
    if (link.busy++ == 0) used_.push_back(channel.link);
    ++journey_.busy;
    if (trace_ != nullptr) {
      trace_->crossings.push_back(
          {message, channel.link / ports_, channel.link % ports_, step_, 1, at - channel.link * width_});
    }
    const bool head = channel.left == worms_[message].flits;
    --channel.ready;
    --channel.room;
    const bool tail = --channel.left == 0;
    refresh(at);
    if (channel.before != no_channel) {
      ++channels_[channel.before].room;
      tail ? release(channel.before) : refresh(channel.before);
    }
    if (head) ++journey_.hops;
    if (channel.final) {
      if (tail) arrive(message, at);
    } else if (head) {
      Worm& worm = worms_[message];
      if (link.target == worm.target) worm.target = worm.destination, worm.hops = 0;
      wait_for(next_link(link.target, message), message);
    } else if (channel.behind != no_channel) {
      ++channels_[channel.behind].ready;
      refresh(channel.behind);
    }
  }

  void release(std::uint32_t at) {
    const std::uint32_t link = channels_[at].link;
    const std::uint32_t channel = at - link * width_;
    links_[link].free |= std::uint64_t{1} << channel;
    const std::uint32_t line = link * classes_ + class_of(channel);
    if (lines_[line].first != no_message) awaited_.push_back(line);
  }

  void arrive(std::uint32_t message, std::uint32_t at) {
    release(at);
    journey_.arrival[message] = step_ + 1;
    journey_.order.push_back(message);
    journey_.steps = step_ + 1;
    --left_;
  }

  /// Nothing moves and nothing will: every worm holds channels, or its place outside, and waits for another's.
  [[noreturn]] void throw_deadlock() {
    const auto held_by_another = [&](std::uint32_t line) {
      const auto first = static_cast<std::uint32_t>(std::countr_zero(of_class_[line % classes_]));
      return line / classes_ * width_ + first;
    };
    std::uint32_t line = 0;
    while (lines_[line].first == no_message) ++line;
    std::vector<std::uint32_t> place(channels_.size(), no_channel);
    std::vector<std::uint32_t> seen;
    std::uint32_t at = held_by_another(line);
    while (place[at] == no_channel) {
      place[at] = static_cast<std::uint32_t>(seen.size());
      seen.push_back(at);
      const Channel& channel = channels_[at];
      at = channel.behind != no_channel
               ? channel.behind
               : held_by_another(line_at(next_link(links_[channel.link].target, channel.worm), channel.worm));
    }
    std::vector<DeadlockError::Wait> cycle;
    for (const std::uint32_t one : std::span(seen).subspan(place[at])) {
      const std::uint32_t link = channels_[one].link;
      cycle.push_back({link / ports_, link % ports_, one - link * width_});
    }
    clear();
    throw DeadlockError(topology_->name(), step_, std::move(cycle));
  }

  std::shared_ptr<const Topology> topology_;
  CarrierOptions options_;
  std::uint32_t ports_;
  std::uint32_t buffers_;  ///< flits that a channel holds at its far end
  bool competing_;         ///< do links compete for nodes or wires?
  bool valiant_;
  std::uint32_t classes_;
  std::uint32_t width_;  ///< channels a link
  std::vector<WormLink> links_;
  std::vector<Channel> channels_;        ///< link by link
  std::vector<Line> lines_;              ///< for each link and class: worms that wait for a channel
  std::vector<std::uint64_t> of_class_;  ///< channels of a class
  ActiveSet ready_;                      ///< links with a flit that can cross
  std::vector<Worm> worms_;
  std::deque<Start> starts_;                                          ///< heads that wait for their startup
  std::vector<std::uint32_t> awaited_;                                ///< lines that might get a channel
  std::vector<std::uint32_t> crossing_;                               ///< channels, in this step
  std::vector<std::uint32_t> used_;                                   ///< links, in this batch
  std::vector<std::pair<std::uint32_t, std::uint32_t>> competitors_;  ///< links with the step at which they were served
  std::vector<std::uint32_t> sends_;                                  ///< per node: the step, from 1, at which it did
  std::vector<std::uint32_t> receives_;
  std::uint32_t step_ = 0;
  std::uint32_t left_ = 0;
  Trace* trace_ = nullptr;
  Journey journey_;
};

}  // namespace

std::unique_ptr<Carrier> make_wormhole(std::shared_ptr<const Topology> topology, const CarrierOptions& options) {
  return std::make_unique<Wormhole>(std::move(topology), options);
}

}  // namespace pram::detail
