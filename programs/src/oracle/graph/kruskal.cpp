#include "oracle/graph/kruskal.hpp"

#include <algorithm>
#include <numeric>

#include <pram/network/poll.hpp>

namespace pram::programs::oracle {

std::vector<std::uint64_t> kruskal(const WeightedGraph& input) {
  std::vector<std::uint64_t> order(input.graph.edges.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::ranges::stable_sort(order, {}, [&](std::uint64_t edge) { return input.weight[edge]; });
  std::vector<std::uint32_t> parent(input.graph.vertices);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto find = [&parent](std::uint32_t vertex) {
    while (parent[vertex] != vertex) vertex = parent[vertex] = parent[parent[vertex]];
    return vertex;
  };
  std::vector<std::uint64_t> chosen;
  Poller poller;
  for (const std::uint64_t edge : order) {
    poller.work();
    const std::uint32_t one = find(input.graph.edges[edge].from);
    const std::uint32_t other = find(input.graph.edges[edge].to);
    if (one == other) continue;
    parent[one] = other;
    chosen.push_back(edge);
  }
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace pram::programs::oracle
