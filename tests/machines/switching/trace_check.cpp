#include "trace_check.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "worm_check.hpp"

namespace pram::test {

namespace {

using Ports = SwitchingOptions::Ports;

/// Uses of one thing that can serve one message at a time.
class Calendar {
 public:
  void add(std::uint64_t thing, const Crossing& crossing) { uses_[thing].push_back(crossing); }

  std::optional<std::string> clash(const char* what) {
    for (auto& [thing, uses] : uses_) {
      std::ranges::sort(uses, {}, &Crossing::begin);
      for (std::size_t k = 1; k < uses.size(); ++k) {
        if (uses[k].begin < uses[k - 1].begin + uses[k - 1].duration) {
          return fmt::format("messages {} and {} use {} {} at once, step {}", uses[k - 1].message, uses[k].message,
                             what, thing, uses[k].begin);
        }
      }
    }
    return std::nullopt;
  }

 private:
  std::map<std::uint64_t, std::vector<Crossing>> uses_;
};

/// Messages that a link's queue holds: from when their way into it begins until they have left by the link.
class Places {
 public:
  void add(std::uint64_t link, std::uint64_t from, std::uint64_t until) {
    changes_[link].emplace_back(from, 1);
    changes_[link].emplace_back(until, -1);
  }

  std::optional<std::string> overfull(std::uint32_t places) {
    for (auto& [link, changes] : changes_) {
      std::ranges::sort(changes);
      std::int64_t held = 0;
      for (const auto& [step, change] : changes) {
        held += change;
        if (held > std::int64_t{places}) return fmt::format("link {} holds {} messages at step {}", link, held, step);
      }
    }
    return std::nullopt;
  }

