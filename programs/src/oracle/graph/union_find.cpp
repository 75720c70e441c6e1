#include "oracle/graph/union_find.hpp"

#include <algorithm>
#include <numeric>

#include <pram/network/poll.hpp>

namespace pram::programs::oracle {

std::vector<std::uint32_t> components(const Graph& graph) {
  std::vector<std::uint32_t> parent(graph.vertices);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto find = [&parent](std::uint32_t vertex) {
    while (parent[vertex] != vertex) vertex = parent[vertex] = parent[parent[vertex]];
    return vertex;
  };
  Poller poller;
  for (const Edge& edge : graph.edges) {
    poller.work();
    const auto [low, high] = std::minmax({find(edge.from), find(edge.to)});
    parent[high] = low;
  }
  for (std::uint32_t vertex = 0; vertex < graph.vertices; ++vertex) parent[vertex] = find(vertex);
  return parent;
}

}  // namespace pram::programs::oracle
