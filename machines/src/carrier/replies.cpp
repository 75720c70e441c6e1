#include "replies.hpp"

#include <algorithm>

#include "active_set.hpp"
#include "batch.hpp"
#include "message_queue.hpp"

namespace pram::detail {

namespace {

/// Lists of numbers, one a message, in one flat array.
class ByMessage {
 public:
  /// @param owner  owner(k): the message to which entry k of `entries` belongs
  template <class Owner>
  ByMessage(std::uint32_t messages, std::size_t entries, const Owner& owner) : first_(messages + std::size_t{1}) {
    for (std::size_t k = 0; k < entries; ++k) ++first_[owner(k) + std::size_t{1}];
    for (std::uint32_t m = 0; m < messages; ++m) first_[m + std::size_t{1}] += first_[m];
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    numbers_.resize(entries);
    for (std::size_t k = 0; k < entries; ++k) numbers_[next[owner(k)]++] = static_cast<std::uint32_t>(k);
  }

  std::span<const std::uint32_t> of(std::uint32_t message) const {
    return {numbers_.data() + first_[message], first_[message + std::size_t{1}] - first_[message]};
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> numbers_;
};

class Replies {
 public:
  Replies(const Topology& topology, const Way& way, std::span<const std::uint8_t> awaited, Trace* trace)
      : topology_(topology),
        way_(way),
        trace_(trace),
        path_(way.messages, way.trace.crossings.size(), [&](std::size_t k) { return way.trace.crossings[k].message; }),
        merges_(way.messages, way.trace.merges.size(), [&](std::size_t k) { return way.trace.merges[k].into; }),
        needed_(way.messages, 1),
        splits_left_(way.messages),
        hops_left_(way.messages),
        merges_left_(way.messages),
        packets_(way.messages),
        links_(std::size_t{topology.nodes()} * topology.ports()),
        active_(links_.size()) {
    if (!awaited.empty()) needed_.assign(awaited.begin(), awaited.end());
    awaited_ = needed_;
    // A reply that others wait for within it must travel too; a message merges for good only after all its own merges.
    for (const Merge& merge : way.trace.merges) {
      needed_[merge.into] |= needed_[merge.from];
      splits_left_[merge.into] += needed_[merge.from];
    }
  }

  Journey run() {
    journey_.arrival.assign(way_.messages, 0);
    std::vector<std::uint8_t> merged(way_.messages);
    for (const Merge& merge : way_.trace.merges) merged[merge.from] = 1;
    for (std::uint32_t message = 0; message < way_.messages; ++message) {
      if (needed_[message] != 0 && merged[message] == 0) start(message);
    }
    settle();
    for (step_ = 1; !active_.empty(); ++step_) {
      moved_.clear();
      active_.visit([this](std::size_t at) { return cross(at); });
      settle();
      journey_.steps = step_;
    }
    for (const Link& link : links_) journey_.busiest_link = std::max<std::uint64_t>(journey_.busiest_link, link.busy);
    journey_.busy = journey_.hops;
    return std::move(journey_);
  }

 private:
  void start(std::uint32_t message) {
    hops_left_[message] = static_cast<std::uint32_t>(path_.of(message).size());
    merges_left_[message] = static_cast<std::uint32_t>(merges_.of(message).size());
    moved_.push_back(message);
  }

  bool cross(std::size_t at) {
    Link& link = links_[at];
    const std::uint32_t message = take_first(link, packets_);
    ++link.busy;
    ++journey_.hops;
    --hops_left_[message];
    if (trace_ != nullptr) {
      const auto ports = topology_.ports();
      trace_->crossings.push_back(
          {message, static_cast<std::uint32_t>(at / ports), static_cast<std::uint32_t>(at % ports), step_ - 1, 1});
    }
    moved_.push_back(message);
    return link.waiting != 0;
  }

  /// Queues all that has moved for its next link, splitting replies where their messages met.
  void settle() {
    for (std::size_t k = 0; k < moved_.size(); ++k) {
      const std::uint32_t message = moved_[k];
      const std::span<const std::uint32_t> path = path_.of(message);
      const std::span<const std::uint32_t> merges = merges_.of(message);
      // Merges at the queue of the link just crossed back, or of none at the message's end.
      while (merges_left_[message] > 0) {
        const Merge& merge = way_.trace.merges[merges[merges_left_[message] - 1]];
        const std::uint32_t behind = hops_left_[message];
        if (behind == path.size() || !met_before(merge, way_.trace.crossings[path[behind]])) break;
        --merges_left_[message];
        if (needed_[merge.from] == 0) continue;
        --splits_left_[message];
        start(merge.from);
      }
      if (awaited_[message] == 0 && splits_left_[message] == 0) continue;  // only carried others
      if (hops_left_[message] == 0) {
        journey_.arrival[message] = step_;
        journey_.order.push_back(message);
        continue;
      }
      const Crossing& next = way_.trace.crossings[path[hops_left_[message] - 1]];
      const std::size_t at = std::size_t{next.node} * topology_.ports() + next.port;
      if (links_[at].waiting == 0) active_.insert(at);
      append(links_[at], packets_, message);
      journey_.largest_queue = std::max<std::uint64_t>(journey_.largest_queue, links_[at].waiting);
    }
  }

  static bool met_before(const Merge& merge, const Crossing& crossing) {
    return merge.node == crossing.node && merge.port == crossing.port && merge.step <= crossing.begin;
  }

  const Topology& topology_;
  const Way& way_;
  Trace* trace_;
  ByMessage path_;    // crossings, first hop first
  ByMessage merges_;  // those into the message, first met first
  std::vector<std::uint8_t> needed_;
  std::vector<std::uint8_t> awaited_;
  std::vector<std::uint32_t> splits_left_;  // merges whose replies somebody awaits
  std::vector<std::uint32_t> hops_left_;
  std::vector<std::uint32_t> merges_left_;
  std::vector<Packet> packets_;
  std::vector<Link> links_;
  ActiveSet active_;
  std::vector<std::uint32_t> moved_;
  std::uint32_t step_ = 0;
  Journey journey_;
};

}  // namespace

Journey carry_replies(const Topology& topology, const Way& way, std::span<const std::uint8_t> awaited, Trace* trace) {
  if (!awaited.empty() && awaited.size() != way.messages) {
    throw ConfigError("messages", std::to_string(awaited.size()) + " marks",
                      "one for each message of the batch carried last, " + std::to_string(way.messages));
  }
  const std::size_t first_crossing = trace != nullptr ? trace->crossings.size() : 0;
  const std::size_t first_merge = trace != nullptr ? trace->merges.size() : 0;
  Journey journey = Replies(topology, way, awaited, trace).run();
  if (way.duration != 1) scale(journey, trace, first_crossing, first_merge, way.duration);
  return journey;
}

}  // namespace pram::detail
