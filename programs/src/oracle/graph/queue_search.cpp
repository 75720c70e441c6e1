#include "oracle/graph/queue_search.hpp"

#include <pram/network/poll.hpp>
#include <pram/programs/graph.hpp>

namespace pram::programs::oracle {

std::vector<std::uint32_t> levels(const Graph& graph, std::uint32_t source) {
  std::vector<std::uint64_t> first(graph.vertices + std::size_t{2}, 0);
  for (const Edge& edge : graph.edges) {
    ++first[edge.from + std::size_t{2}];
    ++first[edge.to + std::size_t{2}];
  }
  for (std::size_t v = 2; v < first.size(); ++v) first[v] += first[v - 1];
  std::vector<std::uint32_t> neighbour(2 * graph.edges.size());
  Poller poller;
  for (const Edge& edge : graph.edges) {
    neighbour[first[edge.from + std::size_t{1}]++] = edge.to;
    neighbour[first[edge.to + std::size_t{1}]++] = edge.from;
    poller.work();
  }

  std::vector<std::uint32_t> level(graph.vertices, unreached);
  std::vector<std::uint32_t> queue = {source};
  level[source] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::uint32_t vertex = queue[head];
    poller.work(1 + first[vertex + std::size_t{1}] - first[vertex]);
    for (std::uint64_t k = first[vertex]; k < first[vertex + std::size_t{1}]; ++k) {
      const std::uint32_t next = neighbour[k];
      if (level[next] != unreached) continue;
      level[next] = level[vertex] + 1;
      queue.push_back(next);
    }
  }
  return level;
}

bool is_search_tree(const Graph& graph, std::uint32_t source, const std::vector<std::uint32_t>& level,
                    const std::vector<std::uint32_t>& parent) {
  std::vector<bool> joined(graph.vertices, false);
  for (const Edge& edge : graph.edges) {
    if (parent[edge.to] == edge.from) joined[edge.to] = true;
    if (parent[edge.from] == edge.to) joined[edge.from] = true;
  }
  for (std::uint32_t vertex = 0; vertex < graph.vertices; ++vertex) {
    const bool needs_parent = vertex != source && level[vertex] != unreached;
    if (needs_parent != (parent[vertex] != unreached)) return false;
    if (needs_parent && (!joined[vertex] || level[parent[vertex]] + 1 != level[vertex])) return false;
  }
  return true;
}

}  // namespace pram::programs::oracle
