#include <pram/programs/list.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <ranges>
#include <utility>

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

/// How many colours two rounds of coin tossing leave of the numbers below n.
std::uint64_t colours_of(std::uint64_t n) {
  for (int round = 0; round < 2; ++round) n = 2 * std::max<std::uint64_t>(1, ceil_log2(std::max<std::uint64_t>(2, n)));
  return n;
}
constexpr std::uint64_t most_colours = 12;  // of 2^32 nodes

/// The nodes of a processor that sorts by colour: about log2 n, and at least one for each of its counters.
std::uint64_t sorted_block(std::uint64_t n) {
  return std::max(colours_of(n), ceil_log2(std::max<std::uint64_t>(2, n)));
}

/// Pointer jumping ranks so many nodes with linear work.
std::uint64_t few_nodes(std::uint64_t n) { return n < 4 ? n : n / ceil_log2(n); }

/// The successor of a node, and how far away it is; no_node and 0 for the last node.
struct ListLink {
  std::uint32_t next;
  std::uint32_t distance;
};

constexpr std::uint8_t uncoloured = 255;  // a last node

/// The shared memory of the algorithm, and the parts of a round. A round removes a maximal independent set of the nodes
/// that are left, last nodes apart: at least a third of them.
class ShrinkingList {
 public:
  ShrinkingList(Machine& machine, std::span<const std::uint32_t> successors)
      : machine_(machine),
        n_(successors.size()),
        link_(machine.array<ListLink>(n_, {no_node, 0}, "link")),
        before_(machine.array<std::uint32_t>(n_, no_node, "before")),
        colour_(machine.array<std::uint8_t>(n_, 0, "colour")),
        is_chosen_(machine.array<bool>(n_, false, "is_chosen")),
        left_(machine.array<std::uint32_t>(n_, 0, "left")),
        stays_(machine.array<std::uint32_t>(n_, 0, "left")),
        removed_(machine.array<std::uint32_t>(n_, 0, "removed")),
        by_colour_(machine.array<std::uint32_t>(n_, 0, "by_colour")),
        left_colour_(machine.array<std::uint8_t>(n_, 0, "class")),
        place_(machine.array<std::int64_t>(n_, 0, "place")),
        node_(n_),
        own_(n_),
        stays_here_(n_) {
    link_.assign(successors | std::views::transform([](std::uint32_t next) {
                   return ListLink{next, next == no_node ? 0U : 1U};
                 }));
  }

  std::vector<std::uint32_t> ranks() {
    leave_out_last_nodes();
    std::vector<std::uint64_t> removed_in;  // each round
    std::uint64_t removed = 0;
    while (nodes_ > few_nodes(n_)) {
      colour();
      sort_by_colour();
      choose();
      removed_in.push_back(remove(removed));
      removed += removed_in.back();
    }
    jump();
    for (const std::uint64_t count : removed_in | std::views::reverse) bring_back(removed -= count, count);
    std::vector<std::uint32_t> ranks;
    ranks.reserve(n_);
    for (const ListLink& one : link_.host()) ranks.push_back(one.distance);
    return ranks;
  }

  static std::uint64_t steps(std::uint64_t n) {
    if (n == 0) return 0;
    const std::uint64_t colours = colours_of(n);
    const std::uint64_t block = sorted_block(n);
    std::uint64_t steps = 5 + prefix_sums_steps(n) + 2 + 2 * ceil_log2(n);
    for (std::uint64_t nodes = n - 1; nodes > few_nodes(n); nodes = 2 * nodes / 3) {
      steps += 8 + prefix_sums_steps(nodes) + 10 + 3;  // colour, remove and bring back
      steps += 4 * block + 2 * colours + prefix_sums_steps((nodes + block - 1) / block * colours) + 6 * colours;
    }
    return steps;
  }

 private:
  /// The first nodes that are left, all but the last ones of lists; each node learns which one is before it.
  void leave_out_last_nodes() {
    machine_.pardo(n_, [&](Processor self) -> Task<> {
      own_[self.id()] = co_await link_[self.id()];
      const bool is_last = own_[self.id()].next == no_node;
      stays_here_[self.id()] = is_last ? 0 : 1;
      co_await (place_[self.id()] = is_last ? 0 : 1);
      if (is_last) {
        co_await (colour_[self.id()] = uncoloured);
      } else {
        co_await (before_[own_[self.id()].next] = static_cast<std::uint32_t>(self.id()));
      }
    });
    prefix_sums(machine_, place_);
    machine_.pardo(n_, [&](Processor self) -> Task<> {
      if (stays_here_[self.id()] == 0) co_return;
      const std::int64_t place = co_await place_[self.id()];
      co_await (left_[place - 1] = static_cast<std::uint32_t>(self.id()));
    });
    nodes_ = n_ == 0 ? 0 : static_cast<std::uint64_t>(place_.get(n_ - 1));
  }

