#include <pram/programs/list.hpp>

#include <algorithm>
#include <utility>

#include <pram/bsp/process.hpp>

#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/row.hpp>
#include "distribution.hpp"
#include "list/list_facts.hpp"
#include "logarithm.hpp"
#include "oracle/list_walk.hpp"
#include "programs.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// A node leaves with a chance of 1/4 at the least: (3/4)^(3 log2 p) of them stay, less than n / p.
std::uint64_t contraction_rounds(std::uint64_t processes) { return 3 * ceil_log2(processes); }

/// A link of a list that goes to another process. Two words.
struct SentLink {
  std::uint32_t to = 0;        ///< the node that the link is sent to
  std::uint32_t other = 0;     ///< its next node now, or the one before it
  std::uint32_t distance = 0;  ///< how much further its next node is; or how far the one that left was before it
  std::uint32_t left = 0;      ///< the node that left
};

/// The rank of a node, as process 0 sends it to the owner of the node. One word.
struct SentRank {
  std::uint32_t node = 0;
  std::uint32_t rank = 0;
};

/// A node that left, and the own node that will send its rank to it.
struct Leaver {
  std::uint32_t node = 0;
  std::uint32_t distance = 0;  ///< before the own node
  std::uint32_t own = 0;       ///< place
};

/// The ranks of the nodes that did not leave, by a walk along what is left of their lists.
/// @param links  SentLink::to is the node, other the next one, left not 0 for the first of a list
std::vector<SentRank> walked(const std::vector<SentLink>& links, std::uint64_t n) {
  std::vector<std::uint32_t> place(n, no_node);
  for (std::size_t k = 0; k < links.size(); ++k) place[links[k].to] = static_cast<std::uint32_t>(k);
  std::vector<SentRank> ranks;
  for (const SentLink& first : links) {
    if (first.left == 0) continue;
    const std::size_t begin = ranks.size();
    std::uint32_t length = 0;
    for (std::uint32_t k = place[first.to]; k != no_node; k = place[links[k].other]) {
      ranks.push_back({links[k].to, length});  // from the first node, for now
      length += links[k].distance;
    }
    for (std::size_t k = begin; k < ranks.size(); ++k) ranks[k].rank = length - ranks[k].rank;
  }
  return ranks;
}

}  // namespace

