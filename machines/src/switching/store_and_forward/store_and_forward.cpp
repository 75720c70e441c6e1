#include "store_and_forward.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <utility>

#include <pram/detail/fork_join.hpp>
#include <pram/detail/memory_account.hpp>
#include <pram/network/poll.hpp>

#include "../../topology/hypercube.hpp"
#include "../../topology/multistage.hpp"
#include "../../topology/product/product.hpp"
#include "../../topology/rcn_full.hpp"
#include "../messages/on_error.hpp"
#include "../messages/spread_shape.hpp"

namespace pram::detail {

namespace {

constexpr std::uint64_t most_queued_links = std::uint64_t{1} << 27;

// Below this many messages a batch has one part; below this many under way a step is done on one thread, before a
// second one has woken up.
constexpr std::size_t divided_from = 1U << 14;
constexpr std::uint32_t spread_step_from = 1U << 12;

// Links that are fetched into the cache before a message queues up there.
constexpr std::uint32_t links_ahead = 8;

}  // namespace

template <class Shape>
StoreAndForward<Shape>::StoreAndForward(std::shared_ptr<const Shape> shape, const SwitchingOptions& options)
    : shape_(std::move(shape)),
      options_(options),
      ports_(shape_->ports()),
      links_(link_count(*shape_, most_queued_links)),
      bounds_(*shape_) {
  static_cast<void>(spread_shape(*shape_, options));  // refuses others than RCN-FULL
  for (std::uint32_t node = 0; node < shape_->nodes(); ++node) {
    for (std::uint32_t port = 0; port < ports_; ++port)
      links_[std::size_t{node} * ports_ + port].target = shape_->neighbour(node, port);
  }
  if (options_.combining != SwitchingOptions::Combining::none) remembered_.resize(shape_->nodes());
}

template <class Shape>
void StoreAndForward<Shape>::Part::begin(std::size_t messages) {
  const std::size_t most = std::min<std::size_t>(links, messages);
  const auto make_room = [most](auto& list) {
    if (list.room.size() < most) list.room.resize(most);
    list.count = 0;
  };
  // One part alone has taken in all of a step's messages before it makes the next ones.
  for (std::size_t parity = 0; parity < (moved[0].size() > 1 ? 2 : 1); ++parity) {
    for (StepList<Moved>& list : moved[parity]) make_room(list);
  }
  make_room(arrived);
  used.clear();
  hops = largest_queue = 0;
}

template <class Shape>
void StoreAndForward<Shape>::divide(const Messages& batch, bool traced) {
  const bool alone =
      batch.source.size() < divided_from || traced || options_.combining != SwitchingOptions::Combining::none;
  const auto links = static_cast<std::uint32_t>(links_.size());
  const auto threads = static_cast<std::uint32_t>(tbb::this_task_arena::max_concurrency());
  const std::uint32_t count = alone ? 1 : std::clamp(threads, 1U, std::max(links / 64, 1U));
  if (parts_.size() != count) {
    parts_.clear();
    parts_a_link_ = (std::uint64_t{count} << 32) / std::max(links, 1U);
    const auto first_of = [&](std::uint64_t part) {
      if (part == count) return links;
      return static_cast<std::uint32_t>(((part << 32) + parts_a_link_ - 1) / parts_a_link_);
    };
    for (std::uint32_t part = 0; part < count; ++part)
      parts_.emplace_back(first_of(part), first_of(part + std::uint64_t{1}) - first_of(part), count);
  }
  for (Part& part : parts_) part.begin(batch.source.size());
}

template <class Shape>
inline std::uint32_t StoreAndForward<Shape>::next_link(std::uint32_t node, MessageState& packet) {
  if (packet.hops == 0) {
    if constexpr (std::is_same_v<Shape, RcnFull>) {
      if (options_.routing == SwitchingOptions::Routing::spread_all) {
        std::uint32_t& crossed = beyond_[static_cast<std::size_t>(&packet - packets_.data())];
        const RcnFull::SpreadHop hop = shape_->spread_hop(node, packet.target, crossed);
        crossed = hop.crossed;
        packet.port = hop.port;
        packet.hops = 1;
        return node * ports_ + hop.port;
      }
    }
    const Leg leg = shape_->next_leg(node, packet.target);
    if constexpr (std::is_same_v<Shape, Topology>)
      bounds_.take(static_cast<std::uint32_t>(&packet - packets_.data()), node, packet.target, leg.hops);
    packet.port = leg.port;
    packet.hops = leg.hops;
  }
  return node * ports_ + packet.port;
}

template <class Shape>
template <bool combining>
inline std::uint32_t StoreAndForward<Shape>::queue(Part& part, std::uint32_t message, std::uint32_t at,
                                                   std::uint32_t step, DeliveryStatistics& statistics, Trace* trace) {
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
        forward_.trace.merges.push_back(merge);
        if (trace != nullptr) trace->merges.push_back(merge);
        ++statistics.merged;
        return link.waiting;
      }
      merge_index_.replace(group, at, message);
    }
    waits_at_[message] = at;
    paired_[message] = 0;
  }
  if (link.waiting == 0) part.active.insert(at - part.first);
  append(link, packets_.data(), message);
  return link.waiting;
}

