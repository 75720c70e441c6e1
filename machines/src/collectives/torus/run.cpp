#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>

#include <pram/machines/detail/lockstep.hpp>
#include <pram/machines/detail/torus_exchange.hpp>
#include <pram/network/poll.hpp>

#include "collectives/model/block_sizes.hpp"
#include "topology/product/product.hpp"

namespace pram {

namespace {

constexpr std::uint32_t largest_executed_side = 128;  // 2^28 messages, of 28 bits each

/// Numbers of messages, for any side. Their bits name the target's row and column.
class Numbering {
 public:
  explicit Numbering(std::uint32_t side)
      : side_(side), bits_(static_cast<std::uint32_t>(std::bit_width(side - 1))), coordinate_((1u << bits_) - 1) {}

  std::uint32_t side_bits() const { return bits_; }
  std::uint32_t nodes() const { return side_ * side_; }

  std::uint32_t message(std::uint32_t origin, std::uint32_t target) const {
    return (origin << bits_ | target / side_) << bits_ | target % side_;
  }
  std::uint32_t origin(std::uint32_t message) const { return message >> 2 * bits_; }
  std::uint32_t target(std::uint32_t message) const {
    return (message >> bits_ & coordinate_) * side_ + (message & coordinate_);
  }

 private:
  std::uint32_t side_;
  std::uint32_t bits_;
  std::uint32_t coordinate_;
};

ProductTopology torus_of(std::uint32_t side) {
  const TopologyFactor ring{TopologyFactor::Kind::ring, side};
  return {fmt::format("torus:{0}x{0}", side), {ring, ring}, TopologyShape::Kind::torus};
}

constexpr const char* routine = "torus exchange";

/// Takes the chosen messages out of those that a node holds.
class Selection {
 public:
  Selection(const TorusSend& worm, std::uint32_t side_bits) {
    const std::uint32_t target_bits = worm.axis == TorusSend::Axis::row ? side_bits : 0;
    const std::uint32_t coordinate = (1u << side_bits) - 1;
    mask_ = ((worm.mask << worm.shift) & coordinate) << target_bits;
    value_ = (worm.value << worm.shift) << target_bits;
    equal_ = worm.equal;
  }

  void take(std::vector<std::uint32_t>& held, std::vector<std::uint32_t>& taken) const {
    taken.resize(held.size());
    std::size_t kept = 0;
    std::size_t gone = 0;
    // Both places are written, so that the choice needs no branch.
    for (const std::uint32_t message : held) {
      const bool goes = ((message & mask_) == value_) == equal_;
      taken[gone] = message;
      held[kept] = message;
      gone += goes;
      kept += !goes;
    }
    held.resize(kept);
    taken.resize(gone);
  }

