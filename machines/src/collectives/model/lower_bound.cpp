#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include <pram/machines/collectives.hpp>

#include "cuts.hpp"
#include "demand.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;

double quotient(std::uint64_t words, std::uint64_t at_a_time) {
  return static_cast<double>(words) / static_cast<double>(at_a_time);
}

std::uint64_t sum(const std::vector<std::uint64_t>& words) {
  std::uint64_t total = 0;
  for (const std::uint64_t one : words) total += one;
  return total;
}

std::uint64_t active(const std::vector<std::uint64_t>& words) {
  return words.size() - static_cast<std::uint64_t>(std::ranges::count(words, std::uint64_t{0}));
}

/// The least steps until all know: a step multiplies the number of nodes that know something by at most 1 + `degree`.
std::uint64_t fan_out(std::uint64_t nodes, std::uint64_t degree) {
  std::uint64_t steps = 0;
  for (std::uint64_t reached = 1; reached < nodes; reached *= 1 + degree) ++steps;
  return steps;
}

CollectiveCost bus_bound(const CollectiveModel& model, const Demand& demand, const CollectiveTask& task) {
  const auto& leaving = demand.leaving();
  const std::uint64_t distinct = task.operation == CollectiveOperation::broadcast ? task.words : sum(leaving);
  return {model.rounds(active(leaving)),
          std::max(quotient(distinct, model.modules), static_cast<double>(*std::ranges::max_element(leaving)))};
}

CollectiveCost memory_bound(const CollectiveModel& model, const Demand& demand) {
  const auto& leaving = demand.leaving();
  const auto& entering = demand.entering();
  const std::uint64_t writers = active(leaving);
  const std::uint64_t readers = active(entering);
  CollectiveCost least;
  // Nothing can be read in the first step, and nothing written in the last is of use.
  least.steps = std::max({1 + model.rounds(readers), model.rounds(writers) + 1, model.rounds(readers + writers)});
  least.words = quotient(sum(leaving) + sum(entering), model.modules);
  for (std::size_t i = 0; i < leaving.size(); ++i)
    least.words = std::max(least.words, static_cast<double>(leaving[i] + entering[i]));
  return least;
}

/// The most nodes that one node must inform, or hear from, itself included.
std::uint64_t circle(const Demand& demand, const CollectiveTask& task, std::uint32_t nodes) {
  switch (task.operation.kind()) {
    case CollectiveOperation::one_to_one: return 2;
    case CollectiveOperation::scatter: return 1 + active(demand.entering());
    case CollectiveOperation::gather: return 1 + active(demand.leaving());
    case CollectiveOperation::all_to_all: return std::min<std::uint64_t>(nodes, task.words);  // for node 0
    default: return nodes;  // of what is combined each result depends on all nodes
  }
}

/// Bounds by distance: start-ups to the farthest node, and the link crossings of all words.
struct Travel {
  std::uint64_t farthest = 0;
  std::uint64_t crossings = 0;
};

Travel travel(const Topology& topology, const Demand& demand, const CollectiveTask& task) {
  const std::uint32_t nodes = topology.terminals();
  const bool combines = task.operation.combines();
  const bool many_sources = task.operation == CollectiveOperation::all_gather ||
                            task.operation == CollectiveOperation::all_to_all ||
                            (combines && task.operation != CollectiveOperation::reduce);
  const bool to_target = task.operation == CollectiveOperation::gather || task.operation == CollectiveOperation::reduce;
  Travel made;
  made.crossings = demand.least_crossings();
  const auto look = [&](std::uint32_t from, std::uint32_t to) {
    if (from == to || !demand.wants(from, to)) return;
    const std::uint64_t distance = topology.distance(from, to);
    made.farthest = std::max(made.farthest, distance);
    switch (task.operation.kind()) {
      case CollectiveOperation::one_to_one: made.crossings += task.words * distance; break;
      case CollectiveOperation::broadcast: made.crossings += task.words; break;
      case CollectiveOperation::all_gather: made.crossings += demand.leaving()[from]; break;
      case CollectiveOperation::scatter: made.crossings += demand.entering()[to] * distance; break;
      case CollectiveOperation::gather: made.crossings += demand.leaving()[from] * distance; break;
      case CollectiveOperation::all_to_all: made.crossings += block_words(task, nodes, from, to) * distance; break;
      default: break;  // counted already
    }
  };
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (!many_sources) {
      look(to_target ? i : task.source,
           to_target || task.operation == CollectiveOperation::one_to_one ? task.target : i);
    } else if (nodes <= all_pairs_limit) {
      for (std::uint32_t j = 0; j < nodes; ++j) look(i, j);
    } else {
      look(0, i);  // a lower bound needs no more
    }
    if (task.operation == CollectiveOperation::one_to_one) break;
  }
  return made;
}

/// The wires that leave a node, and those that enter it.
struct Degrees {
  explicit Degrees(const Topology& topology) : leaving(topology.nodes(), 0), entering(topology.nodes(), 0) {
    for (std::uint32_t i = 0; i < topology.nodes(); ++i) {
      for (std::uint32_t port = 0; port < topology.ports(); ++port) {
        const std::uint32_t other = topology.neighbour(i, port);
        if (other == no_node) continue;
        ++leaving[i];
        ++entering[other];
      }
    }
  }

  std::vector<std::uint64_t> leaving;
  std::vector<std::uint64_t> entering;
};

/// What a node may send and receive at once, and the most that any may.
struct NodePorts {
  std::vector<std::uint64_t> out;
  std::vector<std::uint64_t> in;
  std::uint64_t largest_out = 1;
  std::uint64_t largest_in = 1;
};

