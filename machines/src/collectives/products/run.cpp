#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <sys/mman.h>

#include <pram/machines/detail/lockstep.hpp>
#include <pram/machines/detail/total_exchange.hpp>
#include <pram/network/poll.hpp>

#include "collectives/model/block_sizes.hpp"
#include "topology/hypercube.hpp"
#include "topology/product/product.hpp"

namespace pram {

namespace {

using Ports = SwitchingOptions::Ports;

/// The node at which each message is. A message's words belong to its holder alone, so handing it on costs no copy.
class Holders {
 public:
  explicit Holders(std::uint32_t nodes)
      : row_(std::size_t{nodes} + padding), bytes_(row_ * nodes * sizeof(std::uint16_t)) {
    holder_.reset(static_cast<std::uint16_t*>(::operator new(bytes_, std::align_val_t(large_page))));
    ::madvise(holder_.get(), bytes_, MADV_HUGEPAGE);  // the moves of a step are spread over all of it
    for (std::uint32_t origin = 0; origin < nodes; ++origin)
      std::fill_n(holder_.get() + origin * row_, row_, static_cast<std::uint16_t>(origin));
  }

  std::uint16_t& of(const ExchangeMove& move) { return holder_[move.origin * row_ + move.target]; }
  std::uint32_t of(std::uint32_t origin, std::uint32_t target) const { return holder_[origin * row_ + target]; }
  /// Of any move, right or wrong.
  void prefetch(const ExchangeMove& move) const {
    __builtin_prefetch(holder_.get() + std::min(move.origin * row_ + move.target, bytes_ / sizeof(std::uint16_t)), 1);
  }

 private:
  static constexpr std::size_t large_page = std::size_t{2} << 20;
  static constexpr std::size_t padding = 32;  ///< keeps rows out of each other's sets of the cache
  struct Free {
    void operator()(std::uint16_t* place) const { ::operator delete(place, std::align_val_t(large_page)); }
  };

