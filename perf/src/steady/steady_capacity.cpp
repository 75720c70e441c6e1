#include "steady_capacity.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/detail/named_switching.hpp>
#include <pram/machines/patterns.hpp>
#include <pram/spec.hpp>
#include "route_loads.hpp"
#include "steady_pattern.hpp"

namespace pram::perf {

namespace {

using Routing = SwitchingOptions::Routing;

// Nodes that are asked for the next link at most, about, and pairs whose stops are.
constexpr std::uint64_t most_asked = std::uint64_t{1} << 26;
constexpr std::uint64_t most_stops = std::uint64_t{1} << 22;
// Messages whose routes are walked for the largest rate.
constexpr std::uint32_t sampled_messages = 4096;

/// Messages of a step between two terminals, on average.
struct Demand {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double messages = 0;
};

/// What each terminal sends if it makes a message in each step.
std::vector<Demand> demands_of(const SteadyRequest& request) {
  const std::uint32_t terminals = request.topology->terminals();
  const Batch batch = make_pattern(Spec(request.pattern), terminals, request.seed);
  std::vector<std::uint32_t> of_source(terminals, 0);
  for (const std::uint32_t source : batch.source) ++of_source[source];
  std::vector<Demand> demands;
  demands.reserve(batch.size());
  for (std::size_t k = 0; k < batch.size(); ++k) {
    if (batch.source[k] != batch.destination[k])
      demands.push_back({batch.source[k], batch.destination[k], 1.0 / of_source[batch.source[k]]});
  }
  return demands;
}

std::vector<Demand> uniform_demands(std::uint32_t terminals) {
  std::vector<Demand> demands;
  demands.reserve(std::size_t{terminals} * (terminals - 1));
  for (std::uint32_t from = 0; from < terminals; ++from) {
    for (std::uint32_t to = 0; to < terminals; ++to) {
      if (from != to) demands.push_back({from, to, 1.0 / terminals});
    }
  }
  return demands;
}

/// @returns whether all were sent: none is if too many nodes were to be asked
bool send(RouteLoads& loads, std::vector<Demand> demands) {
  std::ranges::stable_sort(demands, {}, &Demand::to);
  for (std::size_t k = 0; k < demands.size();) {
    const std::uint32_t to = demands[k].to;
    loads.begin(to);
    for (; k < demands.size() && demands[k].to == to; ++k) loads.send(demands[k].from, demands[k].messages);
    loads.end();
    if (loads.asked() > most_asked) return false;
  }
  return true;
}

/// Every terminal sends `sent` of its own, of which each gets the share `received` of its own.
bool send_to_all(RouteLoads& loads, const std::vector<double>& sent, const std::vector<double>& received) {
  for (std::uint32_t to = 0; to < received.size(); ++to) {
    loads.begin(to);
    for (std::uint32_t from = 0; from < sent.size(); ++from) loads.send(from, sent[from] * received[to]);
    loads.end();
    if (loads.asked() > most_asked) return false;
  }
  return true;
}

/// By way of random terminals: all to all with what each sends, and all to all with what each gets.
bool send_by_random_stops(RouteLoads& loads, const SteadyRequest& request) {
  const std::uint32_t terminals = request.topology->terminals();
  const double share = 1.0 / terminals;
  std::vector<double> sent(terminals, 1 - share);
  std::vector<double> received(terminals, 1 - share);
  if (!is_uniform(request.pattern)) {
    std::ranges::fill(sent, 0);
    std::ranges::fill(received, 0);
    for (const Demand& demand : demands_of(request)) {
      sent[demand.from] += demand.messages;
      received[demand.to] += demand.messages;
    }
  }
  const std::vector<double> alike(terminals, share);
  return send_to_all(loads, sent, alike) && send_to_all(loads, alike, received);
}

/// What each terminal sends, where routes are asked for by pairs; none: by too many.
std::optional<std::vector<Demand>> demands_by_pairs(const SteadyRequest& request) {
  const std::uint32_t terminals = request.topology->terminals();
  const bool uniform = is_uniform(request.pattern);
  if (uniform && std::uint64_t{terminals} * terminals > most_stops) return std::nullopt;
  std::vector<Demand> demands = uniform ? uniform_demands(terminals) : demands_of(request);
  if (demands.size() > most_stops) return std::nullopt;
  return demands;
}

/// At every level by the stop there.
bool send_spreading(RouteLoads& loads, const SteadyRequest& request) {
  const auto demands = demands_by_pairs(request);
  if (!demands) return false;
  for (const Demand& demand : *demands)
    loads.send_over(spread_route(*request.topology, demand.from, demand.to), demand.messages);
  return true;
}

/// By way of the stops of the topology.
bool send_by_own_stops(RouteLoads& loads, const SteadyRequest& request) {
  const Topology& topology = *request.topology;
  const auto all = demands_by_pairs(request);
  if (!all) return false;
  std::vector<Demand> demands = *all;
  std::vector<Demand> first = *all;
  for (std::size_t k = 0; k < demands.size(); ++k) {
    const std::uint32_t stop = topology.spreading_stop(demands[k].from, demands[k].to);
    if (stop != demands[k].from) first[k].to = demands[k].from = stop;
  }
  std::erase_if(demands, [](const Demand& demand) { return demand.from == demand.to; });
  return send(loads, std::move(first)) && send(loads, std::move(demands));
}

bool send_all(RouteLoads& loads, const SteadyRequest& request) {
  const std::uint32_t terminals = request.topology->terminals();
  if (std::uint64_t{terminals} * terminals > most_asked && is_uniform(request.pattern)) return false;
  switch (request.options.routing) {
    case Routing::own:
      if (!is_uniform(request.pattern)) return send(loads, demands_of(request));
      return send_to_all(loads, std::vector<double>(terminals, 1), std::vector<double>(terminals, 1.0 / terminals));
    case Routing::valiant: return send_by_random_stops(loads, request);
    case Routing::spread: return send_by_own_stops(loads, request);
    case Routing::spread_all: return send_spreading(loads, request);
    case Routing::ugal_l:
    case Routing::ugal_g: return false;  // The ways depend on what waits there.
  }
  return false;
}

}  // namespace

SteadyCapacity steady_capacity(const SteadyRequest& request) {
  SteadyCapacity capacity;
  const std::uint32_t terminals = request.topology->terminals();
  if (is_uniform(request.pattern) && request.topology->two_way() && terminals > 1) {
    // Of all messages the share that goes from one half to the other is the product of what the halves hold.
    const double crossing = static_cast<double>(terminals / 2) * ((terminals + 1) / 2) / terminals;
    if (const auto wires = request.topology->properties().bisection)
      capacity.bisection = static_cast<double>(*wires) / crossing;
  }
  RouteLoads loads(*request.topology);
  if (!send_all(loads, request)) return capacity;
  capacity.zero_load = loads.hops() / terminals;
  if (loads.largest() > 0) capacity.links = 1 / loads.largest();
  return capacity;
}

double largest_rate(const SteadyRequest& request, std::uint64_t links) {
  const Topology& topology = *request.topology;
  const auto destination = steady_destinations(request.pattern, topology.terminals(), request.seed);
  RouteLoads loads(topology);
  for (std::uint32_t k = 0; k < sampled_messages; ++k) {
    const std::uint32_t from = seeded_choice(k, request.seed, topology.terminals());
    loads.begin(destination(from, seeded_hash(k, request.seed + 1)));
    loads.send(from, 1);
    loads.end();
  }
  const double each = loads.hops() / sampled_messages * topology.terminals();
  return each > 0 ? std::min(1.0, static_cast<double>(links) / each) : 1;
}

}  // namespace pram::perf
