#include "adaptive_stop.hpp"

#include <array>
#include <cstddef>

#include "../../topology/check/link_table.hpp"

namespace pram::detail {

namespace {

/// What a message would meet on a way.
class SeenWay {
 public:
  /// @param queues  of all links; null: only the way's links are noted
  SeenWay(const Topology& topology, const QueueView* queues) : topology_(topology), queues_(queues) {}

  void follow(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t left = topology_.nodes(); from != to;) {
      const Leg leg = topology_.next_leg(from, to);
      if (leg.hops > left) throw_endless(topology_, from, to);
      left -= leg.hops;
      for (std::uint32_t hop = 0; hop < leg.hops; ++hop) {
        const std::uint32_t link = from * topology_.ports() + leg.port;
        if (hops_ < first_.size()) first_[hops_] = link;
        if (queues_ != nullptr) waiting_ += (*queues_)(link);
        ++hops_;
        from = topology_.neighbour(from, leg.port);
      }
    }
  }

  std::uint64_t hops() const { return hops_; }
  std::uint64_t waiting() const { return waiting_; }
  /// The link of a hop, the first or the second; where there is but one, that one.
  std::uint32_t link(std::size_t hop) const { return first_[hop < hops_ ? hop : 0]; }

 private:
  const Topology& topology_;
  const QueueView* queues_;
  std::uint64_t hops_ = 0;
  std::uint64_t waiting_ = 0;
  std::array<std::uint32_t, 2> first_{};
};

}  // namespace

std::uint32_t adaptive_stop(const Topology& topology, SwitchingOptions::Routing routing, std::uint32_t source,
                            std::uint32_t stop, std::uint32_t destination, const QueueView& queues) {
  if (stop == source || stop == destination || source == destination) return destination;
  const bool sees_all = routing == SwitchingOptions::Routing::ugal_g;
  SeenWay own(topology, sees_all ? &queues : nullptr);
  own.follow(source, destination);
  SeenWay by_stop(topology, sees_all ? &queues : nullptr);
  by_stop.follow(source, stop);
  by_stop.follow(stop, destination);
  std::uint64_t own_waiting = own.waiting();
  std::uint64_t stop_waiting = by_stop.waiting();
  if (!sees_all) {
    const std::size_t hop = own.link(0) == by_stop.link(0) ? 1 : 0;
    own_waiting = queues(own.link(hop));
    stop_waiting = queues(by_stop.link(hop));
  }
  return own_waiting * own.hops() <= stop_waiting * by_stop.hops() ? destination : stop;
}

}  // namespace pram::detail