template <class Shape>
template <bool combining, Kept kept>
void StoreAndForward<Shape>::advance(std::uint32_t number, std::uint32_t step, DeliveryStatistics& statistics,
                                     Trace* trace) {
  Part& mine = parts_[number];
  const bool alone = parts_.size() == 1;
  Link* const links = links_.data();
  MessageState* const packets = packets_.data();
  std::uint32_t largest_queue = mine.largest_queue;
  for (Part& from : parts_) {
    StepList<Moved>& list = from.moved[alone ? 0 : (step + 1) % 2][number];
    const Moved* const moved = list.room.data();
    const std::uint32_t count = std::exchange(list.count, 0);
    for (std::uint32_t k = 0; k < count; ++k) {
      __builtin_prefetch(&links[moved[std::min(k + links_ahead, count - 1)].link], 1);
      largest_queue =
          std::max(largest_queue, queue<combining>(mine, moved[k].message, moved[k].link, step, statistics, trace));
    }
  }
  mine.largest_queue = largest_queue;
  const bool with_stops = takes_stops(options_);
  StepList<Moved>* const sent = mine.moved[alone ? 0 : step % 2].data();
  std::uint64_t* const arrival = statistics.arrival.data();
  std::uint64_t hops = 0;
  mine.arrived.count = 0;
  mine.active.visit(
      [&, first = mine.first](std::size_t place) {
        const auto at = static_cast<std::uint32_t>(first + place);
        Link& link = links[at];
        // All that come in this step are here, and none has left.
        if constexpr (kept == Kept::load) link.longest = std::max(link.longest, link.waiting);
        const std::uint32_t message = take_first(link, packets);
        if (link.busy++ == 0) mine.used.push_back(at);
        if constexpr (combining || kept == Kept::crossings) {
          const Crossing crossing{message, at / ports_, at % ports_, step, 1};
          if constexpr (combining) {
            waits_at_[message] = no_message;
            forward_.trace.crossings.push_back(crossing);
          }
          if constexpr (kept == Kept::crossings) trace->crossings.push_back(crossing);
        }
        MessageState& packet = packets[message];
        const std::uint32_t node = link.target;
        ++hops;
        --packet.hops;
        if (packet.hops == 0 && node == packet.target) {
          if (!with_stops || beyond_[message] == node) {
            arrival[message] = step + 1;
            mine.arrived.push_back(message);
            return link.waiting != 0;
          }
          packet.target = beyond_[message];
          set_out(message);
        }
        const std::uint32_t next = next_link(node, packet);
        sent[alone ? 0 : part_of(next)].push_back({message, next});
        return link.waiting != 0;
      },
      [&, first = mine.first](std::size_t place) { __builtin_prefetch(&packets[links[first + place].head], 1); });
  mine.hops += hops;
}

template <class Shape>
template <bool combining, Kept kept>
void StoreAndForward<Shape>::run(const Messages& batch, DeliveryStatistics& statistics, Trace* trace) {
  const auto count = static_cast<std::uint32_t>(batch.source.size());
  std::uint32_t under_way = 0;
  Poller poller;
  const QueueView queues = [this](std::uint32_t link) { return links_[link].waiting; };
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
    if (options_.routing == SwitchingOptions::Routing::spread_all) {
      beyond_[message] = 0;
    } else if (options_.routing != SwitchingOptions::Routing::own) {
      beyond_[message] = destination;
      packet.target = first_stop(*shape_, options_, message, source, destination, queues);
    }
    ++under_way;
    set_out(message);
    const std::uint32_t link = next_link(source, packet);
    Part& part = parts_[parts_.size() == 1 ? 0 : part_of(link)];
    part.largest_queue = std::max(part.largest_queue, queue<combining>(part, message, link, 0, statistics, trace));
  }
  const auto parts = static_cast<std::uint32_t>(parts_.size());
  for (std::uint32_t step = 0; under_way > statistics.merged; ++step) {
    const std::uint64_t hops = statistics.hops;
    const auto advance_part = [&](std::uint32_t part) { advance<combining, kept>(part, step, statistics, trace); };
    if (parts > 1 && under_way >= spread_step_from) {
      // Isolated: a thread that waits here must not begin another batch with this object.
      tbb::this_task_arena::isolate(
          [&] { tbb::parallel_for(0U, parts, ForkJoin(advance_part), tbb::simple_partitioner()); });
    } else {
      for (std::uint32_t part = 0; part < parts; ++part) advance_part(part);
    }
    statistics.hops = 0;
    for (const Part& part : parts_) {
      const auto arrived = part.arrived.room.begin();
      statistics.order.insert(statistics.order.end(), arrived, arrived + part.arrived.count);
      under_way -= part.arrived.count;
      statistics.hops += part.hops;
    }
    statistics.steps = step + 1;
    poller.work(statistics.hops - hops + 1);
  }
  for (const Part& part : parts_) {
    statistics.largest_queue = std::max<std::uint64_t>(statistics.largest_queue, part.largest_queue);
    for (const std::uint32_t at : part.used)
      statistics.busiest_link = std::max<std::uint64_t>(statistics.busiest_link, links_[at].busy);
  }
}

