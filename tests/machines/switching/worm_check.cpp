#include "worm_check.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace pram::test {

namespace {

using Times = std::vector<std::uint64_t>;  // per flit: the step in which it crosses

/// A message's crossing of one link.
struct Visit {
  std::uint32_t node = 0;
  std::uint32_t port = 0;
  std::uint32_t channel = 0;
  Times times;
};

/// Flits that stand between a link and the next, and how long the channel is taken.
std::string buffer_fault(const Visit& into, const Times& out, std::uint32_t places) {
  for (std::size_t flit = 0; flit < out.size(); ++flit) {
    if (out[flit] <= into.times[flit]) return fmt::format("flit {} leaves before it is there", flit);
    const auto left = std::ranges::lower_bound(out, into.times[flit]) - out.begin();
    if (flit - static_cast<std::size_t>(left) >= places) return fmt::format("flit {} finds no place", flit);
  }
  return "";
}

std::string use_fault(const Topology& topology, const SwitchingOptions& options, const Trace& trace) {
  std::set<std::tuple<char, std::uint64_t, std::uint32_t>> uses;
  for (const Crossing& crossing : trace.crossings) {
    const std::uint32_t to = topology.neighbour(crossing.node, crossing.port);
    if (to == no_node) return fmt::format("node {} has no port {}", crossing.node, crossing.port);
    if (crossing.duration != 1) return "a flit takes one step";
    const auto twice = [&](char what, std::uint64_t thing) {
      return !uses.emplace(what, thing, crossing.begin).second;
    };
    if (twice('l', std::uint64_t{crossing.node} << 32 | crossing.port))
      return fmt::format("two flits on port {} of node {} in step {}", crossing.port, crossing.node, crossing.begin);
    if (options.ports == SwitchingOptions::Ports::one && (twice('s', crossing.node) || twice('r', to)))
      return fmt::format("node {} sends or {} receives twice in step {}", crossing.node, to, crossing.begin);
    if (options.duplex == SwitchingOptions::Duplex::half &&
        twice('w', std::uint64_t{std::min(crossing.node, to)} << 32 | std::max(crossing.node, to)))
      return fmt::format("the wire of nodes {} and {} is used twice in step {}", crossing.node, to, crossing.begin);
  }
  return "";
}

}  // namespace

std::uint32_t flits_of(const Messages& batch, const SwitchingOptions& options, std::uint32_t message) {
  const std::uint64_t words = batch.words.empty() ? 1 : batch.words[message];
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, (words + options.bandwidth - 1) / options.bandwidth));
}

