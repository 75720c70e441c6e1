#include <pram/programs/graph.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <pram/bsp/process.hpp>

#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/row.hpp>
#include "graph/arcs.hpp"
#include "graph/distributed_arcs.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

constexpr double damping = 0.85;
constexpr double tolerance = 1e-9;
constexpr std::uint32_t most_iterations = 200;

/// What a process sends to all others in every superstep. Two words.
struct RankTotals {
  double dangling = 0;  ///< rank of its vertices without links
  double change = 0;    ///< in the iteration before
};

/// The ranks after so many iterations, on one thread.
std::vector<long double> power_iterations(const Graph& graph, std::uint32_t iterations, long double& last_change) {
  const long double n = graph.vertices;
  std::vector<std::uint64_t> links(graph.vertices);
  for (const Edge& edge : graph.edges) ++links[edge.from];
  std::vector<long double> rank(graph.vertices, 1 / n);
  for (std::uint32_t k = 0; k < iterations; ++k) {
    long double dangling = 0;
    for (std::uint32_t v = 0; v < graph.vertices; ++v) dangling += links[v] == 0 ? rank[v] : 0;
    std::vector<long double> next(graph.vertices, (1 - static_cast<long double>(damping) + damping * dangling) / n);
    for (const Edge& edge : graph.edges)
      next[edge.to] += damping * rank[edge.from] / static_cast<long double>(links[edge.from]);
    last_change = 0;
    for (std::uint32_t v = 0; v < graph.vertices; ++v) last_change += std::abs(next[v] - rank[v]);
    rank.swap(next);
  }
  return rank;
}

/// Whether the ranks are those of as many iterations, but for rounding, and these were enough. An iteration rounds
/// sums of n terms at the most, and passes on 0.85 of the error before it.
Verdict judge_ranks(const Graph& graph, const PageRank& found) {
  if (graph.vertices == 0) return found.rank.empty();
  long double change = 0;
  const std::vector<long double> expected = power_iterations(graph, found.iterations, change);
  long double error = 0;
  for (std::uint32_t v = 0; v < graph.vertices; ++v) error += std::abs(expected[v] - found.rank[v]);
  const bool enough = change < 1.01 * tolerance || found.iterations == most_iterations;
  return {enough && error <= 8 * std::numeric_limits<double>::epsilon() * (graph.vertices + 16.0L),
          {{"error", fmt::format("{:.1e}", static_cast<double>(error))}}};
}

}  // namespace

PageRank bsp_page_rank(Machine& machine, const Graph& graph) {
  const std::uint32_t n = graph.vertices;
  check_edges(graph);
  if (n == 0) return {};
  const Adjacency links(n, graph.edges);
  const std::uint64_t p = machine.options().components;
  const BlockDistribution blocks(n, p);
  std::vector<double> ranks(n);
  std::vector<std::uint32_t> iterations(p);  // the same on all processes
  machine.spmd([&](bsp::Process self) -> Task<> {
    const std::uint64_t first = blocks.first(self.id());
    const std::uint64_t size = blocks.size(self.id());
    const OutgoingArcs own(links, blocks, self.count(), self.id());
    const auto part_of = [&](const auto& values, std::uint64_t process) {
      return std::span(values).subspan(own.part[process], own.part[process + 1] - own.part[process]);
    };
    // Each process learns once for which of its vertices the others will send something, and in which order.
    const auto names = self.queue<std::uint64_t>("targets");
    for (const std::uint64_t other : self.others()) {
      const auto part = part_of(own.targets, other);
      if (!part.empty()) names.send(other, std::vector<std::uint64_t>(part.begin(), part.end()));
    }
    co_await self.sync("targets");
    std::vector<std::uint64_t> incoming;
    for (const auto message : names) incoming.insert(incoming.end(), message.values().begin(), message.values().end());

    auto totals = self.coarray<RankTotals>(self.count(), {}, "totals");
    const auto queue = self.queue<double>("contributions");
    std::vector<double> rank(size, 1.0 / n);
    double change = 0;
    for (std::uint32_t iteration = 0;; ++iteration) {
      std::vector<double> sums(own.targets.size());
      double dangling = 0;
      for (std::uint64_t v = 0; v < size; ++v) {
        const std::uint64_t begin = links.first[first + v];
        const std::uint64_t end = links.first[first + v + 1];
        if (begin == end) dangling += rank[v];
        const double share = rank[v] / static_cast<double>(end - begin);
        for (std::uint64_t k = begin; k < end; ++k) sums[own.slot[k - own.begin]] += share;
      }
      self.work(own.slot.size() + size);
      for (const std::uint64_t other : self.others()) {
        if (!part_of(sums, other).empty()) queue.send(other, part_of(sums, other));
        totals(other)[self.id()] = RankTotals{dangling, change};
      }
      totals[self.id()] = {dangling, change};
      co_await self.sync("contributions");

      RankTotals all;
      for (const RankTotals& one : totals.local()) all = {all.dangling + one.dangling, all.change + one.change};
      self.work(2 * self.count());
      if (iteration > 0 && (all.change < tolerance || iteration == most_iterations)) {
        iterations[self.id()] = iteration;
        break;
      }
      std::vector<double> received(size);
      for (std::uint64_t k = own.part[self.id()]; k < own.part[self.id() + 1]; ++k)
        received[own.targets[k] - first] += sums[k];
      std::uint64_t at = 0;
      for (const auto message : queue) {
        for (const double sum : message.values()) received[incoming[at++] - first] += sum;
      }
      change = 0;
      for (std::uint64_t v = 0; v < size; ++v) {
        const double next = (1 - damping + damping * all.dangling) / n + damping * received[v];
        change += std::abs(next - rank[v]);
        rank[v] = next;
      }
      self.work(part_of(sums, self.id()).size() + incoming.size() + 3 * size);
    }
    co_await self.sync("ranks");
    for (std::uint64_t v = 0; v < size; ++v) ranks[first + v] = rank[v];
  });
  machine.unite(ranks, p, [&](std::uint64_t vertex) { return blocks.owner(vertex); });
  machine.unite(iterations);
  return {std::move(ranks), iterations.front()};
}

