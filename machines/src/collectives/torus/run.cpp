#include <algorithm>
#include <functional>
#include <iterator>
#include <string>

#include <pram/machines/detail/lockstep.hpp>
#include <pram/machines/detail/torus_exchange.hpp>
#include <pram/network/poll.hpp>

#include "collectives/model/block_sizes.hpp"
#include "memory.hpp"
#include "topology/product/product.hpp"

namespace pram {

namespace {

constexpr std::uint32_t most_executed_nodes = 1u << 14;  // 2^28 messages

ProductTopology torus_of(const TorusExchange& schedule) { return {schedule.name(), schedule.factors()}; }

constexpr const char* routine = "torus exchange";

std::uint64_t words_of(const std::vector<std::uint32_t>& messages, const TorusNumbering& numbering,
                       const BlockSizes& sizes) {
  std::uint64_t words = 0;
  for (const std::uint32_t message : messages) words += sizes.of(numbering.origin(message), numbering.target(message));
  return words;
}

/// Reports each link that a worm crosses.
/// @param first  what crosses the first of them
void tell_links(const ProductTopology& torus, const TorusSend& worm, CollectiveTransfer first,
                const TransferWatch& watch) {
  for (std::uint32_t hop = 0; hop < worm.hops; ++hop) {
    first.to = torus.neighbour(first.from, worm.port);
    first.hop = hop;
    watch(first);
    first.from = first.to;
  }
}

/// The messages of a worm that have words.
std::vector<std::uint32_t> with_words(const std::vector<std::uint32_t>& messages, const TorusNumbering& numbering,
                                      const BlockSizes& sizes) {
  std::vector<std::uint32_t> full;
  std::ranges::copy_if(messages, std::back_inserter(full), [&](std::uint32_t message) {
    return sizes.of(numbering.origin(message), numbering.target(message)) > 0;
  });
  return full;
}

/// The worms of a step, and for each node the one that it sends.
struct TorusWorms {
  std::vector<TorusSend> sends;
  std::vector<std::uint32_t> of_node;

