#include <pram/programs/list.hpp>

#include <algorithm>
#include <array>
#include <ranges>

#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/row.hpp>
#include "list/list_facts.hpp"
#include "list/random_mate_cost.hpp"
#include "logarithm.hpp"
#include "oracle/list_walk.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// The successor of a node, and how far away it is; no_node and 0 for the last node.
struct Link {
  std::uint32_t next;
  std::uint32_t distance;
};

/// A node leaves with a chance of 1/4 at least, of 1/2 while few others try.
std::uint64_t rounds_of(std::uint64_t n) { return 4 * random_mate_block(n); }

constexpr std::uint8_t still_there = 255;

/// The rounds in which the nodes of a block left their list. A block has fewer nodes than node numbers have bits.
using LeftIn = std::array<std::uint8_t, 32>;

/// Adds up the distances that links stand for, until each link has the distance to the end of its list.
void rank_links(Machine& machine, const Array<Link>& link) {
  const std::uint64_t n = link.size();
  const std::uint64_t block = random_mate_block(n);
  const std::uint64_t rounds = rounds_of(n);
  const auto before = machine.array<std::uint32_t>(n, no_node, "before");
  const auto female = machine.array<bool>(n, false, "female");
  const std::uint64_t blocks = (n + block - 1) / block;
  LeftIn none;
  none.fill(still_there);
  std::vector<LeftIn> left_in(blocks, none);  // a block's processor writes it, and all read it later

  machine.pardo(n, [&](Processor self) -> Task<> {
    const Link mine = co_await link[self.id()];
    if (mine.next != no_node) co_await (before[mine.next] = static_cast<std::uint32_t>(self.id()));
  });
  // In each round a female node whose predecessor is not female leaves the list. So two neighbours never leave
  // together.
  machine.pardo(blocks, [&](Processor self) -> Task<> {
    std::uint64_t node = self.id() * block;
    const std::uint64_t end = std::min(node + block, n);
    for (std::uint64_t round = 0; round < rounds && node < end; ++round) {
      const Link mine = co_await link[node];
      const bool tries = mine.next != no_node && self.random(2) == 1;
      co_await (female[node] = tries);
      const std::uint32_t previous = co_await before[node];
      if (!tries) {
        co_await self.idle(4);
        if (mine.next == no_node) ++node;  // a last node stays
        continue;
      }
      if (previous == no_node) {
        co_await self.idle(3);
      } else {
        const bool blocked = co_await female[previous];
        if (blocked) {
          co_await self.idle(3);
          continue;
        }
        const Link to_mine = co_await link[previous];
        co_await (link[previous] = Link{mine.next, to_mine.distance + mine.distance});
      }
      co_await (before[mine.next] = previous);
      left_in[self.id()][node++ % block] = static_cast<std::uint8_t>(round);
    }
  });
  machine.unite(left_in);
  // Pointer jumping ranks the few nodes that remain.
  machine.pardo(n, [&](Processor self) -> Task<> {
    if (left_in[self.id() / block][self.id() % block] != still_there) co_return;
    Link mine = co_await link[self.id()];
    while (mine.next != no_node) {
      const Link ahead = co_await link[mine.next];
      mine = {ahead.next, mine.distance + ahead.distance};
      co_await (link[self.id()] = mine);
    }
  });
  // The other nodes come back in the opposite order, so that the successor of each knows its rank.
  machine.pardo(blocks, [&](Processor self) -> Task<> {
    const std::uint64_t first = self.id() * block;
    std::uint64_t round = rounds;
    for (std::uint64_t node = std::min(first + block, n); node-- > first;) {
      const std::uint8_t left = left_in[self.id()][node % block];
      if (left == still_there) continue;
      co_await self.idle(3 * (round - 1 - left));
      round = left;
      const Link mine = co_await link[node];
      const Link ahead = co_await link[mine.next];
      co_await (link[node] = Link{no_node, mine.distance + ahead.distance});
    }
  });
}

}  // namespace

std::vector<std::uint32_t> list_ranking_random_mate(Machine& machine, std::span<const std::uint32_t> successors) {
  const auto link = machine.array<Link>(successors.size(), {no_node, 0}, "link");
  link.assign(successors | std::views::transform([](std::uint32_t next) {
                return Link{next, next == no_node ? 0U : 1U};
              }));
  rank_links(machine, link);
  std::vector<std::uint32_t> ranks;
  ranks.reserve(successors.size());
  for (const Link& one : link.host()) ranks.push_back(one.distance);
  return ranks;
}

Array<std::uint32_t> list_ranking_random_mate(Machine& machine, const Array<std::uint32_t>& next) {
  const auto link = machine.array<Link>(next.size(), {no_node, 0}, "link");
  auto rank = machine.array<std::uint32_t>(next.size(), 0, "rank");
  machine.pardo(next.size(), [&](Processor self) -> Task<> {
    const std::uint32_t ahead = co_await next[self.id()];
    co_await (link[self.id()] = Link{ahead, ahead == no_node ? 0U : 1U});
  });
  rank_links(machine, link);
  machine.pardo(next.size(), [&](Processor self) -> Task<> {
    const Link mine = co_await link[self.id()];
    co_await (rank[self.id()] = mine.distance);
  });
  return rank;
}

Program list_ranking_random_mate_program() {
  return program<LinkedLists>(
      +[](Machine& machine, std::span<const std::uint32_t> next) { return list_ranking_random_mate(machine, next); },
      {.name = "list-ranking-random-mate",
       .alias = "random-mate",
       .what = "distances to the end of a linked list by taking nodes out at random",
       .columns = "nodes behind the node in its list",
       .source = "Anderson, Miller 1990",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : 3 + 10 * rounds_of(n) + 2 * ceil_log2(n); },
       .work = "O(n) with high probability",
       .work_at_most = [](std::uint64_t n) { return 45 * n + 40 * random_mate_block(n); },
       .degree_at_most = 1,
       .size = {.usual = 1 << 17, .bytes_each = 5 * sizeof(std::uint32_t) + processor_bytes},
       .oracle = oracle::list_ranks,
       .against = "a walk along the list",
       .facts = list_facts});
}

}  // namespace pram::programs