std::string worm_faults(const Topology& topology, const Messages& batch, const SwitchingOptions& options,
                        const DeliveryStatistics& statistics, const Trace& trace) {
  const auto count = static_cast<std::uint32_t>(batch.source.size());
  const bool with_stops = options.routing != SwitchingOptions::Routing::own;
  const std::uint32_t places = options.buffers == 0 ? 2 : options.buffers;
  const std::uint32_t channels =
      options.channels != 0 ? options.channels : topology.channel_classes() * (with_stops ? 2 : 1);
  if (std::string fault = use_fault(topology, options, trace); !fault.empty()) return fault;
  // A message crosses a channel again only once its tail has left it: its flits come in whole visits.
  std::vector<std::vector<Visit>> visits(count);
  for (const Crossing& crossing : trace.crossings) {
    if (crossing.message >= count) return fmt::format("there is no message {}", crossing.message);
    if (crossing.channel >= channels) return fmt::format("there is no channel {}", crossing.channel);
    const std::uint32_t flits = flits_of(batch, options, crossing.message);
    const auto under_way = [&](const Visit& one) {
      return one.node == crossing.node && one.port == crossing.port && one.channel == crossing.channel &&
             one.times.size() < flits;
    };
    std::vector<Visit>& its = visits[crossing.message];
    auto visit = std::ranges::find_if(its, under_way);
    if (visit == its.end()) visit = its.insert(its.end(), {crossing.node, crossing.port, crossing.channel, {}});
    if (!visit->times.empty() && visit->times.back() >= crossing.begin) return "a message's flits go backwards in time";
    visit->times.push_back(crossing.begin);
  }
  using Hold = std::pair<std::uint64_t, std::uint64_t>;  // first and last step
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::vector<Hold>> holds;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> busy;
  std::uint64_t hops = 0;
  std::uint64_t latest = 0;
  for (std::uint32_t message = 0; message < count; ++message) {
    std::uint32_t node = batch.source[message];
    std::uint64_t head = 0;  // the first step in which it may cross
    std::uint64_t arrival = 0;
    const std::uint32_t flits = flits_of(batch, options, message);
    for (std::size_t k = 0; k < visits[message].size(); ++k) {
      const Visit& visit = visits[message][k];
      const bool last = k + 1 == visits[message].size();
      if (visit.times.size() != flits)
        return fmt::format("{} of {} flits of message {} cross a link", visit.times.size(), flits, message);
      if (visit.node != node) return fmt::format("message {} leaves node {} from node {}", message, visit.node, node);
      if (!with_stops && topology.next_leg(node, batch.destination[message]).port != visit.port)
        return fmt::format("message {} leaves its route at node {}", message, node);
      if (visit.times.front() < head + options.startup) return fmt::format("the head of message {} hurries", message);
      std::uint64_t until = visit.times.back();
      if (!last) {
        const Times& out = visits[message][k + 1].times;
        if (out.size() != flits) return fmt::format("message {} is torn", message);
        if (std::string fault = buffer_fault(visit, out, places); !fault.empty())
          return fmt::format("message {}, node {}, port {}: {}", message, node, visit.port, fault);
        until = out.back();
      }
      // The channel was the worm's when the startup of the hop began.
      holds[{node, visit.port, visit.channel}].emplace_back(visit.times.front() - options.startup, until);
      busy[{node, visit.port}] += flits;
      ++hops;
      head = visit.times.front() + 1;
      arrival = visit.times.back() + 1;
      node = topology.neighbour(node, visit.port);
    }
    if (node != batch.destination[message])
      return fmt::format("message {} ends at {}, not at {}", message, node, batch.destination[message]);
    if (statistics.arrival[message] != arrival)
      return fmt::format("message {} arrives at step {}, not {}", message, arrival, statistics.arrival[message]);
    latest = std::max(latest, arrival);
  }
  for (auto& [channel, worms] : holds) {
    std::ranges::sort(worms);
    for (std::size_t k = 1; k < worms.size(); ++k) {
      if (worms[k].first <= worms[k - 1].second)
        return fmt::format("two worms in channel {} of node {} at step {}", std::get<2>(channel), std::get<0>(channel),
                           worms[k].first);
    }
  }
  std::vector<std::uint32_t> order = statistics.order;
  for (std::size_t k = 1; k < order.size(); ++k) {
    if (statistics.arrival[order[k - 1]] > statistics.arrival[order[k]])
      return "the order of arrivals is not that of time";
  }
  std::ranges::sort(order);
  for (std::uint32_t message = 0; message < count; ++message) {
    if (order.size() != count || order[message] != message) return "not every message arrives once";
  }
  std::uint64_t busiest = 0;
  for (const auto& [link, steps] : busy) busiest = std::max(busiest, steps);
  if (statistics.steps != latest)
    return fmt::format("{} steps, but the last arrival is at {}", statistics.steps, latest);
  if (statistics.hops != hops || statistics.busy != trace.crossings.size() || statistics.busiest_link != busiest ||
      statistics.merged != 0)
    return "the statistics' sums are not those of its trace";
  if (hops > 0 && statistics.largest_queue == 0) return "worms waited for links, at least for a moment";
  return "";
}

}  // namespace pram::test