/// The least sum of the largest blocks, where every node that another one's vector concerns hears of each of its words.
/// A step of blocks of up to L words may be taken as L steps of a word on each wire. A node of d wires needs ⌈m / d⌉ of
/// these for the m words of its vector, and from when the last one has left, it has to go all the way, or to spread to
/// all that it concerns. The same holds backwards in time for what a node gets.
double vector_bound(const CollectiveModel& model, const Demand& demand, std::uint64_t vector, const NodePorts& ports) {
  const bool hop_by_hop = model.switching == SwitchingOptions::Technique::store_and_forward;
  std::uint64_t least = 0;
  for (std::uint32_t i = 0; i < model.nodes; ++i) {
    std::uint64_t farthest[2] = {0, 0};
    std::uint64_t concerned[2] = {0, 0};
    for (std::uint32_t j = 0; j < model.nodes; ++j) {
      if (i == j) continue;
      for (const int way : {0, 1}) {
        const std::uint32_t from = way == 0 ? i : j;
        const std::uint32_t to = way == 0 ? j : i;
        if (!demand.wants(from, to)) continue;
        ++concerned[way];
        if (hop_by_hop) farthest[way] = std::max<std::uint64_t>(farthest[way], model.topology->distance(from, to));
      }
    }
    const std::uint64_t at_once[2] = {ports.out[i], ports.in[i]};
    const std::uint64_t most[2] = {ports.largest_out, ports.largest_in};
    for (const int way : {0, 1}) {
      if (concerned[way] == 0 || at_once[way] == 0) continue;
      const std::uint64_t last = std::max(farthest[way], fan_out(1 + concerned[way], most[way]));
      least = std::max(least, (vector + at_once[way] - 1) / at_once[way] - 1 + last);
    }
  }
  return static_cast<double>(least);
}

CollectiveCost link_bound(const CollectiveModel& model, const Demand& demand, const CollectiveTask& task) {
  const Topology& topology = *model.topology;
  const std::uint32_t nodes = model.nodes;
  assert(nodes > 0);
  const bool half_duplex = model.half_duplex() && topology.two_way();
  const bool one = !model.all_ports();
  const bool ring_rule = one && half_duplex && model.is(Kind::ring);
  const Degrees degrees(topology);
  NodePorts ports;
  CollectiveCost least;
  for (std::uint32_t i = 0; i < topology.nodes(); ++i) {
    const bool limited = one && i < nodes;
    const std::uint64_t out = limited && !ring_rule ? 1 : degrees.leaving[i];
    const std::uint64_t in = limited ? 1 : degrees.entering[i];
    ports.out.push_back(out);
    ports.in.push_back(in);
    ports.largest_out = std::max(ports.largest_out, out);
    ports.largest_in = std::max(ports.largest_in, in);
    if (i >= nodes) continue;  // a switch has nothing of its own
    const std::uint64_t leaving = demand.leaving()[i];
    const std::uint64_t entering = demand.entering()[i];
    if (leaving > 0) least.words = std::max(least.words, quotient(leaving, out));
    if (entering > 0) least.words = std::max(least.words, quotient(entering, in));
    if (half_duplex && leaving + entering > 0) {
      const std::uint64_t degree = degrees.leaving[i];
      least.words =
          std::max(least.words, quotient(leaving + entering, one ? std::min<std::uint64_t>(degree, 2) : degree));
    }
  }
  std::uint64_t links = sum(degrees.leaving);
  if (half_duplex) links /= 2;
  // A worm occupies many links for one send of one port.
  const bool hop_by_hop = model.switching == SwitchingOptions::Technique::store_and_forward;
  if (one && hop_by_hop) {
    std::uint64_t sends = nodes;
    for (std::uint32_t i = nodes; i < topology.nodes(); ++i) sends += degrees.leaving[i];
    links = std::min(links, sends);
  }
  const CollectiveCost by_cuts = cut_bound(model, demand);
  least.words = std::max(least.words, by_cuts.words);

  const Travel found = travel(topology, demand, task);
  if (links > 0) least.words = std::max(least.words, quotient(found.crossings, links));
  least.steps =
      std::max(by_cuts.steps, fan_out(circle(demand, task, nodes), std::max(ports.largest_out, ports.largest_in)));
  if (hop_by_hop) least.steps = std::max(least.steps, found.farthest);
  least.words = std::max(least.words, static_cast<double>(least.steps));  // a step has a word
  const bool whole_vectors = task.operation.combines() && task.operation != CollectiveOperation::reduce_scatter;
  if (whole_vectors && nodes <= all_pairs_limit)
    least.words = std::max(least.words, vector_bound(model, demand, task.vector_words(nodes), ports));
  return least;
}

}  // namespace

double collective_lower_bound(const CollectiveModel& model, const CollectiveTask& task) {
  const bool stays = task.operation == CollectiveOperation::one_to_one && task.source == task.target;
  if (model.nodes < 2 || task.words == 0 || stays) return 0;
  const Demand demand(task, model.nodes);
  if (sum(demand.leaving()) == 0) return 0;
  switch (model.architecture.kind) {
    case Kind::bus: return bus_bound(model, demand, task).time(model);
    case Kind::shared_memory: return memory_bound(model, demand).time(model);
    case Kind::switched: {
      const std::uint64_t most =
          std::max(*std::ranges::max_element(demand.leaving()), *std::ranges::max_element(demand.entering()));
      const double words = std::max(static_cast<double>(most), quotient(demand.least_crossings(), model.nodes));
      return CollectiveCost{fan_out(circle(demand, task, model.nodes), 1), words}.time(model);
    }
    default: return link_bound(model, demand, task).time(model);
  }
}

}  // namespace pram
