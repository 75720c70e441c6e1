#include <pram/programs/graph.hpp>

#include <algorithm>
#include <set>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/biconnected/low_high.hpp"
#include "oracle/graph/edge_stack.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

std::uint64_t most_aux_rounds(const Graph& graph) {
  return StarHooking::most_rounds(graph.vertices + std::uint64_t{1});
}

/// Whether two edges have the same label if and only if the oracle gives them the same label.
bool same_blocks(const Graph& graph, const std::vector<std::uint32_t>& found) {
  const std::vector<std::uint32_t> expected = oracle::blocks(graph);
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::set<std::uint32_t> ours;
  std::set<std::uint32_t> theirs;
  for (std::size_t edge = 0; edge < expected.size(); ++edge) {
    pairs.emplace(expected[edge], found[edge]);
    ours.insert(found[edge]);
    theirs.insert(expected[edge]);
    if ((graph.edges[edge].from == graph.edges[edge].to) != (found[edge] == no_block)) return false;
  }
  return found.size() == expected.size() && pairs.size() == ours.size() && pairs.size() == theirs.size();
}

}  // namespace

std::vector<std::uint32_t> biconnected_components(Machine& machine, const Graph& graph) {
  if (graph.vertices == 0) return {};
  const LowHigh bounds(machine, graph);
  const RootedTree& tree = bounds.tree();
  // A vertex stands for the tree edge above it. Joined tree edges share a simple cycle, and components are blocks.
  auto joined = machine.array<Edge>(bounds.arcs(), {0, 0}, "joined");
  std::vector<std::uint8_t> leads_down(bounds.arcs(), 0);  // per arc; its processor alone reads it
  machine.pardo(bounds.arcs(), [&](Processor self) -> Task<> {
    const LowHigh::OwnArc& mine = bounds.own(self.id());
    if (mine.edge == RootedLists::no_edge || mine.from == mine.to) co_return;
    const std::uint32_t here = co_await tree.preorder[mine.from];
    const std::uint32_t there = co_await tree.preorder[mine.to];
    leads_down[self.id()] = here < there ? 1 : 0;
    const std::uint32_t upper = here < there ? mine.from : mine.to;
    const std::uint32_t lower = here < there ? mine.to : mine.from;
    const std::uint32_t begin = std::min(here, there);
    const std::uint32_t end = begin + co_await tree.descendants[upper];
    bool joins = false;
    if (mine.is_tree) {
      // The edges above both ends share a cycle if an edge leaves the upper end's subtree from the lower end's.
      const std::uint32_t low = co_await bounds.low()[lower];
      const std::uint32_t high = co_await bounds.high()[lower];
      joins = low < begin || high >= end;
    } else {
      joins = std::max(here, there) >= end;  // neither end is an ancestor of the other
    }
    if (joins) co_await (joined[self.id()] = Edge{mine.from, mine.to});
  });
  StarHooking hooking(machine, graph.vertices + 1, std::move(joined));
  hooking.run();
  const auto block = machine.array<std::uint32_t>(graph.edges.size(), no_block, "block");
  machine.pardo(bounds.arcs(), [&](Processor self) -> Task<> {
    if (leads_down[self.id()] == 0) co_return;
    const LowHigh::OwnArc& mine = bounds.own(self.id());
    const std::uint32_t label = co_await hooking.shared_roots()[mine.to];
    co_await (block[mine.edge] = label);
  });
  return block.host();
}

Program biconnected_components_program() {
  return program<Graphs>(
      biconnected_components,
      {.name = "biconnected-components",
       .alias = "blocks",
       .what = "the blocks of a graph, by the components of a graph over the edges of a spanning tree",
       .columns = "one end of an edge, the other end, its block or -1 for a loop",
       .source = "Tarjan, Vishkin 1985; JáJá 5.3",
       .model = Model::arbitrary_and_minimum,
       .needs_more_than = Rule::common,
       .time = "O(log n)",
       .steps_at_most =
           [](const Graph& graph) {
             return graph.vertices == 0 ? 0
                                        : 8 + LowHigh::steps(graph.vertices, graph.edges.size()) +
                                              StarHooking::round_steps * most_aux_rounds(graph);
           },
       .work = "O((n + m) log n) with high probability",
       .work_at_most =
           [](const Graph& graph) {
             const std::uint64_t n = graph.vertices;
             const std::uint64_t m = graph.edges.size();
             return n == 0 ? 0
                           : 16 * m + LowHigh::work(n, m) +
                                 most_aux_rounds(graph) * StarHooking::round_work(n + 1, 2 * (n + m));
           },
       .degree_at_most = [](const Graph& graph) { return 2 * (graph.vertices + std::uint64_t{graph.edges.size()}); },
       .size = graph_sizes(1 << 12, 48 * cell_bytes + 4 * processor_bytes),
       .pointers = "parent successor",
       .oracle = same_blocks,
       .against = "a depth-first search on one thread",
       .facts = [](const Graph&, const std::vector<std::uint32_t>& found) -> Facts {
         std::set<std::uint32_t> labels(found.begin(), found.end());
         labels.erase(no_block);
         return {{"blocks", static_cast<std::int64_t>(labels.size())}};
       },
       .write =
           [](std::ostream& out, const Graph& graph, const std::vector<std::uint32_t>& found) {
             for (std::size_t edge = 0; edge < found.size(); ++edge)
               out << graph.id(graph.edges[edge].from) << ' ' << graph.id(graph.edges[edge].to) << ' '
                   << (found[edge] == no_block ? -1 : std::int64_t{found[edge]}) << '\n';
           }});
}

}  // namespace pram::programs