 private:
  std::uint32_t mask_ = 0;
  std::uint32_t value_ = 0;
  bool equal_ = true;
};

TorusHoldings at_the_start(const Numbering& numbering) {
  const std::uint32_t nodes = numbering.nodes();
  TorusHoldings held(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    held[node].resize(nodes);
    for (std::uint32_t target = 0; target < nodes; ++target) held[node][target] = numbering.message(node, target);
  }
  return held;
}

std::uint64_t words_of(const std::vector<std::uint32_t>& messages, const Numbering& numbering,
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

TorusRun play(const TorusExchange& schedule, TorusHoldings& held, const BlockSizes* sizes,
              const std::function<void(std::uint64_t, const TorusHoldings&)>& watch, const TransferWatch& transfers) {
  const auto nodes = static_cast<std::uint32_t>(held.size());
  const Numbering numbering(schedule.side());
  const ProductTopology torus = torus_of(schedule.side());
  ScheduleLedger ledger;
  const ScheduleLedger::Scope scope(ledger, routine);
  Lockstep<ProductTopology> lockstep(torus, ledger);
  TorusRun run{.startups = schedule.steps(), .buffer = nodes};
  std::vector<TorusSend> sends;
  std::vector<std::uint32_t> arrived_from(nodes);  // per node: the worm that arrived
  TorusHoldings worms(nodes);
  for (std::uint64_t number = 0; number < run.startups; ++number) {
    sends.clear();
    schedule.step(number, sends);
    poll();
    lockstep.begin_step();
    arrived_from.assign(nodes, no_node);
    std::uint64_t largest = 0;
    std::uint64_t words = 0;
    for (std::uint32_t k = 0; k < sends.size(); ++k) {
      arrived_from[lockstep.send_worm(sends[k].node, sends[k].port, sends[k].hops)] = k;
      Selection(sends[k], numbering.side_bits()).take(held[sends[k].node], worms[k]);
      largest = std::max<std::uint64_t>(largest, worms[k].size());
      if (sizes == nullptr) continue;
      const std::uint64_t carried = words_of(worms[k], numbering, *sizes);
      words = std::max(words, carried);
      if (transfers && carried > 0)
        tell_links(torus, sends[k], {number, sends[k].node, 0, carried, worms[k]}, transfers);
    }
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (arrived_from[node] == no_node) continue;
      const std::vector<std::uint32_t>& worm = worms[arrived_from[node]];
      held[node].insert(held[node].end(), worm.begin(), worm.end());
      run.buffer = std::max<std::uint64_t>(run.buffer, held[node].size());
    }
    lockstep.end_step();
    run.largest.push_back(largest);
    run.transmissions += largest;
    run.words += words;
    if (watch) watch(number, held);
  }
  for (std::uint32_t node = 0; node < nodes; ++node)
    run.undelivered += static_cast<std::uint64_t>(
        std::ranges::count_if(held[node], [&](std::uint32_t message) { return numbering.target(message) != node; }));
  return run;
}

/// Gives every node the words of the messages that it holds, after a check that they are the right ones. A few nodes
/// are taken at a time, so that the words of one origin are read together.
void deliver(const TorusExchange& schedule, const Numbering& numbering, const TorusHoldings& held,
             const BlockSizes& sizes, const CollectiveData& in, CollectiveData& out) {
  constexpr std::uint32_t together = 32;
  const std::uint32_t nodes = numbering.nodes();
  const auto not_delivered = [&](std::uint32_t node, std::uint32_t origin, std::uint32_t target) {
    return ScheduleError({.breach = ScheduleError::Breach::not_held,
                          .network = torus_of(schedule.side()).name(),
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

void check_side(const TorusExchange& schedule) {
  if (schedule.side() > largest_executed_side)
    throw LimitError(
        "torus side", schedule.side(), largest_executed_side,
        "complete exchange keeps every message, on tori of side " + std::to_string(largest_executed_side) + " at most");
}

}  // namespace

TorusRun check_torus_exchange(const TorusExchange& schedule,
                              const std::function<void(std::uint64_t, const TorusHoldings&)>& watch) {
  check_side(schedule);
  TorusHoldings held = at_the_start(Numbering(schedule.side()));
  return play(schedule, held, nullptr, watch, {});
}

TorusRun execute_torus_exchange(const TorusExchange& schedule, const CollectiveTask& task, const CollectiveData& in,
                                CollectiveData& out, const TransferWatch& watch) {
  check_side(schedule);
  const Numbering numbering(schedule.side());
  const std::uint32_t nodes = numbering.nodes();
  check_input(Collective::all_to_all, task, torus_of(schedule.side()).name(), nodes, in);
  TorusHoldings held = at_the_start(numbering);
  const BlockSizes sizes(task, nodes);
  const bool uniform = task.words % (std::uint64_t{nodes} * nodes) == 0;
  TorusRun run = play(schedule, held, uniform && !watch ? nullptr : &sizes, {}, watch);
  if (uniform) run.words = run.transmissions * sizes.of(0, 0);
  deliver(schedule, numbering, held, sizes, in, out);
  return run;
}

}  // namespace pram
