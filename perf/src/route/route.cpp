#include <pram/perf/route.hpp>

#include <algorithm>
#include <chrono>
#include <vector>

#include <pram/machines/detail/lower_bounds.hpp>
#include <pram/machines/detail/passes.hpp>
#include "links/link_use.hpp"

namespace pram::perf {

namespace {

/// Crossings of links in a run, all flits of worms included.
std::uint64_t crossings(const Messages& messages, const SwitchingOptions& options, const LowerBounds& bounds) {
  if (options.switching != SwitchingOptions::Technique::wormhole || messages.words.empty()) return bounds.distance;
  const std::uint64_t flits = std::ranges::max(messages.words) / options.bandwidth + 1;
  return bounds.distance > most_watched_hops / flits ? most_watched_hops + 1 : bounds.distance * flits;
}

double mean_arrival(const Batch& batch, const DeliveryStatistics& statistics) {
  double sum = 0;
  double count = 0;
  for (std::size_t k = 0; k < batch.size(); ++k) {
    if (batch.source[k] == batch.destination[k]) continue;
    sum += static_cast<double>(statistics.arrival[k]);
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

void note(RouteResult& result, const Batch& batch, const DeliveryStatistics& statistics, const LowerBounds& bounds) {
  const auto steps = static_cast<double>(statistics.steps);
  result.steps.add(steps);
  result.messages.add(static_cast<double>(batch.size()));
  result.hops.add(static_cast<double>(statistics.hops));
  result.latency.add(mean_arrival(batch, statistics));
  result.merged.add(static_cast<double>(statistics.merged));
  result.largest_queue.add(static_cast<double>(statistics.largest_queue));
  const double link_steps = steps * static_cast<double>(result.links);
  result.largest_utilisation.add(steps > 0 ? static_cast<double>(statistics.busiest_link) / steps : 0);
  result.mean_utilisation.add(link_steps > 0 ? static_cast<double>(statistics.busy) / link_steps : 0);
  result.distance.add(static_cast<double>(bounds.distance));
  result.farthest.add(static_cast<double>(bounds.farthest));
  result.ports.add(static_cast<double>(bounds.ports));
  result.bisection.add(static_cast<double>(bounds.bisection));
  result.best.add(static_cast<double>(bounds.best()));
  if (bounds.best() > 0) result.ratio.add(steps / static_cast<double>(bounds.best()));
}

}  // namespace

RouteResult route(NamedSwitching& network, const RouteRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  const Topology& topology = network.switching->topology();
  const LowerBoundFinder bounds(topology, network.options);
  RouteResult result;
  result.network = network.name;
  result.traffic = request.traffic;
  result.terminals = topology.terminals();
  result.links = bounds.links();
  result.seed = request.seed;
  result.asked = request.runs;
  result.combines = network.options.combining != SwitchingOptions::Combining::none;
  result.multistage = !topology.two_way();
  for (std::uint64_t run = 0; run < request.runs; ++run) {
    if (request.progress && !request.progress(run, request.runs)) {
      result.interrupted = true;
      break;
    }
    const Batch batch = request.batch(run);
    Messages messages = batch.messages();
    const std::vector<std::uint64_t> keys(result.combines ? batch.size() : 0);
    messages.key = keys;
    DeliveryStatistics statistics;
    const bool watched =
        request.watch && run == 0 && crossings(messages, network.options, bounds(messages)) <= most_watched_hops;
    Trace trace;
    try {
      statistics = network.switching->carry(messages, watched ? &trace : nullptr);
    } catch (const Interrupted&) {
      result.interrupted = true;
      break;
    }
    note(result, batch, statistics, bounds(messages));
    if (watched) result.first = link_use(topology, network.options, messages, trace, statistics.steps);
    if (result.multistage && batch.is_permutation(topology.terminals())) {
      const std::uint32_t passes = greedy_passes(topology, messages);
      result.passes.add(passes);
      result.conflict_free += passes <= 1;
    }
  }
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace pram::perf