  void make(const TorusExchange& schedule, std::uint64_t number, std::uint32_t nodes) {
    sends.clear();
    of_node.assign(nodes, no_node);
    if (number == schedule.steps()) return;
    schedule.step(number, sends);
    for (std::uint32_t k = 0; k < sends.size(); ++k) of_node[sends[k].node] = k;
  }
  const TorusSend* find(std::uint32_t node) const { return of_node[node] == no_node ? nullptr : &sends[of_node[node]]; }
};

/// If a node has a block that is not in one piece, all that send lay out their messages.
/// @returns the most messages that a node copies
std::uint64_t lay_out_for(const TorusWorms& now, const TorusWorms& next, TorusMemories& memories) {
  if (std::ranges::all_of(now.sends, [&](const TorusSend& send) { return memories.in_one_piece(send); })) return 0;
  std::uint64_t copied = 0;
  for (const TorusSend& send : now.sends) copied = std::max(copied, memories.lay_out(send, next.find(send.node)));
  return copied;
}

TorusRun play(const TorusExchange& schedule, const TorusNumbering& numbering, TorusMemories& memories,
              const BlockSizes* sizes, const std::function<void(std::uint64_t, const TorusHoldings&)>& watch,
              const TransferWatch& transfers) {
  const std::uint32_t nodes = numbering.nodes();
  const ProductTopology torus = torus_of(schedule);
  ScheduleLedger ledger;
  const ScheduleLedger::Scope scope(ledger, routine);
  Lockstep<ProductTopology> lockstep(torus, ledger);
  TorusRun run{.startups = schedule.steps(), .buffer = nodes};
  TorusWorms now;
  TorusWorms next;
  next.make(schedule, 0, nodes);
  std::vector<std::uint32_t> arrived_from(nodes);  // per node: the worm that arrived
  TorusHoldings worms(nodes);
  for (std::uint64_t number = 0; number < run.startups; ++number) {
    std::swap(now, next);
    next.make(schedule, number + 1, nodes);
    poll();
    lockstep.begin_step();
    memories.begin_step();
    arrived_from.assign(nodes, no_node);
    std::uint64_t largest = 0;
    std::uint64_t words = 0;
    run.rearrangement += lay_out_for(now, next, memories);
    for (std::uint32_t k = 0; k < now.sends.size(); ++k) {
      const TorusSend& send = now.sends[k];
      arrived_from[lockstep.send_worm(send.node, send.port, send.hops)] = k;
      memories.take(send, worms[k]);
      largest = std::max<std::uint64_t>(largest, worms[k].size());
      if (sizes == nullptr) continue;
      const std::uint64_t carried = words_of(worms[k], numbering, *sizes);
      words = std::max(words, carried);
      if (!transfers || carried == 0) continue;
      const std::vector<std::uint32_t> full = with_words(worms[k], numbering, *sizes);
      tell_links(torus, send, {number, send.node, 0, carried, full}, transfers);
    }
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (arrived_from[node] == no_node) continue;
      memories.put(node, worms[arrived_from[node]]);
      run.buffer = std::max<std::uint64_t>(run.buffer, memories.held()[node].size());
    }
    lockstep.end_step();
    run.largest.push_back(largest);
    run.transmissions += largest;
    run.words += words;
    if (watch) watch(number, memories.held());
  }
  for (std::uint32_t node = 0; node < nodes; ++node) {
    run.undelivered += static_cast<std::uint64_t>(std::ranges::count_if(
        memories.held()[node], [&](std::uint32_t message) { return !numbering.is_for(node, message); }));
  }
  return run;
}

/// Gives every node the words of the messages that it holds, after a check that they are the right ones. A few nodes
/// are taken at a time, so that the words of one origin are read together.
void deliver(const TorusExchange& schedule, const TorusNumbering& numbering, const TorusHoldings& held,
             const BlockSizes& sizes, const CollectiveData& in, CollectiveData& out) {
  constexpr std::uint32_t together = 32;
  const std::uint32_t nodes = numbering.nodes();
  const auto not_delivered = [&](std::uint32_t node, std::uint32_t origin, std::uint32_t target) {
    return ScheduleError({.breach = ScheduleError::Breach::not_held,
                          .network = schedule.name(),
                          .routine = routine,
                          .step = schedule.steps(),
                          .node = node,
                          .other = node,
                          .origins = {origin, target}});
  };
  std::vector<std::uint32_t> arrived;
  out.assign(nodes, {});
  for (std::uint32_t first = 0; first < nodes; first += together) {
    const std::uint32_t last = std::min(nodes, first + together);
    arrived.assign(std::size_t{nodes} * together, no_node);
    for (std::uint32_t node = first; node < last; ++node) {
      if (held[node].size() != nodes) throw not_delivered(node, 0, node);
      for (const std::uint32_t message : held[node]) {
        const std::uint32_t origin = numbering.origin(message);
        const std::uint32_t target = numbering.target(message);
        std::uint32_t& place = arrived[std::size_t{origin} * together + (node - first)];
        if (target != node || place != no_node) throw not_delivered(node, origin, target);
        place = target;
      }
      out[node].reserve(sizes.total_to(node));
    }
    for (std::uint32_t origin = 0; origin < nodes; ++origin) {
      for (std::uint32_t node = first; node < last; ++node) {
        const std::uint32_t target = arrived[std::size_t{origin} * together + (node - first)];
        const auto block = in[origin].begin() + static_cast<std::ptrdiff_t>(sizes.begin(origin, target));
        out[node].insert(out[node].end(), block, block + static_cast<std::ptrdiff_t>(sizes.of(origin, target)));
      }
    }
  }
}

void check_nodes(const TorusExchange& schedule) {
  if (schedule.nodes() > most_executed_nodes)
    throw LimitError(
        "torus nodes", schedule.nodes(), most_executed_nodes,
        "complete exchange keeps every message, on tori of " + std::to_string(most_executed_nodes) + " nodes at most");
}

}  // namespace

TorusRun check_torus_exchange(const TorusExchange& schedule,
                              const std::function<void(std::uint64_t, const TorusHoldings&)>& watch) {
  check_nodes(schedule);
  const TorusNumbering numbering(schedule);
  TorusMemories memories(schedule, numbering);
  return play(schedule, numbering, memories, nullptr, watch, {});
}

TorusRun execute_torus_exchange(const TorusExchange& schedule, const CollectiveTask& task, const CollectiveData& in,
                                CollectiveData& out, const TransferWatch& watch) {
  check_nodes(schedule);
  const std::uint32_t nodes = schedule.nodes();
  check_input(Collective::all_to_all, task, schedule.name(), nodes, in);
  const TorusNumbering numbering(schedule);
  TorusMemories memories(schedule, numbering);
  const BlockSizes sizes(task, nodes);
  const bool uniform = task.words % (std::uint64_t{nodes} * nodes) == 0;
  TorusRun run = play(schedule, numbering, memories, uniform && !watch ? nullptr : &sizes, {}, watch);
  if (uniform) run.words = run.transmissions * sizes.of(0, 0);
  deliver(schedule, numbering, memories.held(), sizes, in, out);
  return run;
}

}  // namespace pram
