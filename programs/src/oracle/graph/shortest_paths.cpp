#include "oracle/graph/shortest_paths.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include <pram/network/poll.hpp>

namespace pram::programs::oracle {

ShortestPaths shortest_paths(const WeightedGraph& graph) {
  struct Neighbour {
    std::uint32_t vertex;
    std::uint32_t weight;
  };
  ShortestPaths found{std::vector<std::uint64_t>(graph.graph.vertices, no_distance)};
  if (graph.graph.vertices == 0) return found;
  std::vector<std::vector<Neighbour>> neighbours(graph.graph.vertices);
  for (std::size_t k = 0; k < graph.graph.edges.size(); ++k) {
    const Edge& edge = graph.graph.edges[k];
    neighbours[edge.from].push_back({edge.to, graph.weight[k]});
    neighbours[edge.to].push_back({edge.from, graph.weight[k]});
  }
  // Of equal lengths the path of fewer edges comes first.
  using Reached = std::pair<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> heap;
  heap.push({{0, 0}, graph.source});
  Poller poller;
  while (!heap.empty()) {
    const auto [path, vertex] = heap.top();
    const auto [length, edges] = path;
    heap.pop();
    poller.work();
    if (found.distance[vertex] != no_distance) continue;
    found.distance[vertex] = length;
    found.hops = std::max(found.hops, edges);
    for (const Neighbour& next : neighbours[vertex]) {
      if (found.distance[next.vertex] == no_distance) heap.push({{length + next.weight, edges + 1}, next.vertex});
    }
  }
  return found;
}

}  // namespace pram::programs::oracle