 private:
  std::map<std::uint64_t, std::vector<std::pair<std::uint64_t, int>>> changes_;
};

std::uint32_t words_of(const Messages& batch, std::uint32_t message) {
  return batch.words.empty() ? 1 : batch.words[message];
}

}  // namespace

std::string faults(const Topology& topology, const Messages& batch, const SwitchingOptions& options,
                   const DeliveryStatistics& statistics, const Trace& trace) {
  if (options.switching == SwitchingOptions::Technique::wormhole)
    return worm_faults(topology, batch, options, statistics, trace);
  const auto count = static_cast<std::uint32_t>(batch.source.size());
  const bool cut_through = options.switching == SwitchingOptions::Technique::cut_through;
  std::vector<std::vector<Crossing>> path(count);
  std::vector<std::optional<Merge>> end(count);
  Calendar links;
  Calendar wires;
  Calendar senders;
  Calendar receivers;
  std::map<std::uint64_t, std::uint64_t> busy;
  std::uint64_t total = 0;
  for (const Crossing& crossing : trace.crossings) {
    if (crossing.message >= count) return fmt::format("there is no message {}", crossing.message);
    const std::uint32_t to = topology.neighbour(crossing.node, crossing.port);
    if (to == no_node) return fmt::format("node {} has no port {}", crossing.node, crossing.port);
    const std::uint64_t steps = std::max<std::uint64_t>(
        1, options.startup + (words_of(batch, crossing.message) + options.bandwidth - 1) / options.bandwidth);
    if (crossing.duration != steps)
      return fmt::format("message {} takes {} steps for a hop of {}", crossing.message, crossing.duration, steps);
    path[crossing.message].push_back(crossing);
    const std::uint64_t link = (std::uint64_t{crossing.node} << 32) | crossing.port;
    links.add(link, crossing);
    busy[link] += crossing.duration;
    total += crossing.duration;
    if (options.duplex == SwitchingOptions::Duplex::half) {
      wires.add((std::uint64_t{std::min(crossing.node, to)} << 32) | std::max(crossing.node, to), crossing);
    }
    if (options.ports == Ports::one) {
      senders.add(crossing.node, crossing);
      receivers.add(to, crossing);
    }
  }
  for (Calendar* const calendar : {&links, &wires, &senders, &receivers}) {
    if (const auto clash = calendar->clash("the link, wire or node")) return *clash;
  }
  for (const Merge& merge : trace.merges) {
    if (end[merge.from]) return fmt::format("message {} merges twice", merge.from);
    end[merge.from] = merge;
    if (batch.key[merge.from] != batch.key[merge.into] ||
        batch.destination[merge.from] != batch.destination[merge.into])
      return fmt::format("messages {} and {} have nothing in common", merge.from, merge.into);
    const auto meets = [&](const Crossing& one) {
      return one.node == merge.node && one.port == merge.port && one.begin >= merge.step;
    };
    if (std::ranges::none_of(path[merge.into], meets))
      return fmt::format("message {} is not where {} merges into it", merge.into, merge.from);
  }
  std::uint64_t latest = 0;
  using Arrival = std::tuple<std::uint64_t, std::uint64_t>;
  std::map<std::uint64_t, std::vector<Arrival>> queues;  // per link: when messages came and when they left
  Places places;
  for (std::uint32_t message = 0; message < count; ++message) {
    std::uint32_t node = batch.source[message];
    std::uint64_t ready = 0;
    std::uint64_t tail = 0;
    std::optional<std::uint64_t> coming;  // when its way to where it stands began
    for (const Crossing& crossing : path[message]) {
      if (crossing.node != node)
        return fmt::format("message {} leaves node {} but stands at {}", message, crossing.node, node);
      if (crossing.begin < ready) return fmt::format("message {} leaves node {} before it is there", message, node);
      const std::uint64_t link = (std::uint64_t{node} << 32) | crossing.port;
      // Where queues are bounded a source's message comes to its queue when that has room.
      if (options.buffers == 0 || coming) queues[link].emplace_back(ready, crossing.begin);
      if (options.buffers != 0)
        places.add(link, coming.value_or(crossing.begin), std::uint64_t{crossing.begin} + crossing.duration);
      coming = crossing.begin;
      node = topology.neighbour(crossing.node, crossing.port);
      tail = crossing.begin + crossing.duration;
      ready = cut_through ? std::min<std::uint64_t>(tail, crossing.begin + options.startup + 1) : tail;
    }
    if (end[message]) {
      if (node != end[message]->node) return fmt::format("message {} merges at a node where it is not", message);
      continue;
    }
    if (node != batch.destination[message])
      return fmt::format("message {} ends at {}, not at {}", message, node, batch.destination[message]);
    if (statistics.arrival[message] != tail)
      return fmt::format("message {} arrives at step {}, not {}", message, tail, statistics.arrival[message]);
    latest = std::max(latest, tail);
  }
  if (const auto fault = places.overfull(options.buffers)) return *fault;
  for (auto& [link, visits] : queues) {
    std::ranges::sort(visits);
    for (std::size_t k = 1; k < visits.size(); ++k) {
      // Either of two messages that came together may go first.
      if (std::get<0>(visits[k]) > std::get<0>(visits[k - 1]) && std::get<1>(visits[k]) < std::get<1>(visits[k - 1]))
        return fmt::format("a message overtakes another at link {}", link);
    }
  }
  std::vector<std::uint32_t> order = statistics.order;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t message = 0; message < count; ++message) {
    if (!end[message]) expected.push_back(message);
  }
  for (std::size_t k = 1; k < order.size(); ++k) {
    if (statistics.arrival[order[k - 1]] > statistics.arrival[order[k]])
      return "the order of arrivals is not that of time";
  }
  std::ranges::sort(order);
  if (order != expected) return "not every message arrives once";
  for (auto merge = trace.merges.rbegin(); merge != trace.merges.rend(); ++merge) {
    if (statistics.arrival[merge->from] != statistics.arrival[merge->into])
      return fmt::format("message {} arrives at another time than the one it is part of", merge->from);
  }
  std::uint64_t busiest = 0;
  for (const auto& [link, steps] : busy) busiest = std::max(busiest, steps);
  if (statistics.steps != latest)
    return fmt::format("{} steps, but the last arrival is at {}", statistics.steps, latest);
  if (statistics.hops != trace.crossings.size() || statistics.busy != total || statistics.busiest_link != busiest ||
      statistics.merged != trace.merges.size())
    return "the statistics' sums are not those of its trace";
  return "";
}

}  // namespace pram::test
