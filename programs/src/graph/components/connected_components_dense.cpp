#include <pram/programs/graph.hpp>

#include <algorithm>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "graph/arcs.hpp"
#include "graph/components/component_facts.hpp"
#include "logarithm.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

std::uint32_t smaller_of_two(std::uint32_t one, std::uint32_t other) { return std::min(one, other); }
std::uint32_t sum_of_two(std::uint32_t one, std::uint32_t other) { return one + other; }
std::uint32_t either_of_two(std::uint32_t one, std::uint32_t other) { return one | other; }

/// What a processor does in the balanced tree of a row of cells: cell `place` takes in what the cells behind it have,
/// half of them in a round, and the first cell gets all. Rows side by side may have several lengths.
/// @param first   the first cell of the row
/// @param stride  the distance of its cells
/// @param mine    what the processor's cell has
Task<> combine_row(Processor self, const Array<std::uint32_t>& cells, std::uint64_t first, std::uint64_t stride,
                   std::uint64_t place, std::uint64_t count, std::uint32_t mine,
                   std::uint32_t (*combine)(std::uint32_t, std::uint32_t)) {
  for (std::uint64_t left = count; left > 1; left = (left + 1) / 2) {
    const std::uint64_t half = (left + 1) / 2;
    if (place >= half) co_return;
    if (place + half == left) {  // the middle one of an odd number
      co_await self.idle(2);
      continue;
    }
    const std::uint32_t other = co_await cells[first + (place + half) * stride];
    mine = combine(mine, other);
    co_await (cells[first + place * stride] = mine);
  }
}

/// A graph of supervertices, each of which stands for vertices that hang together.
struct ContractedGraph {
  ContractedGraph() = default;
  ContractedGraph(Machine& machine, std::uint64_t vertices)
      : n(vertices),
        adjacent(machine.array<bool>(n * n, false, "adjacent")),
        member(machine.array<std::uint32_t>(n, 0, "member")),
        into(machine.array<std::uint32_t>(n, no_node, "into")) {}

  std::uint64_t n = 0;
  Array<bool> adjacent;
  Array<std::uint32_t> member;  ///< one of the vertices that it stands for
  Array<std::uint32_t> into;  ///< the supervertex of the next graph that takes it in; no_node: it is a whole component
};

/// Places from `first` on.
struct PlaceStretch {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// The shared memory of the algorithm, and the parts of a round. Arrays serve all rounds, each with the cells that the
/// supervertices of the round need.
struct DenseContraction {
  DenseContraction(Machine& emulated, std::uint64_t n)
      : machine(emulated),
        candidate(machine.array<std::uint32_t>(n * n, 0, "candidate")),
        target(machine.array<std::uint32_t>(n, 0, "target")),
        top(machine.array<std::uint32_t>(n, 0, "top")),
        number(machine.array<std::int64_t>(n, 0, "number")),
        first(machine.array<std::uint32_t>(n, 0, "first")),
        last(machine.array<std::uint32_t>(n, 0, "last")) {}

  /// Each supervertex hooks to the smallest of its neighbours.
  void hook(const ContractedGraph& now) {
    const std::uint64_t n = now.n;
    machine.pardo(n * n, [&, n](Processor self) -> Task<> {
      const std::uint64_t other = self.id() % n;
      const bool is_edge = co_await now.adjacent[self.id()];
      const std::uint32_t mine = is_edge && other != self.id() / n ? static_cast<std::uint32_t>(other) : no_node;
      co_await (candidate[self.id()] = mine);
      co_await combine_row(self, candidate, self.id() - other, 1, other, n, mine, smaller_of_two);
    });
    // All hooks lead to pairs that hook to each other. The smaller one of a pair is the root.
    machine.pardo(n, [&, n](Processor self) -> Task<> {
      const auto own = static_cast<std::uint32_t>(self.id());
      const std::uint32_t smallest = co_await candidate[self.id() * n];
      std::uint32_t above = smallest == no_node ? own : smallest;
      co_await (target[own] = above);
      co_await (top[own] = above);
      for (std::uint64_t span = 1; span < n; span *= 2) {
        above = co_await top[above];
        co_await (top[own] = above);
      }
      const std::uint32_t beside = co_await target[above];
      const std::uint32_t root = smallest == no_node ? no_node : std::min(above, beside);
      co_await (top[own] = root);
      co_await (number[own] = root == own ? 1 : 0);
    });
    prefix_sums(machine, number, n);
  }