template <class Shape>
template <Kept kept>
void StoreAndForward<Shape>::run(const Messages& batch, DeliveryStatistics& statistics, Trace* trace) {
  if (options_.combining == SwitchingOptions::Combining::none) {
    run<false, kept>(batch, statistics, trace);
  } else {
    run<true, kept>(batch, statistics, trace);
  }
}

template <class Shape>
void StoreAndForward<Shape>::note(LinkLoad& load) {
  for (const Part& part : parts_) {
    for (const std::uint32_t at : part.used) {
      Link& link = links_[at];
      load.busy[at] += std::uint64_t{std::exchange(link.busy, 0)} * forward_.duration;
      load.largest_queue[at] = std::max(load.largest_queue[at], std::exchange(link.longest, 0));
    }
  }
}

template <class Shape>
void StoreAndForward<Shape>::clear() {
  for (Link& link : links_) link.waiting = link.busy = link.longest = 0;
  for (Part& part : parts_) part.active.clear();
}

template <class Shape>
DeliveryStatistics StoreAndForward<Shape>::deliver(const std::variant<Messages, Replies>& batch, const Sink& sink) {
  const Replies* const replies = std::get_if<Replies>(&batch);
  if (replies != nullptr && options_.combining != SwitchingOptions::Combining::none)
    return deliver_replies(*replies, sink);
  return deliver_messages(checked_messages(batch, *shape_), sink);
}

template <class Shape>
DeliveryStatistics StoreAndForward<Shape>::deliver_messages(const Messages& batch, const Sink& sink) {
  const auto count = static_cast<std::uint32_t>(batch.source.size());
  const std::uint32_t duration = common_duration(batch, options_);
  DeliveryStatistics statistics;
  statistics.arrival.assign(count, 0);
  statistics.order.reserve(count);
  if (packets_.size() < count) packets_.resize(count);
  if (options_.routing != SwitchingOptions::Routing::own && beyond_.size() < count) beyond_.resize(count);
  const bool combining = options_.combining != SwitchingOptions::Combining::none;
  bounds_.begin(count);
  divide(batch, sink.trace != nullptr);
  OnError undo([this] { clear(); });
  forward_.messages = count;
  forward_.duration = duration;
  forward_.trace.crossings.clear();
  forward_.trace.merges.clear();
  const AddedTrace added(sink.trace);
  if (combining) {
    merge_index_.begin(merge_groups_.begin(batch));
    waits_at_.assign(count, no_message);
    paired_.assign(count, 0);
    std::ranges::fill(remembered_, 0U);
  }
  if (sink.trace != nullptr) {
    run<Kept::crossings>(batch, statistics, sink.trace);
  } else if (sink.load != nullptr) {
    run<Kept::load>(batch, statistics, nullptr);
    note(*sink.load);
  } else {
    run<Kept::nothing>(batch, statistics, nullptr);
  }
  for (const Part& part : parts_) {
    for (const std::uint32_t at : part.used) links_[at].busy = 0;
  }
  if (combining) settle_merged(statistics, forward_.trace.merges);
  undo.release();
  statistics.busy = statistics.hops;
  scale(statistics, added, duration);
  return statistics;
}

template <class Shape>
DeliveryStatistics StoreAndForward<Shape>::deliver_replies(const Replies& batch, const Sink& sink) {
  OnError undo([this] { clear(); });
  DeliveryStatistics statistics = carry_replies(links_, parts_.front().active, ports_, forward_, batch, sink);
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
