#include <pram/programs/breadth_first_search.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "graph/arcs.hpp"
#include "job.hpp"
#include "oracle/queue_search.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

constexpr std::uint64_t default_search_edges = 1 << 15;
constexpr std::uint64_t bytes_a_searched_vertex = 2 * cell_bytes;

/// The vertex asked for; else the first one that has an edge, for from another there is nothing to be searched.
/// @throws ConfigError if it is not in the graph
std::uint32_t source_in(const Graph& graph, const std::optional<std::uint64_t>& asked) {
  if (!asked) {
    std::uint32_t first = graph.vertices;
    for (const Edge& edge : graph.edges) first = std::min({first, edge.from, edge.to});
    return graph.edges.empty() ? 0 : first;
  }
  if (graph.ids.empty()) {
    if (*asked >= graph.first_id && *asked - graph.first_id < graph.vertices)
      return static_cast<std::uint32_t>(*asked - graph.first_id);
  } else if (const auto found = std::ranges::find(graph.ids, *asked); found != graph.ids.end()) {
    return static_cast<std::uint32_t>(found - graph.ids.begin());
  }
  std::string allowed = "a vertex of the graph, which has none";
  if (graph.vertices > 0 && graph.ids.empty())
    allowed = fmt::format("a vertex of the graph, from {} to {}", graph.id(0), graph.id(graph.vertices - 1));
  if (!graph.ids.empty())
    allowed = fmt::format("a vertex of the graph, one of its {} ids, as {}", graph.vertices, graph.id(0));
  throw ConfigError("--source", std::to_string(*asked), allowed);
}

class BreadthFirstSearchJob final : public GraphJob {
 public:
  explicit BreadthFirstSearchJob(const InputRequest& request)
      : GraphJob(request, default_search_edges, bytes_a_searched_vertex), source_(source_in(*graph_, request.source)) {}

  Outcome run(Machine& machine) const override {
    const char* const check = "a search with a queue on one thread";
    if (graph_->vertices == 0)
      return {true, check, {{"levels", std::int64_t{0}}, {"reached", std::int64_t{0}}}, [](std::ostream&) {}};
    const BreadthFirstSearch found = breadth_first_search(machine, *graph_, source_);
    begin_check();
    const bool verified = found.level == oracle::levels(*graph_, source_) &&
                          oracle::is_search_tree(*graph_, source_, found.level, found.parent);
    const auto reached = std::ranges::count_if(found.level, [](std::uint32_t level) { return level != unreached; });
    std::vector<std::int64_t> shown(found.level.begin(), found.level.end());
    std::ranges::replace(shown, std::int64_t{unreached}, std::int64_t{-1});
    return {
        verified,
        check,
        {{"source", std::to_string(graph_->id(source_))}, {"levels", std::int64_t{found.levels}}, {"reached", reached}},
        named_lines([graph = graph_](std::size_t v) { return graph->id(static_cast<std::uint32_t>(v)); },
                    std::move(shown))};
  }

 private:
  std::uint32_t source_;
};

}  // namespace

BreadthFirstSearch breadth_first_search(Machine& machine, const Graph& graph, std::uint32_t source) {
  if (source >= graph.vertices) {
    throw ConfigError("source", std::to_string(source),
                      "a vertex of the graph, which has " + std::to_string(graph.vertices));
  }
  const auto arcs = machine.array<Edge>(2 * graph.edges.size(), {}, "arcs");
  const auto level = machine.array<std::uint32_t>(graph.vertices, unreached, "level");
  const auto parent = machine.array<std::uint32_t>(graph.vertices, unreached, "parent");
  const auto grown = machine.array<bool>(1, true, "grown");
  arcs.assign(arcs_of(graph));  // once there is room for all of them
  level.set(source, 0);

  std::uint32_t depth = 0;
  // A search ends by itself; the bound is for rules under which it goes wrong.
  for (; grown.get(0) && depth < graph.vertices; ++depth) {
    grown.set(0, false);
    machine.pardo(arcs.size(), [&](Processor self) -> Task<> {
      const Edge arc = co_await arcs[self.id()];
      if (co_await level[arc.from] != depth) co_return;
      if (co_await level[arc.to] != unreached) co_return;
      co_await (parent[arc.to] = arc.from);
      co_await (level[arc.to] = depth + 1);
      co_await (grown[0] = true);
    });
  }
  return {level.host(), parent.host(), depth};
}

ProgramEntry breadth_first_search_program() {
  return {
      "breadth-first-search",
      "bfs",
      "levels of an undirected graph from its first vertex with an edge, or --source; CRCW arbitrary, T = O(levels), "
      "W = O(levels m)",
      Rule::arbitrary,
      default_search_edges,
      "graph",
      [](const InputRequest& request) { return std::make_unique<BreadthFirstSearchJob>(request); },
      Placement::hashed,
      {},
      true};
}

}  // namespace pram::programs