  std::size_t row_;
  std::size_t bytes_;
  std::unique_ptr<std::uint16_t[], Free> holder_;
};

constexpr std::size_t prefetch_distance = 16;

static_assert(most_exchange_nodes <= 1u << 16, "a holder has 16 bits");

template <class Shape>
TotalExchangeRun play(const TotalExchange& schedule, const Shape& graph, Ports ports, Holders& holders,
                      const BlockSizes* sizes, const TransferWatch& watch) {
  const std::uint32_t nodes = graph.nodes();
  ScheduleLedger ledger;
  const ScheduleLedger::Scope scope(ledger, "total exchange");
  Lockstep<Shape> lockstep(graph, ledger, {.ports = ports});
  const auto not_held = [&](std::uint64_t step, std::uint32_t node, std::uint32_t other, std::uint32_t origin,
                            std::uint32_t target) {
    return ScheduleError({.breach = ScheduleError::Breach::not_held,
                          .network = lockstep.name(),
                          .routine = ledger.path(),
                          .step = step,
                          .node = node,
                          .other = other,
                          .origins = {origin, target}});
  };
  TotalExchangeRun run{.steps = schedule.steps()};
  std::vector<ExchangeMove> moves;
  for (std::uint64_t number = 0; number < run.steps; ++number) {
    poll();
    moves.clear();
    schedule.step(number, moves);
    lockstep.begin_step();
    for (std::size_t k = 0; k < moves.size(); ++k) {
      const ExchangeMove& move = moves[k];
      holders.prefetch(moves[std::min(k + prefetch_distance, moves.size() - 1)]);
      lockstep.send_to(move.from, move.to);
      if (move.origin >= nodes || move.target >= nodes || holders.of(move) != move.from)
        throw not_held(number, move.from, move.to, move.origin, move.target);
    }
    // Holders change only here, so that no message makes two moves in one step, neither one after the other nor to two
    // places.
    std::uint64_t largest = 0;
    for (const ExchangeMove& move : moves) {
      std::uint16_t& holder = holders.of(move);
      if (holder != move.from) throw not_held(number, move.from, move.to, move.origin, move.target);
      holder = static_cast<std::uint16_t>(move.to);
      if (sizes != nullptr) largest = std::max(largest, sizes->of(move.origin, move.target));
    }
    lockstep.end_step();
    if (watch && sizes != nullptr) {
      for (const ExchangeMove& move : moves) {
        const std::uint64_t words = sizes->of(move.origin, move.target);
        const std::uint32_t message = move.origin * nodes + move.target;
        if (words > 0) watch({number, move.from, move.to, words, std::span(&message, 1)});
      }
    }
    run.words += sizes != nullptr ? largest : 1;
  }
  run.transfers = ledger.transfers();
  for (std::uint32_t origin = 0; origin < nodes; ++origin) {
    for (std::uint32_t target = 0; target < nodes; ++target) {
      if (holders.of(origin, target) != target) throw not_held(run.steps, target, target, origin, target);
    }
  }
  return run;
}

/// Calls with the class of a common topology itself, so that checks need no virtual calls.
TotalExchangeRun play_on(const TotalExchange& schedule, const Topology& graph, Ports ports, Holders& holders,
                         const BlockSizes* sizes, const TransferWatch& watch) {
  if (const auto* cube = dynamic_cast<const Hypercube*>(&graph))
    return play(schedule, *cube, ports, holders, sizes, watch);
  if (const auto* product = dynamic_cast<const ProductTopology*>(&graph))
    return play(schedule, *product, ports, holders, sizes, watch);
  return play(schedule, graph, ports, holders, sizes, watch);
}

void check_size(const TotalExchange& schedule, const Topology& graph) {
  if (graph.nodes() > most_exchange_nodes)
    throw LimitError("nodes", graph.nodes(), most_exchange_nodes,
                     "total exchange keeps the place of every message, on at most " +
                         std::to_string(most_exchange_nodes) + " nodes");
  if (schedule.nodes() != graph.nodes())
    throw ConfigError("network", graph.name(), "one of " + std::to_string(schedule.nodes()) + " nodes");
}

}  // namespace

TotalExchangeRun check_total_exchange(const TotalExchange& schedule, const Topology& graph, Ports ports) {
  check_size(schedule, graph);
  Holders holders(graph.nodes());
  return play_on(schedule, graph, ports, holders, nullptr, {});
}

TotalExchangeRun execute_total_exchange(const TotalExchange& schedule, const Topology& graph, Ports ports,
                                        const CollectiveTask& task, const CollectiveData& in, CollectiveData& out,
                                        const TransferWatch& watch) {
  check_size(schedule, graph);
  const std::uint32_t nodes = graph.nodes();
  check_input(Collective::all_to_all, task, graph.name(), nodes, in);
  const BlockSizes sizes(task, nodes);
  Holders holders(nodes);
  const TotalExchangeRun run = play_on(schedule, graph, ports, holders, &sizes, watch);
  out.assign(nodes, {});
  for (std::uint32_t node = 0; node < nodes; ++node) out[node].reserve(sizes.total_to(node));
  // A few targets are taken at a time, so that the words of few nodes are written together.
  constexpr std::uint32_t together = 32;
  for (std::uint32_t first = 0; first < nodes; first += together) {
    for (std::uint32_t origin = 0; origin < nodes; ++origin) {
      for (std::uint32_t target = first; target < std::min(nodes, first + together); ++target) {
        const auto block = in[origin].begin() + static_cast<std::ptrdiff_t>(sizes.begin(origin, target));
        std::vector<Word>& there = out[holders.of(origin, target)];
        there.insert(there.end(), block, block + static_cast<std::ptrdiff_t>(sizes.of(origin, target)));
      }
    }
  }
  return run;
}

}  // namespace pram
