#include <pram/programs/graph.hpp>

#include <algorithm>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/biconnected/low_high.hpp"
#include "oracle/graph/edge_stack.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::uint64_t> bridges(Machine& machine, const Graph& graph) {
  if (graph.vertices == 0) return {};
  const LowHigh bounds(machine, graph);
  const RootedTree& tree = bounds.tree();
  const auto is_bridge = machine.array<bool>(graph.edges.size(), false, "is_bridge");
  // A tree edge is a bridge if no other edge leaves the subtree below it.
  machine.pardo(bounds.arcs(), [&](Processor self) -> Task<> {
    const LowHigh::OwnArc& mine = bounds.own(self.id());
    if (!mine.is_tree || mine.edge == RootedLists::no_edge) co_return;
    if (co_await tree.parent[mine.to] != mine.from) co_return;
    const std::uint32_t begin = co_await tree.preorder[mine.to];
    const std::uint32_t size = co_await tree.descendants[mine.to];
    const std::uint32_t low = co_await bounds.low()[mine.to];
    const std::uint32_t high = co_await bounds.high()[mine.to];
    if (low >= begin && high < begin + size) co_await (is_bridge[mine.edge] = true);
  });
  std::vector<std::uint64_t> found;
  for (std::uint64_t edge = 0; const bool one : is_bridge.host()) {
    if (one) found.push_back(edge);
    ++edge;
  }
  return found;
}

Program bridges_program() {
  return program<Graphs>(
      bridges,
      {.name = "bridges",
       .what = "the edges of a graph without which more vertices are apart: those that no other edge leads around",
       .columns = "one end of a bridge, the other end",
       .source = "Tarjan, Vishkin 1985; JáJá 5.3",
       .model = Model::arbitrary_and_minimum,
       .needs_more_than = Rule::common,
       .time = "O(log n)",
       .steps_at_most =
           [](const Graph& graph) {
             return graph.vertices == 0 ? 0 : 6 + LowHigh::steps(graph.vertices, graph.edges.size());
           },
       .work = "O((n + m) log n) with high probability",
       .work_at_most =
           [](const Graph& graph) {
             return graph.vertices == 0 ? 0
                                        : 12 * graph.edges.size() + LowHigh::work(graph.vertices, graph.edges.size());
           },
       .degree_at_most =
           [](const Graph& graph) {
             return std::max<std::uint64_t>(graph.vertices + std::uint64_t{1}, 2 * graph.edges.size());
           },
       .size = graph_sizes(1 << 12, 40 * cell_bytes + 4 * processor_bytes),
       .pointers = "parent successor",
       .oracle = [](const Graph& graph,
                    const std::vector<std::uint64_t>& found) { return found == oracle::bridges(graph); },
       .against = "a depth-first search on one thread",
       .facts = [](const Graph&, const std::vector<std::uint64_t>& found) -> Facts {
         return {{"bridges", static_cast<std::int64_t>(found.size())}};
       },
       .write =
           [](std::ostream& out, const Graph& graph, const std::vector<std::uint64_t>& found) {
             for (const std::uint64_t edge : found)
               out << graph.id(graph.edges[edge].from) << ' ' << graph.id(graph.edges[edge].to) << '\n';
           }});
}

}  // namespace pram::programs
