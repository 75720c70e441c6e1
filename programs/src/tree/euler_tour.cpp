#include <pram/programs/tree.hpp>

#include <pram/programs/input/structure/trees.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"

namespace pram::programs {

std::vector<std::uint32_t> euler_tour(Machine& machine, const AdjacencyTree& tree) {
  const auto next = machine.array(tree.next, "next");
  const auto twin = machine.array(tree.twin, "twin");
  const auto successor = machine.array<std::uint32_t>(tree.from.size(), 0, "successor");
  machine.pardo(successor.size(), [&](Processor self) -> Task<> {
    const std::uint32_t back = co_await twin[self.id()];
    const std::uint32_t onwards = co_await next[back];
    co_await (successor[self.id()] = onwards);
  });
  return successor.host();
}

Program euler_tour_program() {
  return program<AdjacencyTrees>(
      euler_tour, {.name = "euler-tour",
                   .what = "the Euler tour of a tree of n nodes: the successor of each direction of each edge",
                   .columns = "arc behind the arc in the tour",
                   .source = "Tarjan, Vishkin 1985; JáJá 3.2",
                   .model = Rule::erew,
                   .time = "O(1)",
                   .steps = [](std::uint64_t n) { return n < 2 ? 0U : 3U; },
                   .work = "O(n)",
                   .work_at_most = [](std::uint64_t n) { return 6 * n; },
                   .degree_at_most = 1,
                   .size = {.usual = 1 << 16, .bytes_each = 8 * sizeof(std::uint32_t) + 2 * processor_bytes},
                   .pointers = "next successor",
                   .oracle =
                       [](const AdjacencyTree& tree, const std::vector<std::uint32_t>& successor) {
                         // One walk along the tour meets every arc, each where the one before it ends.
                         std::uint64_t met = 0;
                         std::uint32_t arc = 0;
                         for (; met < successor.size(); ++met) {
                           const std::uint32_t onwards = successor[arc];
                           if (onwards >= successor.size() || tree.from[onwards] != tree.from[tree.twin[arc]])
                             return false;
                           arc = onwards;
                           if (arc == 0) break;
                         }
                         return successor.size() == tree.from.size() &&
                                (successor.empty() || met + 1 == successor.size());
                       },
                   .against = "a walk along the tour"});
}

}  // namespace pram::programs
