#include <pram/programs/graph.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <pram/bsp/process.hpp>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/arcs.hpp"
#include "graph/distributed_arcs.hpp"
#include "graph/paths/search_facts.hpp"
#include "oracle/graph/shortest_paths.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// A message: the length of a path that has been found to a vertex. Two words.
struct Relaxation {
  std::uint64_t vertex = 0;
  std::uint64_t distance = 0;
};

/// Both directions of every edge, and the targets of arcs at other processes.
ArcCounts counts_of(const WeightedGraph& graph, std::uint64_t processes) {
  return arc_counts(graph.graph.vertices, arcs_of(graph.graph), processes);
}

}  // namespace

std::vector<std::uint64_t> bsp_bellman_ford(Machine& machine, const WeightedGraph& graph) {
  const std::uint32_t n = graph.graph.vertices;
  check_source(graph.graph, graph.source);
  check_edges(graph.graph);
  check_weights(graph);
  const Adjacency arcs(n, arcs_of(graph.graph));
  const std::uint64_t p = machine.options().components;
  const BlockDistribution blocks(n, p);
  std::vector<std::uint64_t> distances(n);
  machine.spmd([&](bsp::Process self) -> Task<> {
    const std::uint64_t first = blocks.first(self.id());
    const OutgoingArcs own(arcs, blocks, self.count(), self.id());
    std::vector<std::uint64_t> distance(blocks.size(self.id()), no_distance);
    std::vector<std::uint64_t> improved;  // own vertices with a shorter path since the superstep before
    const auto take = [&](const Relaxation& found) {
      std::uint64_t& known = distance[found.vertex - first];
      if (found.distance >= known) return;
      known = found.distance;
      improved.push_back(found.vertex - first);
    };
    if (blocks.owner(graph.source) == self.id()) take({graph.source, 0});

    const auto signals = self.queue<std::uint8_t>("signals");
    const auto queue = self.queue<Relaxation>("relaxations");
    std::vector<std::uint64_t> shortest(own.targets.size());
    std::vector<Relaxation> part;
    for (;;) {
      // Of all paths to one vertex that a process finds, it sends the shortest.
      const bool goes_on = !improved.empty();
      std::ranges::fill(shortest, no_distance);
      std::uint64_t relaxed = 0;
      for (const std::uint64_t v : improved) {
        for (std::uint64_t k = arcs.first[first + v]; k < arcs.first[first + v + 1]; ++k) {
          std::uint64_t& best = shortest[own.slot[k - own.begin]];
          best = std::min(best, distance[v] + graph.weight[arcs.number[k] / 2]);
          ++relaxed;
        }
      }
      self.work(relaxed);
      improved.clear();
      const auto part_for = [&](std::uint64_t process) {
        part.clear();
        for (std::uint64_t k = own.part[process]; k < own.part[process + 1]; ++k) {
          if (shortest[k] != no_distance) part.push_back({own.targets[k], shortest[k]});
        }
        return std::span<const Relaxation>(part);
      };
      for (const std::uint64_t other : self.others()) {
        if (!goes_on) break;
        signals.send(other, 1);
        if (!part_for(other).empty()) queue.send(other, part);
      }
      co_await self.sync("relax");

      if (signals.empty() && !goes_on) break;
      std::uint64_t taken = 0;
      for (const Relaxation& found : part_for(self.id())) {
        take(found);
        ++taken;
      }
      for (const auto message : queue) {
        for (const Relaxation& found : message.values()) take(found);
        taken += message.values().size();
      }
      std::ranges::sort(improved);  // a vertex may have got better twice
      improved.erase(std::unique(improved.begin(), improved.end()), improved.end());
      self.work(taken);
    }
    for (std::uint64_t v = 0; v < distance.size(); ++v) distances[first + v] = distance[v];
  });
  machine.unite(distances, p, [&](std::uint64_t vertex) { return blocks.owner(vertex); });
  return distances;
}

Program bsp_bellman_ford_program() {
  using Distances = std::vector<std::uint64_t>;
  return program<WeightedGraphs>(
      +[](Machine& machine, const WeightedGraph& graph) {
        return graph.graph.vertices == 0 ? Distances() : bsp_bellman_ford(machine, graph);
      },
      {.name = "bsp-bellman-ford",
       .alias = "bellman-ford",
       .what = "shortest paths from one vertex of an undirected graph with weights, in blocks of vertices",
       .columns = "vertex, its distance or -1 if it is not reached",
       .source = "Bellman 1958; Ford 1956",
       .model = Model::bsp,
       .time = "at most (k + 2) (O((n + m)/p) + (2H + p) g + l), k the edges of the paths, H the targets elsewhere",
       .cost = {.supersteps =
                    [](const WeightedGraph& graph, std::uint64_t) {
                      return graph.graph.vertices == 0 ? 0 : oracle::shortest_paths(graph).hops + 2;
                    },
                .relation_at_most =
                    [](const WeightedGraph& graph, std::uint64_t p) {
                      const std::uint64_t hops = oracle::shortest_paths(graph).hops;
                      return (hops + 1) * (2 * counts_of(graph, p).relation + p - 1);
                    },
                .work_at_most =
                    [](const WeightedGraph& graph, std::uint64_t p) {
                      const ArcCounts counts = counts_of(graph, p);
                      return (oracle::shortest_paths(graph).hops + 1) * (counts.arcs + counts.received);
                    }},
       .components = 64,
       .size = {.usual = 1 << 15, .bytes_each = 16 * sizeof(Edge), .bytes_a_vertex = 64, .most = most_edges},
       .oracle = [](const WeightedGraph& graph,
                    const Distances& found) { return found == oracle::shortest_paths(graph).distance; },
       .against = "Dijkstra's algorithm on one thread",
       .facts =
           [](const WeightedGraph& graph, const Distances& found) {
             Facts facts;
             if (graph.graph.vertices > 0) facts = {{"source", std::to_string(graph.graph.id(graph.source))}};
             std::int64_t reached = 0;
             std::uint64_t farthest = 0;
             for (const std::uint64_t distance : found) {
               if (distance == no_distance) continue;
               ++reached;
               farthest = std::max(farthest, distance);
             }
             facts.emplace_back("reached", reached);
             facts.emplace_back("farthest", static_cast<std::int64_t>(farthest));
             return facts;
           },
       .write = write_distances});
}

}  // namespace pram::programs