Program bsp_page_rank_program() {
  return program<Graphs>(
      bsp_page_rank,
      {.name = "bsp-page-rank",
       .alias = "page-rank",
       .what = "PageRank of a directed graph of n vertices and m links, in blocks of vertices",
       .columns = "vertex, its rank",
       .source = "Page, Brin, Motwani, Winograd 1999; Bisseling 2020, 4",
       .model = Model::bsp,
       .time = "a superstep an iteration: O((n + m)/p) + (H + 2p) g + l, H the targets of a process elsewhere",
       .cost = {.supersteps =
                    [](const Graph& graph, const PageRank& found, std::uint64_t) {
                      return graph.vertices == 0 ? 0 : found.iterations + std::uint64_t{3};
                    },
                .relation =
                    [](const Graph& graph, const PageRank& found, std::uint64_t p) {
                      if (graph.vertices == 0) return std::uint64_t{0};
                      const std::uint64_t targets = arc_counts(graph.vertices, graph.edges, p).relation;
                      return targets + (found.iterations + std::uint64_t{1}) * (targets + 2 * (p - 1));
                    },
                .work_at_most =
                    [](const Graph& graph, const PageRank& found, std::uint64_t p) {
                      const ArcCounts counts = arc_counts(graph.vertices, graph.edges, p);
                      const std::uint64_t block = (graph.vertices + p - 1) / p;
                      return (found.iterations + std::uint64_t{1}) *
                             (counts.arcs + counts.received + 4 * block + 2 * p);
                    }},
       .components = 64,
       .size = {.usual = 1 << 15, .bytes_each = 8 * sizeof(Edge), .bytes_a_vertex = 64, .most = most_edges},
       .oracle = judge_ranks,
       .against = "as many power iterations in long double, error at most 8 (n + 16) ε in all",
       .facts =
           [](const Graph& graph, const PageRank& found) {
             Facts facts = {{"iterations", std::int64_t{found.iterations}}};
             if (graph.vertices > 0) {
               const auto first = std::ranges::max_element(found.rank);
               facts.emplace_back("largest_rank", *first);
               const auto vertex = static_cast<std::uint32_t>(first - found.rank.begin());
               facts.emplace_back("of_vertex", std::to_string(graph.id(vertex)));
             }
             return facts;
           },
       .write =
           [](std::ostream& out, const Graph& graph, const PageRank& found) {
             const auto digits = out.precision(std::numeric_limits<double>::max_digits10);
             write_named(out, names_of(graph), found.rank);
             out.precision(digits);
           }});
}

}  // namespace pram::programs
