#include <pram/programs/list.hpp>

#include <algorithm>

#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "list/list_facts.hpp"
#include "logarithm.hpp"
#include "oracle/list_walk.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

/// The number of nodes of a block, one of which is drawn as a ruler.
std::uint64_t ruled_block(std::uint64_t n) { return n < 2 ? 1 : ceil_log2(n); }

/// The nodes of the longest walk, but for a chance below 10^-9: each node is a ruler with a chance of at least 1/k.
std::uint64_t longest_walk(std::uint64_t n) { return n == 0 ? 0 : std::min(n, ruled_block(n) * (floor_log2(n) + 21)); }

/// The number of the next ruler of a list, and the distance to it; no_node and the distance to the last node.
struct RulerLink {
  std::uint32_t next = no_node;
  std::uint32_t distance = 0;
};

}  // namespace

std::vector<std::uint32_t> list_ranking_sparse_ruling_set(Machine& machine, std::span<const std::uint32_t> successors) {
  const std::uint64_t n = successors.size();
  if (n == 0) return {};
  const std::uint64_t block = ruled_block(n);
  const auto next = machine.array(successors, "next");
  const auto rules = machine.array<bool>(n, true, "rules");  // remains true for first nodes, which have no predecessor
  const auto place = machine.array<std::int64_t>(n, 0, "place");
  const auto rank = machine.array<std::uint32_t>(n, 0, "rank");
  std::vector<std::uint8_t> is_ruler(n);  // its processor alone reads it
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::uint32_t ahead = co_await next[self.id()];
    if (ahead != no_node) co_await (rules[ahead] = false);
  });
  machine.pardo((n + block - 1) / block, [&](Processor self) -> Task<> {
    const std::uint64_t first = self.id() * block;
    co_await (rules[first + self.random(std::min(block, n - first))] = true);
  });
  machine.pardo(n, [&](Processor self) -> Task<> {
    is_ruler[self.id()] = co_await rules[self.id()] ? 1 : 0;
    co_await (place[self.id()] = is_ruler[self.id()]);
  });
  prefix_sums(machine, place);
  const auto rulers = static_cast<std::uint64_t>(place.get(n - 1));
  const auto ruler = machine.array<std::uint32_t>(rulers, 0, "ruler");
  const auto link = machine.array<RulerLink>(rulers, {}, "link");
  machine.pardo(n, [&](Processor self) -> Task<> {
    if (is_ruler[self.id()] == 0) co_return;
    const std::int64_t mine = co_await place[self.id()];
    co_await (ruler[mine - 1] = static_cast<std::uint32_t>(self.id()));
  });

  // Per ruler: its node, what it finds on its walk, and how many nodes it passes; its processor alone reads them.
  std::vector<std::uint32_t> begin(rulers);
  std::vector<RulerLink> found(rulers);
  std::vector<std::uint32_t> passed(rulers, 1);
  machine.pardo(rulers, [&](Processor self) -> Task<> {
    std::uint32_t node = begin[self.id()] = co_await ruler[self.id()];
    RulerLink& mine = found[self.id()];
    for (;; ++passed[self.id()]) {
      const std::uint32_t ahead = co_await next[node];
      if (ahead == no_node) break;
      ++mine.distance;
      node = ahead;
      if (co_await rules[ahead]) {
        mine.next = ahead;
        break;
      }
    }
  });
  // Rulers by their numbers. Walks have ended at several times, and what they found is written once all have.
  machine.pardo(rulers, [&](Processor self) -> Task<> {
    RulerLink& mine = found[self.id()];
    if (mine.next != no_node) {
      mine.next = static_cast<std::uint32_t>(co_await place[mine.next] - 1);
    } else {
      co_await self.idle();
    }
    co_await (link[self.id()] = mine);
  });
  machine.pardo(rulers, [&](Processor self) -> Task<> {
    RulerLink& mine = found[self.id()];
    while (mine.next != no_node) {  // pointer jumping
      const RulerLink ahead = co_await link[mine.next];
      mine = {ahead.next, mine.distance + ahead.distance};
      co_await (link[self.id()] = mine);
    }
  });
  machine.pardo(rulers, [&](Processor self) -> Task<> {
    std::uint32_t node = begin[self.id()];
    for (std::uint32_t k = 0; k < passed[self.id()]; ++k) {
      if (k > 0) node = co_await next[node];
      co_await (rank[node] = found[self.id()].distance - k);
    }
  });
  return rank.host();
}

Program list_ranking_sparse_ruling_set_program() {
  return program<LinkedLists>(
      list_ranking_sparse_ruling_set,
      {.name = "list-ranking-sparse-ruling-set",
       .alias = "sparse-ruling-set",
       .what = "distances to the end of a linked list by walks between n / log n random nodes, which are then ranked",
       .columns = "nodes behind the node in its list",
       .source = "Helman, JáJá 1999; Reid-Miller 1994",
       .model = Rule::erew,
       .time = "O(log^2 n) with high probability",
       .steps_at_most =
           [](std::uint64_t n) {
             return n == 0 ? 0 : 14 + 4 * longest_walk(n) + 2 * ceil_log2(n) + prefix_sums_steps(n);
           },
       .work = "O(n) with high probability",
       .work_at_most = [](std::uint64_t n) { return 34 * n; },
       .degree_at_most = 1,
       .size = {.usual = 1 << 16, .bytes_each = 6 * sizeof(std::uint32_t) + processor_bytes},
       .pointers = "next",
       .oracle = oracle::list_ranks,
       .against = "a walk along the list",
       .facts = list_facts});
}

}  // namespace pram::programs
