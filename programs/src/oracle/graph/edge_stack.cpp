#include "oracle/graph/edge_stack.hpp"

#include <algorithm>

#include <pram/network/poll.hpp>

namespace pram::programs::oracle {

namespace {

/// An end of an edge, as a vertex has it in its list.
struct Incidence {
  std::uint32_t vertex;
  std::uint64_t edge;
};

/// A vertex on the path of the search, the edge that led there, and how much of its list is done.
struct Visit {
  std::uint32_t vertex;
  std::uint64_t edge;
  std::size_t done;
};

}  // namespace

std::vector<std::uint32_t> blocks(const Graph& graph) {
  constexpr std::uint64_t no_edge = ~std::uint64_t{0};
  std::vector<std::vector<Incidence>> lists(graph.vertices);
  for (std::uint64_t edge = 0; edge < graph.edges.size(); ++edge) {
    const auto [from, to] = graph.edges[edge];
    if (from == to) continue;
    lists[from].push_back({to, edge});
    lists[to].push_back({from, edge});
  }
  std::vector<std::uint32_t> number(graph.vertices, 0);  // in the order of visits, from 1; 0: not yet
  std::vector<std::uint32_t> low(graph.vertices, 0);
  std::vector<std::uint32_t> label(graph.edges.size(), no_block);
  std::vector<std::uint64_t> open;  // edges whose block is not known yet
  std::vector<Visit> way;
  std::uint32_t visited = 0;
  std::uint32_t labels = 0;
  Poller poller;
  for (std::uint32_t first = 0; first < graph.vertices; ++first) {
    if (number[first] != 0) continue;
    number[first] = low[first] = ++visited;
    way.push_back({first, no_edge, 0});
    while (!way.empty()) {
      poller.work();
      Visit& here = way.back();
      if (here.done < lists[here.vertex].size()) {
        const Incidence next = lists[here.vertex][here.done++];
        if (next.edge == here.edge) continue;
        if (number[next.vertex] == 0) {
          open.push_back(next.edge);
          number[next.vertex] = low[next.vertex] = ++visited;
          way.push_back({next.vertex, next.edge, 0});
        } else if (number[next.vertex] < number[here.vertex]) {
          open.push_back(next.edge);
          low[here.vertex] = std::min(low[here.vertex], number[next.vertex]);
        }
        continue;
      }
      const Visit left = here;
      way.pop_back();
      if (way.empty()) break;
      const std::uint32_t above = way.back().vertex;
      low[above] = std::min(low[above], low[left.vertex]);
      if (low[left.vertex] < number[above]) continue;
      // The vertex above separates the edges found since then from all others: they are a block.
      for (std::uint64_t edge = no_edge; edge != left.edge; open.pop_back()) label[edge = open.back()] = labels;
      ++labels;
    }
  }
  return label;
}

std::vector<std::uint64_t> bridges(const Graph& graph) {
  const std::vector<std::uint32_t> label = blocks(graph);
  std::vector<std::uint64_t> size(graph.edges.size(), 0);
  for (const std::uint32_t one : label) {
    if (one != no_block) ++size[one];
  }
  std::vector<std::uint64_t> found;
  for (std::uint64_t edge = 0; edge < label.size(); ++edge) {
    if (label[edge] != no_block && size[label[edge]] == 1) found.push_back(edge);
  }
  return found;
}

}  // namespace pram::programs::oracle