std::vector<std::uint32_t> bsp_list_ranking(Machine& machine, std::span<const std::uint32_t> successors) {
  const std::uint64_t n = successors.size();
  const Random coins(machine.options().seed, coins_stream);
  const std::uint64_t p = machine.options().components;
  const BlockDistribution blocks(n, p);
  std::vector<std::uint32_t> ranks(n);
  machine.spmd([&](bsp::Process self) -> Task<> {
    const std::uint64_t first = blocks.first(self.id());
    const std::uint64_t size = blocks.size(self.id());
    const std::uint64_t rounds = contraction_rounds(self.count());
    std::vector<std::uint32_t> next(size);
    std::vector<std::uint32_t> distance(size, 1);  // to the next node
    auto before = self.coarray<std::uint32_t>(size, no_node, "before");
    auto rank = self.coarray<std::uint32_t>(size, 0, "rank");
    std::vector<std::uint32_t> there;  // places of own nodes that have not left, but for the last ones of lists
    for (std::uint64_t k = 0; k < size; ++k) {
      next[k] = successors[first + k];
      if (next[k] == no_node) continue;
      there.push_back(static_cast<std::uint32_t>(k));
      const std::uint64_t owner = blocks.owner(next[k]);
      if (owner == self.id()) {
        before[next[k] - first] = static_cast<std::uint32_t>(first + k);
      } else {
        before(owner)[next[k] - blocks.first(owner)] = static_cast<std::uint32_t>(first + k);
      }
    }
    self.work(size);
    co_await self.sync("before");

    const auto to_nodes_before = self.queue<SentLink>("next");
    const auto to_next_nodes = self.queue<SentLink>("before");
    std::vector<std::vector<Leaver>> left(rounds);  // per round: those to which own nodes will send ranks
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const auto coin = [&](std::uint32_t node) { return coins(round * n + node) % 2 == 1; };
      const auto link = [&](const SentLink& told) {
        next[told.to - first] = told.other;
        distance[told.to - first] += told.distance;
      };
      const auto adopt = [&](const SentLink& told) {
        before[told.to - first] = told.other;
        left[round].push_back({told.left, told.distance, static_cast<std::uint32_t>(told.to - first)});
      };
      std::vector<SentLink> own_links;
      std::vector<SentLink> own_adoptions;
      self.work(there.size());
      std::erase_if(there, [&](std::uint32_t k) {
        const auto node = static_cast<std::uint32_t>(first + k);
        if (!coin(node) || (before[k] != no_node && coin(before[k]))) return false;
        const SentLink to_next = {next[k], before[k], distance[k], node};
        const std::uint64_t next_owner = blocks.owner(next[k]);
        next_owner == self.id() ? own_adoptions.push_back(to_next) : to_next_nodes.send(next_owner, to_next);
        if (before[k] == no_node) return true;
        const SentLink to_before = {before[k], next[k], distance[k], node};
        const std::uint64_t owner = blocks.owner(before[k]);
        owner == self.id() ? own_links.push_back(to_before) : to_nodes_before.send(owner, to_before);
        return true;
      });
      co_await self.sync("contract");
      for (const SentLink& told : own_links) link(told);
      for (const auto message : to_nodes_before) link(message.value());
      for (const SentLink& told : own_adoptions) adopt(told);
      for (const auto message : to_next_nodes) adopt(message.value());
    }

    const auto remaining = self.queue<SentLink>("remaining");
    std::vector<SentLink> own;
    for (const std::uint32_t k : there) {
      own.push_back({static_cast<std::uint32_t>(first + k), next[k], distance[k], before[k] == no_node ? 1U : 0U});
    }
    if (self.id() != 0 && !own.empty()) remaining.send(0, own);
    co_await self.sync("gather");
    const auto found = self.queue<SentRank>("ranks");
    if (self.id() == 0) {
      for (const auto message : remaining) own.insert(own.end(), message.values().begin(), message.values().end());
      std::vector<std::vector<SentRank>> for_process(self.count());
      for (const SentRank& one : walked(own, n)) for_process[blocks.owner(one.node)].push_back(one);
      self.work(2 * own.size());
      for (const std::uint64_t other : self.others()) {
        if (!for_process[other].empty()) found.send(other, for_process[other]);
      }
      for (const SentRank& one : for_process[0]) rank[one.node] = one.rank;
    }
    co_await self.sync("scatter");
    for (const auto message : found) {
      for (const SentRank& one : message.values()) rank[one.node - first] = one.rank;
    }

    for (std::uint64_t round = rounds; round > 0; --round) {
      for (const Leaver& leaver : left[round - 1]) {
        const std::uint32_t of_leaver = rank[leaver.own] + leaver.distance;
        const std::uint64_t owner = blocks.owner(leaver.node);
        if (owner == self.id()) {
          rank[leaver.node - first] = of_leaver;
        } else {
          rank(owner)[leaver.node - blocks.first(owner)] = of_leaver;
        }
      }
      self.work(left[round - 1].size());
      co_await self.sync("expand");
    }
    std::ranges::copy(rank.local(), ranks.begin() + static_cast<std::ptrdiff_t>(first));
  });
  machine.unite(ranks, p, [&](std::uint64_t node) { return blocks.owner(node); });
  return ranks;
}

Program bsp_list_ranking_program() {
  return program<LinkedLists>(
      bsp_list_ranking,
      {.name = "bsp-list-ranking",
       .what = "distances to the end of a linked list by random mate on processes, n/p nodes on one",
       .columns = "nodes behind the node in its list",
       .source = "Anderson, Miller 1990; Dehne, Song 1997",
       .model = Model::bsp,
       .time = "O(n/p) + O(n/p) g + (6 log p + 3) l with high probability",
       .cost = {.supersteps = [](std::uint64_t, std::uint64_t p) { return 2 * contraction_rounds(p) + 3; },
                // Whatever the coins say: the nodes before, all nodes in each round, all nodes to process 0
                // and back, and once each of them back in its list.
                .relation_at_most =
                    [](std::uint64_t n, std::uint64_t p) {
                      const std::uint64_t block = (n + p - 1) / p;
                      return p == 1 ? 0 : block + contraction_rounds(p) * 5 * block + 3 * n;
                    },
                .work_at_most =
                    [](std::uint64_t n, std::uint64_t p) {
                      const std::uint64_t block = (n + p - 1) / p;
                      return block + contraction_rounds(p) * 2 * block + 2 * n;
                    }},
       .components = 64,
       .size = {.usual = 1 << 17, .bytes_each = 10 * sizeof(std::uint32_t)},
       .oracle = oracle::list_ranks,
       .against = "a walk along the list",
       .facts = list_facts});
}

}  // namespace pram::programs
