#include <pram/programs/list.hpp>

#include <algorithm>

#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/row.hpp>
#include "list/list_facts.hpp"
#include "logarithm.hpp"
#include "oracle/list_walk.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::uint32_t> list_ranking_wyllie(Machine& machine, std::span<const std::uint32_t> successors) {
  const auto next = machine.array(successors, "next");
  const auto rank = machine.array<std::uint32_t>(
      successors.size(), 1, "rank");  // the number of nodes from this one up to the next, the next not counted

  machine.pardo(successors.size(), [&](Processor self) -> Task<> {
    std::uint32_t ahead = co_await next[self.id()];
    std::uint32_t mine = 1;
    while (ahead != no_node) {
      mine += co_await rank[ahead];
      ahead = co_await next[ahead];
      co_await (rank[self.id()] = mine);
      co_await (next[self.id()] = ahead);
    }
  });

  std::vector<std::uint32_t> distances = rank.host();
  for (std::uint32_t& distance : distances) --distance;
  return distances;
}

Program list_ranking_wyllie_program() {
  return program<LinkedLists>(
      list_ranking_wyllie, {.name = "list-ranking-wyllie",
                            .alias = "wyllie",
                            .what = "distances to the end of a linked list by pointer jumping",
                            .columns = "nodes behind the node in its list",
                            .source = "Wyllie 1979; JáJá 3.1",
                            .model = Rule::erew,
                            .time = "O(log n)",
                            .steps = [](const auto&, const std::vector<std::uint32_t>& ranks) -> std::uint64_t {
                              return ranks.empty() ? 0 : 1 + 4 * ceil_log2(std::uint64_t{std::ranges::max(ranks)} + 1);
                            },
                            .work = "O(n log n)",
                            .work_at_most = [](std::uint64_t n) { return n == 0 ? 0 : n * (1 + 4 * ceil_log2(n)); },
                            .degree_at_most = 1,
                            .size = {.usual = 1 << 17, .bytes_each = 3 * sizeof(std::uint32_t) + processor_bytes},
                            .pointers = "next",
                            .oracle = oracle::list_ranks,
                            .against = "a walk along the list",
                            .facts = list_facts});
}

}  // namespace pram::programs
