#include <pram/programs/graph.hpp>

#include <algorithm>
#include <numeric>

#include <pram/bsp/process.hpp>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "distribution.hpp"
#include "graph/arcs.hpp"
#include "graph/components/component_facts.hpp"
#include "logarithm.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// A union-find over the vertices that have an edge. The others take no memory.
class GrowingForest {
 public:
  explicit GrowingForest(const std::vector<Edge>& edges) {
    for (const Edge& edge : edges) {
      vertices_.push_back(edge.from);
      vertices_.push_back(edge.to);
    }
    std::ranges::sort(vertices_);
    vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
    parent_.resize(vertices_.size());
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (const Edge& edge : edges) {
      const std::size_t from = root(place(edge.from));
      const std::size_t to = root(place(edge.to));
      if (from == to) continue;
      parent_[std::max(from, to)] = std::min(from, to);
      edges_.push_back(edge);
    }
  }

  /// The edges that join two trees of those before them: a spanning forest.
  const std::vector<Edge>& edges() const { return edges_; }

  /// The smallest vertex of each component of a graph with so many vertices.
  std::vector<std::uint32_t> roots(std::uint32_t vertices) {
    std::vector<std::uint32_t> all(vertices);
    std::iota(all.begin(), all.end(), 0U);
    for (std::size_t k = 0; k < vertices_.size(); ++k) all[vertices_[k]] = vertices_[root(k)];
    return all;
  }

 private:
  std::size_t place(std::uint32_t vertex) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(vertices_, vertex) - vertices_.begin());
  }
  std::size_t root(std::size_t place) {
    while (parent_[place] != place) place = parent_[place] = parent_[parent_[place]];
    return place;
  }

  std::vector<std::uint32_t> vertices_;  // ascending, so that a root is the smallest vertex of its tree
  std::vector<std::size_t> parent_;
  std::vector<Edge> edges_;
};

/// The most edges of a forest that is made of the edges of so many processes.
std::uint64_t most_forest_edges(const Graph& graph, std::uint64_t processes_met, std::uint64_t p) {
  const std::uint64_t block = (graph.edges.size() + p - 1) / p;
  return std::min<std::uint64_t>(graph.vertices - std::uint64_t{1}, processes_met * block);
}

}  // namespace

ConnectedComponents bsp_connected_components(Machine& machine, const Graph& graph) {
  check_edges(graph);
  if (graph.vertices == 0) return {};
  const std::uint64_t p = machine.options().components;
  const BlockDistribution vertices(graph.vertices, p);
  ConnectedComponents found{std::vector<std::uint32_t>(graph.vertices), static_cast<std::uint32_t>(ceil_log2(p))};
  machine.spmd([&](bsp::Process self) -> Task<> {
    const BlockDistribution blocks(graph.edges.size(), p);
    const auto own = std::span(graph.edges).subspan(blocks.first(self.id()), blocks.size(self.id()));
    GrowingForest forest(std::vector<Edge>(own.begin(), own.end()));
    self.work(own.size());
    const auto forests = self.queue<Edge>("forests");
    for (std::uint64_t distance = 1; distance < p; distance *= 2) {
      if (self.id() % (2 * distance) == distance && !forest.edges().empty())
        forests.send(self.id() - distance, forest.edges());
      co_await self.sync("merge");
      for (const auto message : forests) {
        std::vector<Edge> both = forest.edges();
        both.insert(both.end(), message.values().begin(), message.values().end());
        forest = GrowingForest(both);
        self.work(both.size());
      }
    }
    const auto write = [&](std::uint64_t process, std::span<const std::uint32_t> roots) {
      std::ranges::copy(roots, found.root.begin() + static_cast<std::ptrdiff_t>(vertices.first(process)));
    };
    const auto labels = self.queue<std::uint32_t>("roots");
    if (self.id() == 0) {
      const std::vector<std::uint32_t> all = forest.roots(graph.vertices);
      self.work(all.size());
      const auto part_for = [&](std::uint64_t process) {
        return std::span(all).subspan(vertices.first(process), vertices.size(process));
      };
      write(0, part_for(0));
      for (const std::uint64_t other : self.others()) {
        if (!part_for(other).empty()) labels.send(other, part_for(other));
      }
    }
    co_await self.sync("roots");
    for (const auto message : labels) write(self.id(), message.values());
  });
  machine.unite(found.root, p, [&](std::uint64_t vertex) { return vertices.owner(vertex); });
  return found;
}

Program bsp_connected_components_program() {
  return program<Graphs>(
      bsp_connected_components,
      {.name = "bsp-connected-components",
       .alias = "bsp-cc",
       .what = "components of an undirected graph of n vertices and m edges, by spanning forests merged in pairs",
       .columns = "vertex, vertex that stands for its component",
       .source = "Dehne et al. 2002",
       .model = Model::bsp,
       .time = "m/p + 2n log p + (n log p + n/2) g + (log p + 1) l",
       .cost = {
           .supersteps = [](const Graph& graph, std::uint64_t p) { return graph.vertices == 0 ? 0 : ceil_log2(p) + 1; },
           .relation_at_most =
               [](const Graph& graph, std::uint64_t p) {
                 if (graph.vertices == 0) return std::uint64_t{0};
                 std::uint64_t sum = (graph.vertices + p) / 2;
                 for (std::uint64_t met = 1; met < p; met *= 2) sum += most_forest_edges(graph, met, p);
                 return sum;
               },
           .work_at_most =
               [](const Graph& graph, std::uint64_t p) {
                 if (graph.vertices == 0) return std::uint64_t{0};
                 std::uint64_t sum = (graph.edges.size() + p - 1) / p + graph.vertices;
                 for (std::uint64_t met = 1; met < p; met *= 2) sum += 2 * most_forest_edges(graph, met, p);
                 return sum;
               }},
       .components = 64,
       .size = {.usual = 1 << 15, .bytes_each = 4 * sizeof(Edge), .bytes_a_vertex = 16, .most = most_edges},
       .oracle = are_components,
       .against = "union-find on one thread",
       .facts = facts_of_components,
       .write = write_components});
}

}  // namespace pram::programs
