#include "store_and_forward.hpp"

#include <algorithm>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/poll.hpp>

#include "../../topology/hypercube.hpp"
#include "../../topology/multistage.hpp"
#include "../../topology/product/product.hpp"
#include "../../topology/rcn_full.hpp"
#include "../messages/on_error.hpp"

namespace pram::detail {

namespace {

constexpr std::uint64_t most_queued_links = std::uint64_t{1} << 27;

}  // namespace

template <class Shape>
StoreAndForward<Shape>::StoreAndForward(std::shared_ptr<const Shape> shape, const SwitchingOptions& options)
    : shape_(std::move(shape)),
      options_(options),
      ports_(shape_->ports()),
      links_(link_count(*shape_, most_queued_links)),
      active_(links_.size()) {
  for (std::uint32_t node = 0; node < shape_->nodes(); ++node) {
    for (std::uint32_t port = 0; port < ports_; ++port)
      links_[std::size_t{node} * ports_ + port].target = shape_->neighbour(node, port);
  }
  if (options_.combining != SwitchingOptions::Combining::none) remembered_.resize(shape_->nodes());
}

template <class Shape>
inline std::uint32_t StoreAndForward<Shape>::next_link(std::uint32_t node, MessageState& packet) const {
  if (packet.hops == 0) {
    const Leg leg = shape_->next_leg(node, packet.target);
    packet.port = leg.port;
    packet.hops = leg.hops;
  }
  return node * ports_ + packet.port;
}

template <class Shape>
template <bool combining>
inline void StoreAndForward<Shape>::queue(std::uint32_t message, std::uint32_t at, std::uint32_t step,
                                          DeliveryStatistics& statistics, Trace* trace) {
  Link& link = links_[at];
  if constexpr (combining) {
    const bool pairwise = options_.combining == SwitchingOptions::Combining::pairwise;
    const std::uint32_t group = merge_groups_.of(message);
    const std::uint32_t met =
        group == no_group ? message
                          : merge_index_.find(group, at, message, [this](std::uint32_t other, std::uint32_t where) {
                              return waits_at_[other] == where;
                            });
    if (met != message) {
      std::uint32_t& remembered = remembered_[at / ports_];
      if ((!pairwise || paired_[met] == 0) && (options_.wait == 0 || remembered < options_.wait)) {
        ++remembered;
        paired_[met] = 1;
        const Merge merge{met, message, at / ports_, at % ports_, step};
        way_.trace.merges.push_back(merge);
        if (trace != nullptr) trace->merges.push_back(merge);
        ++statistics.merged;
        return;
      }
      merge_index_.replace(group, at, message);
    }
    waits_at_[message] = at;
    paired_[message] = 0;
  }
  if (link.waiting == 0) active_.insert(at);
  append(link, packets_, message);
  statistics.largest_queue = std::max<std::uint64_t>(statistics.largest_queue, link.waiting);
}

template <class Shape>
template <bool combining, bool traced>
void StoreAndForward<Shape>::run(const Messages& batch, DeliveryStatistics& statistics, Trace* trace) {
  const auto count = static_cast<std::uint32_t>(batch.source.size());
  const bool with_stops = options_.routing != SwitchingOptions::Routing::own;
  std::uint32_t under_way = 0;
  Poller poller;
  for (std::uint32_t message = 0; message < count; ++message) {
    const std::uint32_t source = batch.source[message];
    const std::uint32_t destination = batch.destination[message];
    if (source == destination) {
      statistics.order.push_back(message);
      continue;
    }
    poller.work();
    MessageState& packet = packets_[message];
    packet.hops = 0;
    packet.target = destination;
    if (with_stops) {
      final_[message] = destination;
      packet.target = first_stop(*shape_, options_, message, source, destination);
    }
    ++under_way;
    const std::uint64_t merged = statistics.merged;
    queue<combining>(message, next_link(source, packet), 0, statistics, trace);
    if (combining && statistics.merged != merged) --under_way;
  }
  CountedVector<std::uint32_t> used;  // links used, to clear them and to find the busiest
  for (std::uint32_t step = 0; under_way > 0; ++step) {
    moved_.clear();
    active_.visit([&](std::size_t at) {
      Link& link = links_[at];
      const std::uint32_t message = take_first(link, packets_);
      if (link.busy++ == 0) used.push_back(static_cast<std::uint32_t>(at));
      if constexpr (combining || traced) {
        const auto node = static_cast<std::uint32_t>(at / ports_);
        const Crossing crossing{message, node, static_cast<std::uint32_t>(at % ports_), step, 1};
        if constexpr (combining) {
          waits_at_[message] = no_message;
          way_.trace.crossings.push_back(crossing);
        }
        if constexpr (traced) trace->crossings.push_back(crossing);
      }
      MessageState& packet = packets_[message];
      const std::uint32_t node = link.target;
      ++statistics.hops;
      --packet.hops;
      if (packet.hops == 0 && node == packet.target) {
        if (!with_stops || final_[message] == node) {
          statistics.arrival[message] = step + 1;
          statistics.order.push_back(message);
          --under_way;
          return link.waiting != 0;
        }
        packet.target = final_[message];
      }
      moved_.push_back({message, next_link(node, packet)});
      return link.waiting != 0;
    });
    const std::uint64_t merged = statistics.merged;
    for (const Moved& one : moved_) queue<combining>(one.message, one.link, step + 1, statistics, trace);
    if constexpr (combining) under_way -= static_cast<std::uint32_t>(statistics.merged - merged);
    statistics.steps = step + 1;
    poller.work(moved_.size() + 1);
  }
  for (const std::uint32_t at : used) {
    statistics.busiest_link = std::max<std::uint64_t>(statistics.busiest_link, links_[at].busy);
    links_[at].busy = 0;
  }
}

template <class Shape>
void StoreAndForward<Shape>::clear() {
  for (Link& link : links_) link.waiting = link.busy = 0;
  active_.clear();
}

template <class Shape>
DeliveryStatistics StoreAndForward<Shape>::carry(const Messages& batch, Trace* trace) {
  check_batch(batch, *shape_);
  const auto count = static_cast<std::uint32_t>(batch.source.size());
  const std::uint32_t duration = common_duration(batch, options_);
  DeliveryStatistics statistics;
  statistics.arrival.assign(count, 0);
  statistics.order.reserve(count);
  if (packets_.size() < count) packets_.resize(count);
  if (options_.routing != SwitchingOptions::Routing::own && final_.size() < count) final_.resize(count);
  const bool combining = options_.combining != SwitchingOptions::Combining::none;
  OnError undo([this] { clear(); });
  way_.messages = count;
  way_.duration = duration;
  way_.trace.crossings.clear();
  way_.trace.merges.clear();
  const std::size_t first_crossing = trace != nullptr ? trace->crossings.size() : 0;
  const std::size_t first_merge = trace != nullptr ? trace->merges.size() : 0;
  if (combining) {
    merge_index_.begin(merge_groups_.begin(batch));
    waits_at_.assign(count, no_message);
    paired_.assign(count, 0);
    std::ranges::fill(remembered_, 0U);
    trace != nullptr ? run<true, true>(batch, statistics, trace) : run<true, false>(batch, statistics, trace);
    settle_merged(statistics, way_.trace.merges);
  } else {
    trace != nullptr ? run<false, true>(batch, statistics, trace) : run<false, false>(batch, statistics, trace);
  }
  undo.release();
  statistics.busy = statistics.hops;
  if (duration != 1) scale(statistics, trace, first_crossing, first_merge, duration);
  return statistics;
}

template <class Shape>
DeliveryStatistics StoreAndForward<Shape>::carry_back(std::span<const std::uint8_t> awaited, Trace* trace) {
  if (options_.combining == SwitchingOptions::Combining::none) return Switching::carry_back(awaited, trace);
  OnError undo([this] { clear(); });
  DeliveryStatistics statistics = carry_replies(links_, active_, ports_, way_, awaited, trace);
  undo.release();
  return statistics;
}

std::unique_ptr<Switching> make_store_and_forward(std::shared_ptr<const Topology> topology,
                                                  const SwitchingOptions& options) {
  // For the shapes named here the compiler can inline every hop.
  if (auto shape = std::dynamic_pointer_cast<const ProductTopology>(topology))
    return std::make_unique<StoreAndForward<ProductTopology>>(std::move(shape), options);
  if (auto shape = std::dynamic_pointer_cast<const Hypercube>(topology))
    return std::make_unique<StoreAndForward<Hypercube>>(std::move(shape), options);
  if (auto shape = std::dynamic_pointer_cast<const Multistage>(topology))
    return std::make_unique<StoreAndForward<Multistage>>(std::move(shape), options);
  if (auto shape = std::dynamic_pointer_cast<const RcnFull>(topology))
    return std::make_unique<StoreAndForward<RcnFull>>(std::move(shape), options);
  return std::make_unique<StoreAndForward<Topology>>(std::move(topology), options);
}

}  // namespace pram::detail