  /// Writes for each supervertex which one takes it in.
  void move(const ContractedGraph& now, const ContractedGraph& next) {
    machine.pardo(now.n, [&](Processor self) -> Task<> {
      const std::uint32_t root = co_await top[self.id()];
      if (root == no_node) co_return;
      const auto place = static_cast<std::uint32_t>(co_await number[root] - 1);
      co_await (now.into[self.id()] = place);
      if (root != self.id()) co_return;
      const std::uint32_t vertex = co_await now.member[self.id()];
      co_await (next.member[place] = vertex);
    });
  }

  /// Puts supervertices side by side that one takes in: by the rank of each, for which it looks at all others.
  /// @returns who stands at each place; no_node behind them
  Array<std::uint32_t> order_of(const ContractedGraph& now) {
    const std::uint64_t n = now.n;
    auto order = machine.array<std::uint32_t>(n, no_node, "order");
    machine.pardo(n * n, [&, n](Processor self) -> Task<> {
      const std::uint64_t own = self.id() / n;
      const std::uint64_t other = self.id() % n;
      const std::uint32_t mine = co_await now.into[own];
      if (mine == no_node) co_return;
      const std::uint32_t beside = co_await now.into[other];
      const std::uint32_t before = beside < mine || (beside == mine && other < own) ? 1 : 0;
      co_await (candidate[self.id()] = before);
      co_await combine_row(self, candidate, own * n, 1, other, n, before, sum_of_two);
    });
    machine.pardo(n, [&, n](Processor self) -> Task<> {
      const std::uint32_t mine = co_await now.into[self.id()];
      if (mine == no_node) co_return;
      const std::uint32_t rank = co_await candidate[self.id() * n];
      co_await (order[rank] = static_cast<std::uint32_t>(self.id()));
    });
    return order;
  }

  /// The supervertex that takes in the one at a place; no_node if there is none.
  static Task<std::uint32_t> into_at(const ContractedGraph& now, const Array<std::uint32_t>& order,
                                     std::uint64_t place) {
    if (place >= now.n) co_return no_node;
    const std::uint32_t there = co_await order[place];
    if (there == no_node) co_return no_node;
    co_return co_await now.into[there];
  }

  /// Finds for each place at which places those stand that go into the same supervertex.
  Array<PlaceStretch> stretches_of(const ContractedGraph& now, const Array<std::uint32_t>& order) {
    auto stretch = machine.array<PlaceStretch>(now.n, {}, "stretch");
    machine.pardo(now.n, [&](Processor self) -> Task<> {
      const std::uint64_t place = self.id();
      const std::uint32_t mine = co_await into_at(now, order, place);
      if (mine == no_node) co_return;
      const std::uint32_t before = place == 0 ? no_node : co_await into_at(now, order, place - 1);
      if (before != mine) co_await (first[mine] = static_cast<std::uint32_t>(place));
      const std::uint32_t after = co_await into_at(now, order, place + 1);
      if (after != mine) co_await (last[mine] = static_cast<std::uint32_t>(place));
    });
    machine.pardo(now.n, [&](Processor self) -> Task<> {
      const std::uint32_t mine = co_await into_at(now, order, self.id());
      if (mine == no_node) co_return;
      const std::uint32_t begin = co_await first[mine];
      const std::uint32_t end = co_await last[mine] + 1;
      co_await (stretch[self.id()] = PlaceStretch{begin, end - begin});
    });
    return stretch;
  }

  /// Shrinks the matrix: rows that one supervertex takes in become one, then columns.
  void merge(const ContractedGraph& now, const ContractedGraph& next) {
    const std::uint64_t n = now.n;
    const Array<std::uint32_t> order = order_of(now);
    const Array<PlaceStretch> stretch = stretches_of(now, order);
    machine.pardo(n * n, [&, n](Processor self) -> Task<> {
      const std::uint64_t place = self.id() / n;
      const std::uint32_t row = co_await order[place];
      const std::uint32_t column = co_await order[self.id() % n];
      if (row == no_node || column == no_node) co_return;
      const std::uint32_t is_edge = co_await now.adjacent[row * n + column] ? 1 : 0;
      const PlaceStretch rows = co_await stretch[place];
      co_await (candidate[self.id()] = is_edge);
      co_await combine_row(self, candidate, rows.first * n + self.id() % n, n, place - rows.first, rows.count, is_edge,
                           either_of_two);
    });
    machine.pardo(next.n * n, [&, n](Processor self) -> Task<> {
      const std::uint64_t place = self.id() % n;
      const PlaceStretch columns = co_await stretch[place];
      if (columns.count == 0) co_return;
      const std::uint64_t row = co_await first[self.id() / n];
      const std::uint32_t is_edge = co_await candidate[row * n + place];
      co_await combine_row(self, candidate, row * n + columns.first, 1, place - columns.first, columns.count, is_edge,
                           either_of_two);
    });
    machine.pardo(next.n * next.n, [&, n](Processor self) -> Task<> {
      const std::uint64_t row = co_await first[self.id() / next.n];
      const std::uint64_t column = co_await first[self.id() % next.n];
      const std::uint32_t is_edge = co_await candidate[row * n + column];
      co_await (next.adjacent[self.id()] = is_edge != 0);
    });
  }

