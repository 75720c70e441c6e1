#include <pram/programs/input/structure/graphs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "input/shapes_made_of.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// The same graph with its vertices renamed at random.
Graph renamed(Graph graph, std::uint64_t seed) {
  const std::vector<std::uint32_t> name = random_permutation(graph.vertices, seed);
  for (Edge& edge : graph.edges) edge = {name[edge.from], name[edge.to]};
  return graph;
}

Graph path(std::uint64_t edges, std::uint64_t seed) {
  Graph graph{.vertices = static_cast<std::uint32_t>(edges + 1)};
  for (std::uint32_t v = 1; v < graph.vertices; ++v) graph.edges.push_back({v - 1, v});
  return renamed(std::move(graph), seed);
}

Graph cycle(std::uint64_t edges, std::uint64_t seed) {
  Graph graph{.vertices = static_cast<std::uint32_t>(edges)};
  for (std::uint32_t v = 0; v < graph.vertices; ++v) graph.edges.push_back({v, (v + 1) % graph.vertices});
  return renamed(std::move(graph), seed);
}

Graph star(std::uint64_t edges, std::uint64_t seed) {
  Graph graph{.vertices = static_cast<std::uint32_t>(edges + 1)};
  for (std::uint32_t v = 1; v < graph.vertices; ++v) graph.edges.push_back({0, v});
  return renamed(std::move(graph), seed);
}

/// An s × s grid, with the largest s for which it has at most so many edges.
Graph grid(std::uint64_t edges, std::uint64_t seed) {
  std::uint32_t side = 1;
  while (2 * std::uint64_t{side} * (side + 1) <= edges) ++side;
  Graph graph{.vertices = side * side};
  for (std::uint32_t v = 0; v < graph.vertices; ++v) {
    if (v % side + 1 < side) graph.edges.push_back({v, v + 1});
    if (v + side < graph.vertices) graph.edges.push_back({v, v + side});
  }
  return renamed(std::move(graph), seed);
}

/// A tree in which every vertex hangs from a vertex drawn among those before it.
Graph tree(std::uint64_t edges, std::uint64_t seed) {
  Graph graph{.vertices = static_cast<std::uint32_t>(edges + 1)};
  const Random random(seed, tree_stream);
  for (std::uint32_t v = 1; v < graph.vertices; ++v) graph.edges.push_back({random.below(v, v), v});
  return renamed(std::move(graph), seed);
}

/// The largest complete graph of at most so many edges.
Graph clique(std::uint64_t edges, std::uint64_t) {
  Graph graph{.vertices = 1};
  for (; std::uint64_t{graph.vertices} * (graph.vertices + 1) / 2 <= edges; ++graph.vertices) {
    for (std::uint32_t v = 0; v < graph.vertices; ++v) graph.edges.push_back({v, graph.vertices});
  }
  return graph;
}

/// A random graph: both ends of every edge are drawn among all vertices, of which there are half as many as edges, and
/// one more.
Graph uniform(std::uint64_t edges, std::uint64_t seed) {
  Graph graph{.vertices = static_cast<std::uint32_t>(edges / 2 + 1)};
  const Random random(seed, graph_stream);
  for (std::uint64_t i = 0; i < edges; ++i)
    graph.edges.push_back({random.below(2 * i, graph.vertices), random.below(2 * i + 1, graph.vertices)});
  return graph;
}

}  // namespace

Shapes<Graph> Graphs::shapes() {
  return {{"rmat", "R-MAT graph", rmat_graph},
          {"random", "random graph", uniform},
          {"path", "path", path},
          {"cycle", "cycle", cycle},
          {"star", "star", star},
          {"grid", "grid", grid},
          {"tree", "random tree", tree},
          {"clique", "clique", clique}};
}

Graph Graphs::read(const InputRequest& request, const Sizes& sizes, EdgeWeights weights) {
  return read_graph(request.file, request.format, {request.memory_limit, sizes.bytes_a_vertex, sizes.bytes_each},
                    weights);
}

Shapes<GraphWithSource> GraphsWithSource::shapes() {
  return shapes_made_of<GraphsWithSource, Graphs>(
      [](Graph graph, std::uint64_t, std::uint64_t) { return GraphWithSource{std::move(graph)}; });
}

void GraphsWithSource::begin_at(Value& value, const std::optional<std::uint64_t>& source) {
  const Graph& graph = value.graph;
  if (!source) {
    // A search from a vertex without an edge would find nothing.
    std::uint32_t first = graph.vertices;
    for (const Edge& edge : graph.edges) first = std::min({first, edge.from, edge.to});
    value.source = graph.edges.empty() ? 0 : first;
    return;
  }
  if (graph.ids.empty()) {
    if (*source >= graph.first_id && *source - graph.first_id < graph.vertices) {
      value.source = static_cast<std::uint32_t>(*source - graph.first_id);
      return;
    }
  } else if (const auto found = std::ranges::find(graph.ids, *source); found != graph.ids.end()) {
    value.source = static_cast<std::uint32_t>(found - graph.ids.begin());
    return;
  }
  std::string allowed = "a vertex of the graph, which has none";
  if (graph.vertices > 0 && graph.ids.empty())
    allowed = fmt::format("a vertex of the graph, from {} to {}", graph.id(0), graph.id(graph.vertices - 1));
  if (!graph.ids.empty())
    allowed = fmt::format("a vertex of the graph, one of its {} ids, as {}", graph.vertices, graph.id(0));
  throw ConfigError("--source", std::to_string(*source), allowed);
}

namespace {

constexpr std::uint32_t largest_drawn = 255;

WeightedGraph with_weights(Graph graph, std::uint64_t seed) {
  const Random random(seed, weights_stream);
  WeightedGraph made{std::move(graph), {}, 0};
  for (std::uint64_t k = 0; k < made.graph.edges.size(); ++k) made.weight.push_back(1 + random.below(k, largest_drawn));
  return made;
}

}  // namespace

Shapes<WeightedGraph> WeightedGraphs::shapes() {
  return shapes_made_of<WeightedGraphs, Graphs>(
      [](Graph graph, std::uint64_t, std::uint64_t seed) { return with_weights(std::move(graph), seed); });
}

WeightedGraph WeightedGraphs::read(const InputRequest& request, const Sizes& sizes) {
  Graph graph = Graphs::read(request, sizes, EdgeWeights::read);
  if (!graph.weights.empty()) {
    std::vector<std::uint32_t> weights = std::move(graph.weights);
    return {std::move(graph), std::move(weights), 0};
  }
  WeightedGraph made = with_weights(std::move(graph), request.seed);
  made.graph.read_as += "; weights drawn from the seed";
  return made;
}

void WeightedGraphs::begin_at(Value& value, const std::optional<std::uint64_t>& source) {
  GraphWithSource with_source{std::move(value.graph)};
  GraphsWithSource::begin_at(with_source, source);
  value.graph = std::move(with_source.graph);
  value.source = with_source.source;
}

template const UntypedKind& untyped_kind<Graphs>();
template const UntypedKind& untyped_kind<GraphsWithSource>();
template const UntypedKind& untyped_kind<WeightedGraphs>();

}  // namespace pram::programs
