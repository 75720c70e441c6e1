#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>

#include "../messages/active_set.hpp"
#include "../messages/message_queue.hpp"
#include "../messages/wires.hpp"

namespace pram::detail {

inline constexpr std::uint32_t no_channel = 0xFFFFFFFF;

/// A virtual channel of a link, and the part of a worm that passes through it.
struct VirtualChannel {
  std::uint32_t worm = no_message;
  std::uint32_t before = no_channel;  ///< the channel before it of the same worm; none if that is the source
  std::uint32_t behind = no_channel;
  std::uint32_t left = 0;   ///< flits of the worm that have not crossed yet
  std::uint32_t ready = 0;  ///< flits of these that stand at the near end
  std::uint32_t room = 0;   ///< free places at the far end; no limit where the worm ends
  std::uint32_t link = 0;
  bool open = false;   ///< the head may go
  bool final = false;  ///< the worm ends at the far end
};

/// The links, their virtual channels, and the flits in them. The class knows which flits can cross in a step, and lets
/// them cross. Channels are numbered link by link.
class WormLinks {
 public:
  /// @param width  channels of each link
  WormLinks(const Topology& topology, const SwitchingOptions& options, std::uint32_t width);

  std::size_t size() const { return links_.size(); }
  std::uint32_t width() const { return width_; }
  std::uint32_t target(std::uint32_t link) const { return links_[link].target; }
  std::uint64_t free(std::uint32_t link) const { return links_[link].free; }
  const VirtualChannel& operator[](std::uint32_t at) const { return channels_[at]; }

  /// Gives a channel to a worm. The head of the worm stands at the far end of channel `before`, or at its source.
  void take(std::uint32_t at, std::uint32_t worm, std::uint32_t flits, std::uint32_t before, bool final) {
    VirtualChannel& channel = channels_[at];
    channel.worm = worm;
    channel.before = before;
    channel.behind = no_channel;
    channel.left = flits;
    channel.ready = before == no_channel ? flits : buffers_ - channels_[before].room;
    channel.room = final ? flits : buffers_;
    channel.open = false;
    channel.final = final;
    if (before != no_channel) channels_[before].behind = at;
    links_[channel.link].free &= ~bit_of(at);
  }

  void open(std::uint32_t at) {
    channels_[at].open = true;
    refresh(at);
  }

  void release(std::uint32_t at) { links_[channels_[at].link].free |= bit_of(at); }

  /// Whether nothing can cross.
  bool idle() const { return ready_.empty(); }

  /// The channels whose next flit crosses in this step, in ascending order: one channel of each link, by round-robin
  /// arbitration.
  std::span<const std::uint32_t> choose(std::uint32_t step) {
    crossing_.clear();
    if (one_port_ || half_duplex_) {
      choose_where_links_compete(step);
    } else {
      ready_.visit([&](std::size_t at) {
        crossing_.push_back(arbitrate(static_cast<std::uint32_t>(at)));
        return true;
      });
    }
    return crossing_;
  }

  void cross(std::uint32_t at) {
    VirtualChannel& channel = channels_[at];
    if (links_[channel.link].busy++ == 0) used_.push_back(channel.link);
    --channel.ready;
    --channel.room;
    --channel.left;
    refresh(at);
    if (channel.before != no_channel) {
      ++channels_[channel.before].room;
      refresh(channel.before);
    }
    if (channel.behind != no_channel) {
      ++channels_[channel.behind].ready;
      refresh(channel.behind);
    }
  }

  /// Ends a batch that has left all channels free.
  /// @returns the steps in which the most used link was busy
  std::uint32_t finish();

  /// Frees all channels after a batch that was broken off.
  void clear();

 private:
  struct State {
    std::uint64_t ready = 0;           ///< channels with a flit that can cross and a place for it
    std::uint64_t free = 0;            ///< channels that no worm holds
    std::uint32_t first = 0;           ///< the channel that the next round-robin arbitration begins with
    std::uint32_t busy = 0;            ///< steps in which it was busy, in this batch
    std::uint32_t served = 0;          ///< where links compete: the step at whose end a flit crossed last
    std::uint32_t target = 0;          ///< the node where it ends
    bool competes = false;             ///< listed among the competitors
    std::uint32_t opposite = no_link;  ///< the other direction, if a wire carries in one direction at a time
  };

  std::uint64_t bit_of(std::uint32_t at) const { return std::uint64_t{1} << (at - channels_[at].link * width_); }

  /// Notes in the link's entry whether the next flit of a channel can cross.
  void refresh(std::uint32_t at) {
    const VirtualChannel& channel = channels_[at];
    State& link = links_[channel.link];
    const std::uint64_t before = link.ready;
    const bool can = channel.open && channel.ready > 0 && channel.room > 0;
    link.ready = can ? before | bit_of(at) : before & ~bit_of(at);
    if ((before == 0) == (link.ready == 0)) return;
    before == 0 ? ready_.insert(channel.link) : ready_.erase(channel.link);
    if (!(one_port_ || half_duplex_) || link.competes) return;
    link.competes = true;
    newcomers_.push_back(std::uint64_t{link.served} << 32 | channel.link);
  }

  std::uint32_t arbitrate(std::uint32_t at) {
    State& link = links_[at];
    const std::uint64_t later = link.ready >> link.first << link.first;
    const auto channel = static_cast<std::uint32_t>(std::countr_zero(later != 0 ? later : link.ready));
    link.first = channel + 1 < width_ ? channel + 1 : 0;
    return at * width_ + channel;
  }

  /// Visits the competing links in order of the step in which they were served last. A listed link that is not ready
  /// any more is taken off the list when it is reached.
  void choose_where_links_compete(std::uint32_t step);

  /// Whether the link's nodes and its wire are free in the step that ends at `now`.
  bool may_go(std::uint32_t at, std::uint32_t now) const;

  std::uint32_t ports_;
  std::uint32_t width_;
  std::uint32_t buffers_;  ///< flits that a channel holds at its far end
  bool one_port_;
  bool half_duplex_;
  CountedVector<State> links_;
  CountedVector<VirtualChannel> channels_;
  ActiveSet ready_;                           ///< links with a flit that can cross
  CountedVector<std::uint32_t> crossing_;     ///< channels whose flits cross in this step
  CountedVector<std::uint32_t> used_;         ///< links used in this batch
  CountedVector<std::uint64_t> competitors_;  ///< the step in which a link was served last, above the link; sorted
  CountedVector<std::uint64_t> newcomers_;    ///< competitors since the last step
  CountedVector<std::uint64_t> merged_;
  CountedVector<std::uint32_t> sends_;  ///< per node: the step, from 1, in which it sent last
  CountedVector<std::uint32_t> receives_;
};

}  // namespace pram::detail