  /// The graph of the supervertices that a round makes; without any once all components are complete.
  ContractedGraph contracted(const ContractedGraph& now) {
    hook(now);
    const std::int64_t roots = number.get(now.n - 1);
    if (roots == 0) return {};
    ContractedGraph next(machine, static_cast<std::uint64_t>(roots));
    move(now, next);
    merge(now, next);
    return next;
  }

  /// Gives the root of each supervertex of the next graph to those that it takes in.
  Array<std::uint32_t> expanded(const ContractedGraph& now, const Array<std::uint32_t>& root_of_next) {
    auto root = machine.array<std::uint32_t>(now.n, 0, "root");
    machine.pardo(now.n, [&](Processor self) -> Task<> {
      const std::uint32_t into = co_await now.into[self.id()];
      std::uint32_t found = 0;
      if (into == no_node) {
        found = co_await now.member[self.id()];
      } else {
        found = co_await root_of_next[into];
      }
      co_await (root[self.id()] = found);
    });
    return root;
  }

  Machine& machine;
  Array<std::uint32_t> candidate;  // a matrix
  Array<std::uint32_t> target;     // what each hooks to
  Array<std::uint32_t> top;        // the root of its tree; no_node if it has no neighbour
  Array<std::int64_t> number;      // of the roots up to it
  Array<std::uint32_t> first;      // per supervertex of the next graph: the places of those that it takes in
  Array<std::uint32_t> last;
};

/// The most of a cost summed over all rounds: each halves the supervertices at the least.
template <class OfRound>
std::uint64_t over_rounds(std::uint64_t n, OfRound of_round) {
  std::uint64_t cost = 0;
  for (std::uint64_t left = n; left > 1; left /= 2) cost += of_round(left);
  return cost;
}

}  // namespace

ConnectedComponents connected_components_dense(Machine& machine, const Graph& graph) {
  if (graph.vertices > most_dense_vertices) {
    throw ConfigError("vertices", std::to_string(graph.vertices),
                      "at most " + std::to_string(most_dense_vertices) + ": every pair has a processor");
  }
  check_edges(graph);
  if (graph.vertices == 0) return {};
  DenseContraction algorithm(machine, graph.vertices);
  std::vector<ContractedGraph> graphs;
  graphs.emplace_back(machine, graph.vertices);
  for (const Edge& edge : graph.edges) {
    graphs[0].adjacent.set(edge.from * graphs[0].n + edge.to, true);
    graphs[0].adjacent.set(edge.to * graphs[0].n + edge.from, true);
  }
  graphs[0].member.assign(std::views::iota(0U, graph.vertices));
  std::uint32_t rounds = 0;
  while (graphs.back().n > 1) {
    ++rounds;
    ContractedGraph next = algorithm.contracted(graphs.back());
    if (next.n == 0) break;
    graphs.back().adjacent = {};
    graphs.push_back(std::move(next));
  }
  Array<std::uint32_t> root;
  for (const ContractedGraph& contracted : graphs | std::views::reverse) root = algorithm.expanded(contracted, root);
  return {root.host(), rounds};
}

Program connected_components_dense_program() {
  return program<Graphs>(
      connected_components_dense,
      {.name = "connected-components-dense",
       .what = "components of a graph by its n x n matrix, which shrinks as vertices join, without concurrent writes",
       .columns = "vertex, vertex that stands for its component",
       .source = "Hirschberg, Chandra, Sarwate 1979; Chin, Lam, Chen 1982; JáJá 5.1",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log^2 n)",
       .steps_at_most = [](std::uint64_t n) -> std::uint64_t {
         return n == 0 ? 0 : 3 + over_rounds(n, [](std::uint64_t left) {
                               return 49 + 10 * ceil_log2(left) + prefix_sums_steps(left);
                             });
       },
       .work = "O(n^2)",
       .work_at_most =
           [](std::uint64_t n) {
             return 3 * n +
                    over_rounds(n, [](std::uint64_t left) { return left * (21 * left + 33 + 6 * ceil_log2(left)); });
           },
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 512, .bytes_each = 64, .bytes_a_vertex = 64, .most = most_edges, .tested = 16},
       .pointers = "root target",
       .oracle = are_components,
       .against = "union-find on one thread",
       .facts = facts_of_components,
       .write = write_components});
}

}  // namespace pram::programs
