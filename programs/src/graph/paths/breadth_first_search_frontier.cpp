#include <pram/programs/graph.hpp>

#include <algorithm>
#include <string>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "graph/arcs.hpp"
#include "graph/distributed_arcs.hpp"
#include "graph/paths/search_facts.hpp"
#include "programs.hpp"
#include "scan/balanced_tree.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

/// The arcs of a vertex, as places in the sorted arcs.
struct ArcRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// The amount that a processor of a level adds to its number to get the place of its arc, once the amount is known.
struct Shift {
  std::uint32_t amount = 0;
  std::uint32_t is_known = 0;
};

/// The shared memory of the search, with arcs sorted by the vertex that they leave, and the parts of a level.
struct FrontierSearch {
  FrontierSearch(Machine& emulated, const Graph& graph, const Adjacency& lists)
      : machine(emulated),
        arcs(machine.array<Edge>(2 * graph.edges.size(), {}, "arcs")),
        range(machine.array<ArcRange>(graph.vertices, {}, "range")),
        level(machine.array<std::uint32_t>(graph.vertices, unreached, "level")),
        parent(machine.array<std::uint32_t>(graph.vertices, unreached, "parent")),
        frontier(machine.array<std::uint32_t>(graph.vertices, 0, "frontier")),
        degree(machine.array<std::int64_t>(graph.vertices, 0, "degree")),
        shift(machine.array<Shift>(2 * graph.edges.size(), {}, "shift")),
        place(machine.array<std::int64_t>(2 * graph.edges.size(), 0, "place")),
        own(graph.vertices),
        found(2 * graph.edges.size()) {
    for (std::uint32_t v = 0; v < graph.vertices; ++v) {
      const auto first = static_cast<std::uint32_t>(lists.first[v]);
      const auto count = static_cast<std::uint32_t>(lists.first[v + std::size_t{1}] - lists.first[v]);
      range.set(v, {first, count});
      for (std::uint32_t k = first; k < first + count; ++k) arcs.set(k, {v, lists.to[k]});
    }
  }

  /// Gives a processor to each arc that leaves the frontier.
  /// @returns the number of these arcs
  std::uint64_t deal_arcs(std::uint64_t vertices) {
    machine.pardo(vertices, [&](Processor self) -> Task<> {
      const std::uint32_t vertex = co_await frontier[self.id()];
      own[self.id()] = co_await range[vertex];
      co_await (degree[self.id()] = own[self.id()].count);
    });
    prefix_sums(machine, degree, vertices);
    const auto dealt = static_cast<std::uint64_t>(degree.get(vertices - 1));
    machine.pardo(vertices, [&](Processor self) -> Task<> {
      const auto [first, count] = own[self.id()];
      if (count == 0) co_return;
      const auto begin = static_cast<std::uint32_t>(co_await degree[self.id()]) - count;
      co_await (shift[begin] = Shift{first - begin, 1});
    });
    // The first processor of each vertex passes the shift on to the others of that vertex.
    sweep_balanced_tree(machine, dealt, [&](std::uint64_t left, std::uint64_t right) -> Task<> {
      const Shift mine = co_await shift[right];
      if (mine.is_known != 0) co_return;
      const Shift before = co_await shift[left];
      co_await (shift[right] = before);
    });
    return dealt;
  }

  /// Finds the next frontier. Of all arcs that lead to a new vertex one wins, and its processor puts the vertex there.
  /// @returns the size of the next frontier
  std::uint64_t find_vertices(std::uint64_t dealt, std::uint32_t depth) {
    if (dealt == 0) return 0;
    machine.pardo(dealt, [&](Processor self) -> Task<> {
      const Shift mine = co_await shift[self.id()];
      const std::uint32_t along = static_cast<std::uint32_t>(self.id()) + mine.amount;
      const Edge arc = co_await arcs[along];
      found[self.id()] = unreached;
      co_await (shift[self.id()] = Shift{});
      co_await (place[self.id()] = 0);
      if (co_await level[arc.to] != unreached) co_return;
      co_await (parent[arc.to] = along);
      if (co_await parent[arc.to] != along) co_return;
      co_await (parent[arc.to] = arc.from);
      co_await (level[arc.to] = depth + 1);
      co_await (place[self.id()] = 1);
      found[self.id()] = arc.to;
    });
    prefix_sums(machine, place, dealt);
    machine.pardo(dealt, [&](Processor self) -> Task<> {
      if (found[self.id()] == unreached) co_return;
      const std::int64_t mine = co_await place[self.id()];
      co_await (frontier[mine - 1] = found[self.id()]);
    });
    return static_cast<std::uint64_t>(place.get(dealt - 1));
  }

  Machine& machine;
  Array<Edge> arcs;
  Array<ArcRange> range;
  Array<std::uint32_t> level;
  Array<std::uint32_t> parent;
  Array<std::uint32_t> frontier;
  Array<std::int64_t> degree;
  Array<Shift> shift;
  Array<std::int64_t> place;
  std::vector<ArcRange> own;  // what each processor alone knows: what it has read, and the vertex that it found
  std::vector<std::uint32_t> found;
};

}  // namespace

BreadthFirstSearch breadth_first_search_frontier(Machine& machine, const Graph& graph, std::uint32_t source) {
  check_source(graph, source);
  check_edges(graph);
  FrontierSearch search(machine, graph, Adjacency(graph.vertices, arcs_of(graph)));
  search.level.set(source, 0);
  search.frontier.set(0, source);
  std::uint32_t depth = 0;
  for (std::uint64_t waiting = 1; waiting > 0; ++depth)
    waiting = search.find_vertices(search.deal_arcs(waiting), depth);
  return {search.level.host(), search.parent.host(), depth};
}

Program breadth_first_search_frontier_program() {
  return program<GraphsWithSource>(
      +[](Machine& machine, const GraphWithSource& input) {
        return input.graph.vertices == 0 ? BreadthFirstSearch()
                                         : breadth_first_search_frontier(machine, input.graph, input.source);
      },
      {.name = "breadth-first-search-frontier",
       .alias = "bfs",
       .what = "levels of an undirected graph with linear work: each vertex and each arc is looked at once",
       .columns = "vertex, its level or -1 if it is not reached",
       .source = "Gazit, Miller 1988; Merrill, Garland, Grimshaw 2012",
       .model = Rule::arbitrary,
       .needs_more_than = Rule::common,
       .time = "O(levels log n)",
       .steps_at_most =
           [](const GraphWithSource& input, const BreadthFirstSearch& found) {
             return found.levels * (17 + prefix_sums_steps(input.graph.vertices) +
                                    2 * prefix_sums_steps(2 * input.graph.edges.size()));
           },
       .work = "O(n + m)",
       .work_at_most =
           [](const GraphWithSource& input) {
             return 11 * std::uint64_t{input.graph.vertices} + 48 * input.graph.edges.size();
           },
       .degree_at_most =
           [](const GraphWithSource& input) { return std::max<std::uint64_t>(1, largest_degree(input.graph)); },
       .size = graph_sizes(1 << 15, 8 * cell_bytes),
       .pointers = "parent",
       .oracle = is_search_result,
       .against = "a search with a queue on one thread",
       .facts = facts_of_search,
       .write = write_levels});
}

}  // namespace pram::programs