  /// Two rounds of deterministic coin tossing. A node before a last one tosses as if that differed in its lowest bit.
  void colour() {
    machine_.pardo(nodes_, [&](Processor self) -> Task<> {
      const std::uint32_t node = node_[self.id()] = co_await left_[self.id()];
      const ListLink mine = own_[self.id()] = co_await link_[node];
      const bool is_end = co_await colour_[mine.next] == uncoloured;
      // The first colour is the number of the node, which others know.
      const auto tossed = [](std::uint32_t colour, std::uint32_t other) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(colour ^ other));
        return 2 * bit + (colour >> bit & 1);
      };
      std::uint32_t one = tossed(node, is_end ? node ^ 1 : mine.next);
      co_await (colour_[node] = static_cast<std::uint8_t>(one));
      const std::uint32_t ahead = co_await colour_[mine.next];
      one = tossed(one, is_end ? one ^ 1 : ahead);
      co_await (colour_[node] = static_cast<std::uint8_t>(one));
      co_await (left_colour_[self.id()] = static_cast<std::uint8_t>(one));
    });
  }

  /// Counting sort: a processor counts the colours of a block of nodes, prefix sums add the counts up by colour, and
  /// the processor puts its nodes into place.
  void sort_by_colour() {
    const std::uint64_t colours = colours_of(n_);
    const std::uint64_t block = sorted_block(n_);
    const std::uint64_t blocks = (nodes_ + block - 1) / block;
    const auto count = machine_.array<std::int64_t>(colours * blocks, 0, "count");
    std::vector<std::array<std::uint32_t, most_colours>> counted(blocks);  // its processor alone reads it
    machine_.pardo(blocks, [&](Processor self) -> Task<> {
      std::array<std::uint32_t, most_colours>& mine = counted[self.id()];
      for (std::uint64_t k = self.id() * block; k < std::min(nodes_, (self.id() + 1) * block); ++k)
        ++mine[co_await left_colour_[k]];
      for (std::uint64_t one = 0; one < colours; ++one) co_await (count[one * blocks + self.id()] = mine[one]);
    });
    prefix_sums(machine_, count);
    machine_.pardo(blocks, [&](Processor self) -> Task<> {
      std::array<std::uint32_t, most_colours> next{};
      for (std::uint64_t one = 0; one < colours; ++one) {
        const auto end = static_cast<std::uint32_t>(co_await count[one * blocks + self.id()]);
        next[one] = end - counted[self.id()][one];
      }
      for (std::uint64_t k = self.id() * block; k < std::min(nodes_, (self.id() + 1) * block); ++k) {
        const std::uint8_t one = co_await left_colour_[k];
        const std::uint32_t node = co_await left_[k];
        co_await (by_colour_[next[one]++] = node);
      }
    });
    first_of_colour_.assign(1, 0);
    for (std::uint64_t one = 0; one < colours; ++one)
      first_of_colour_.push_back(static_cast<std::uint64_t>(count.get((one + 1) * blocks - 1)));
  }

  /// The nodes of one colour after those of another: each is chosen if neither of its neighbours is. No two of one
  /// colour are neighbours.
  void choose() {
    for (std::size_t colour = 0; colour + 1 < first_of_colour_.size(); ++colour) {
      const std::uint64_t first = first_of_colour_[colour];
      machine_.pardo(first_of_colour_[colour + 1] - first, [&, first](Processor self) -> Task<> {
        const std::uint32_t node = co_await by_colour_[first + self.id()];
        const std::uint32_t previous = co_await before_[node];
        bool is_free = true;
        if (previous != no_node) {
          is_free = !co_await is_chosen_[previous];
        } else {
          co_await self.idle();
        }
        const ListLink mine = co_await link_[node];
        if (co_await is_chosen_[mine.next] || !is_free) co_return;
        co_await (is_chosen_[node] = true);
      });
    }
  }

  /// Takes the chosen nodes out of the list, and gathers the others.
  /// @param removed  how many were taken out before
  /// @returns how many are taken out now
  std::uint64_t remove(std::uint64_t removed) {
    machine_.pardo(nodes_, [&](Processor self) -> Task<> {
      const bool leaves = co_await is_chosen_[node_[self.id()]];
      stays_here_[self.id()] = leaves ? 0 : 1;
      co_await (place_[self.id()] = leaves ? 0 : 1);
      if (!leaves) co_return;
      const ListLink mine = own_[self.id()];
      const std::uint32_t previous = co_await before_[node_[self.id()]];
      if (previous != no_node) {
        const ListLink to_mine = co_await link_[previous];
        co_await (link_[previous] = ListLink{mine.next, to_mine.distance + mine.distance});
      } else {
        co_await self.idle(2);
      }
      co_await (before_[mine.next] = previous);
    });
    prefix_sums(machine_, place_, nodes_);
    machine_.pardo(nodes_, [&](Processor self) -> Task<> {
      const auto place = static_cast<std::uint64_t>(co_await place_[self.id()]);
      if (stays_here_[self.id()] != 0) {
        co_await (stays_[place - 1] = node_[self.id()]);
      } else {
        co_await (removed_[removed + self.id() - place] = node_[self.id()]);
      }
    });
    std::swap(left_, stays_);
    const std::uint64_t before = std::exchange(nodes_, static_cast<std::uint64_t>(place_.get(nodes_ - 1)));
    return before - nodes_;
  }

  /// Ranks the nodes that are left by pointer jumping.
  void jump() {
    machine_.pardo(nodes_, [&](Processor self) -> Task<> {
      const std::uint32_t node = co_await left_[self.id()];
      ListLink mine = co_await link_[node];
      while (mine.next != no_node) {
        const ListLink ahead = co_await link_[mine.next];
        mine = {ahead.next, mine.distance + ahead.distance};
        co_await (link_[node] = mine);
      }
    });
  }

  /// Ranks nodes that one round took out: the successor of each knows its rank.
  void bring_back(std::uint64_t first, std::uint64_t count) {
    machine_.pardo(count, [&](Processor self) -> Task<> {
      const std::uint32_t node = co_await removed_[first + self.id()];
      const ListLink mine = co_await link_[node];
      const ListLink ahead = co_await link_[mine.next];
      co_await (link_[node] = ListLink{no_node, mine.distance + ahead.distance});
    });
  }

  Machine& machine_;
  std::uint64_t n_;
  std::uint64_t nodes_ = 0;  // that are left
  Array<ListLink> link_;
  Array<std::uint32_t> before_;
  Array<std::uint8_t> colour_;
  Array<bool> is_chosen_;
  Array<std::uint32_t> left_;   // the nodes that are left,
  Array<std::uint32_t> stays_;  // and will be after this round
  Array<std::uint32_t> removed_;
  Array<std::uint32_t> by_colour_;
  Array<std::uint8_t> left_colour_;  // per node that is left: its colour
  Array<std::int64_t> place_;
  std::vector<std::uint64_t> first_of_colour_;
  std::vector<std::uint32_t> node_;  // what each processor has read in this round, and alone knows
  std::vector<ListLink> own_;
  std::vector<std::uint8_t> stays_here_;
};

}  // namespace

std::vector<std::uint32_t> list_ranking_deterministic(Machine& machine, std::span<const std::uint32_t> successors) {
  if (successors.empty()) return {};
  return ShrinkingList(machine, successors).ranks();
}

Program list_ranking_deterministic_program() {
  return program<LinkedLists>(
      list_ranking_deterministic,
      {.name = "list-ranking-deterministic",
       .alias = "list-ranking",
       .what = "distances to the end of a linked list with linear work and no coins: independent sets leave",
       .columns = "nodes behind the node in its list",
       .source = "Cole, Vishkin 1986; JáJá 3.1",
       .model = Rule::erew,
       .time = "O(log n log log n)",
       .steps_at_most = ShrinkingList::steps,
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) { return 100 * n; },
       .degree_at_most = 1,
       .size = {.usual = 1 << 14, .bytes_each = 20 * sizeof(std::uint32_t) + processor_bytes},
       .oracle = oracle::list_ranks,
       .against = "a walk along the list",
       .facts = list_facts});
}

}  // namespace pram::programs
