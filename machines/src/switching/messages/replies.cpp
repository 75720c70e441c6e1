#include "replies.hpp"

#include <algorithm>
#include <utility>

#include <pram/detail/memory_account.hpp>
#include <pram/network/poll.hpp>

#include "batch.hpp"

namespace pram::detail {

namespace {

class ReplyDelivery {
 public:
  ReplyDelivery(CountedVector<Link>& links, ActiveSet& active, std::uint32_t ports, const ForwardTrace& forward,
                std::span<const std::uint8_t> awaited, const Sink& sink)
      : ports_(ports),
        duration_(forward.duration),
        sink_(sink),
        replies_(forward.messages),
        packets_(forward.messages),
        links_(links),
        active_(active) {
    CountedVector<std::uint8_t> merged(forward.messages);
    for (std::uint32_t m = 0; m < forward.messages; ++m) replies_[m].awaited = awaited.empty() || awaited[m] != 0;
    list_paths(forward.trace.crossings);
    list_merges(forward.trace, merged);
    statistics_.arrival.assign(forward.messages, 0);
    for (std::uint32_t m = 0; m < forward.messages; ++m) {
      if (merged[m] == 0 && replies_[m].wanted()) moved_.push_back(m);
    }
  }

  DeliveryStatistics run() {
    Poller poller;
    settle();
    for (step_ = 1; !active_.empty(); ++step_) {
      moved_.clear();
      active_.visit([this](std::size_t at) { return cross(at); });
      settle();
      statistics_.steps = step_;
      poller.work(moved_.size() + 1);
    }
    for (const std::uint32_t at : used_) {
      statistics_.busiest_link = std::max<std::uint64_t>(statistics_.busiest_link, links_[at].busy);
      if (sink_.load != nullptr) sink_.load->busy[at] += std::uint64_t{links_[at].busy} * duration_;
      links_[at].busy = 0;
    }
    statistics_.busy = statistics_.hops;
    return std::move(statistics_);
  }

 private:
  struct Reply {
    std::uint32_t path = 0;    ///< where its links begin in path_, the first hop of the message first
    std::uint32_t hops = 0;    ///< hops that are left to go back
    std::uint32_t merges = 0;  ///< where the messages that it met begin in merges_, the first one first
    std::uint32_t merges_left = 0;
    std::uint32_t splits_left = 0;  ///< replies to these messages that somebody awaits
    bool awaited = false;

    bool wanted() const { return awaited || splits_left > 0; }
  };

  /// A message that was met at the link which was hop number `hop` of the message that took it in.
  struct Met {
    std::uint32_t message;
    std::uint32_t hop;
  };

  void list_paths(const CountedVector<Crossing>& crossings) {
    for (const Crossing& one : crossings) ++replies_[one.message].hops;
    std::uint32_t place = 0;
    for (Reply& reply : replies_) {
      reply.path = place;
      place += std::exchange(reply.hops, 0);
    }
    path_.resize(place);
    for (const Crossing& one : crossings) {
      Reply& reply = replies_[one.message];
      path_[reply.path + reply.hops++] = one.node * ports_ + one.port;
    }
  }

  /// Time runs here as in the delivery: a merge comes before the crossing of the link at which it happened.
  void list_merges(const Trace& trace, CountedVector<std::uint8_t>& merged) {
    for (const Merge& one : trace.merges) ++replies_[one.into].merges_left;
    std::uint32_t place = 0;
    for (Reply& reply : replies_) {
      reply.merges = place;
      place += std::exchange(reply.merges_left, 0);
    }
    merges_.resize(place);
    CountedVector<std::uint32_t> hops(replies_.size());
    auto crossing = trace.crossings.begin();
    for (const Merge& one : trace.merges) {
      while (crossing != trace.crossings.end() && crossing->begin < one.step) ++hops[crossing++->message];
      Reply& into = replies_[one.into];
      merges_[into.merges + into.merges_left++] = {one.from, hops[one.into]};
      merged[one.from] = 1;
    }
    // A message is merged into another only after all merges into itself.
    for (const Merge& one : trace.merges) replies_[one.into].splits_left += replies_[one.from].wanted() ? 1 : 0;
  }

  bool cross(std::size_t at) {
    Link& link = links_[at];
    const std::uint32_t message = take_first(link, packets_.data());
    if (link.busy++ == 0) used_.push_back(static_cast<std::uint32_t>(at));
    ++statistics_.hops;
    --replies_[message].hops;
    if (sink_.trace != nullptr) {
      sink_.trace->crossings.push_back(
          {message, static_cast<std::uint32_t>(at / ports_), static_cast<std::uint32_t>(at % ports_), step_ - 1, 1});
    }
    moved_.push_back(message);
    return link.waiting != 0;
  }

  /// Queues all replies that have moved for their next link. Replies split where their messages met.
  void settle() {
    for (std::size_t k = 0; k < moved_.size(); ++k) {
      const std::uint32_t message = moved_[k];
      Reply& reply = replies_[message];
      while (reply.merges_left > 0 && merges_[reply.merges + reply.merges_left - 1].hop == reply.hops) {
        const std::uint32_t other = merges_[reply.merges + --reply.merges_left].message;
        if (!replies_[other].wanted()) continue;
        --reply.splits_left;
        moved_.push_back(other);
      }
      if (!reply.wanted()) continue;  // it only carried replies that have split off
      if (reply.hops == 0) {
        statistics_.arrival[message] = step_;
        statistics_.order.push_back(message);
        continue;
      }
      const std::uint32_t at = path_[reply.path + reply.hops - 1];
      if (links_[at].waiting == 0) active_.insert(at);
      append(links_[at], packets_.data(), message);
      statistics_.largest_queue = std::max<std::uint64_t>(statistics_.largest_queue, links_[at].waiting);
    }
  }

  std::uint32_t ports_;
  std::uint32_t duration_;  // of a hop, in steps
  Sink sink_;
  CountedVector<Reply> replies_;
  CountedVector<std::uint32_t> path_;
  CountedVector<Met> merges_;
  CountedVector<MessageState> packets_;
  CountedVector<Link>& links_;
  ActiveSet& active_;
  CountedVector<std::uint32_t> used_;  // links used
  CountedVector<std::uint32_t> moved_;
  std::uint32_t step_ = 0;
  DeliveryStatistics statistics_;
};

}  // namespace

DeliveryStatistics carry_replies(CountedVector<Link>& links, ActiveSet& active, std::uint32_t ports,
                                 const ForwardTrace& forward, const Replies& replies, const Sink& sink) {
  if (!replies.awaited.empty() && replies.awaited.size() != forward.messages) {
    throw ConfigError("messages", std::to_string(replies.awaited.size()) + " marks",
                      "one for each message of the batch carried last, " + std::to_string(forward.messages));
  }
  const AddedTrace added(sink.trace);
  DeliveryStatistics statistics = ReplyDelivery(links, active, ports, forward, replies.awaited, sink).run();
  scale(statistics, added, forward.duration);
  return statistics;
}

}  // namespace pram::detail
