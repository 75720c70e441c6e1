#include "schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <pram/network/poll.hpp>

namespace pram {

namespace {

/// The ways of a product to its targets.
class ProductWays {
 public:
  ProductWays(const Wires& wires, const ShortestWays& ways, const ScanProduct& product)
      : origin_(product.origin), next_(wires.nodes()), target_(wires.nodes(), false), after_(wires.nodes(), 0) {
    for (const std::uint32_t target : product.targets) {
      target_[target] = true;
      static_cast<void>(ways.distance(origin_, target));  // throws if there is no way
      for (std::uint32_t node = target; node != origin_;) {
        const std::uint32_t wire = ways.last_wire(origin_, node);
        const std::uint32_t before = wires[wire].from;
        const bool known = std::ranges::find(next_[before], wire) != next_[before].end();
        if (known) break;
        next_[before].push_back(wire);
        node = before;
      }
    }
  }

  const std::vector<std::uint32_t>& next(std::uint32_t node) const { return next_[node]; }
  bool is_target(std::uint32_t node) const { return target_[node]; }
  /// Steps that follow in the whole scan when it is at this node, if nothing waits.
  std::uint32_t after(std::uint32_t node) const { return after_[node]; }
  std::uint32_t after() const { return after_[origin_]; }

  /// @param above  steps that follow at a target, above(target)
  template <class Above>
  void set_after(const Wires& wires, Above&& above) {
    std::vector<std::uint32_t> order{origin_};
    for (std::size_t k = 0; k < order.size(); ++k) {
      for (const std::uint32_t wire : next_[order[k]]) order.push_back(wires[wire].to);
    }
    for (std::size_t k = order.size(); k-- > 0;) {
      const std::uint32_t node = order[k];
      std::uint32_t most = target_[node] ? above(node) : 0;
      for (const std::uint32_t wire : next_[node]) most = std::max(most, 1 + after_[wires[wire].to]);
      after_[node] = most;
    }
  }

 private:
  std::uint32_t origin_;
  std::vector<std::vector<std::uint32_t>> next_;  // wires, by node
  std::vector<bool> target_;
  std::vector<std::uint32_t> after_;
};

/// Products in an order in which each comes before its parts.
std::vector<std::uint32_t> from_the_last(std::span<const ScanProduct> products,
                                         const std::vector<std::vector<std::uint32_t>>& above) {
  std::vector<std::size_t> open;
  std::vector<std::uint32_t> order;
  for (std::uint32_t z = 0; z < products.size(); ++z) {
    open.push_back(above[z].size());
    if (above[z].empty()) order.push_back(z);
  }
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (const std::uint32_t part : products[order[k]].parts) {
      if (--open[part] == 0) order.push_back(part);
    }
  }
  return order;
}

/// A scan on its way.
class RunningScan {
 public:
  RunningScan(const Wires& wires, const ShortestWays& ways, std::span<const ScanProduct> products,
              std::uint32_t packets)
      : wires_(wires),
        products_(products),
        packets_(packets),
        above_(products_above(products)),
        queues_(wires.count()) {
    ways_.reserve(products.size());
    for (const ScanProduct& product : products) ways_.emplace_back(wires, ways, product);
    for (const std::uint32_t z : from_the_last(products, above_)) {
      ways_[z].set_after(wires, [&](std::uint32_t target) {
        std::uint32_t most = 0;
        for (const std::uint32_t made : above_[z])
          most = std::max(most, products_[made].origin == target ? ways_[made].after() : 0);
        return most;
      });
    }
    for (std::uint32_t z = 0; z < products.size(); ++z) {
      for (std::uint32_t q = 0; q < packets; ++q) {
        missing_.push_back(static_cast<std::uint32_t>(products[z].parts.size()));
        if (missing_.back() == 0) pass_on(z * packets + q, products[z].origin);
      }
    }
  }

  /// The wires for which something waits, the most urgent first.
  std::vector<std::uint32_t> wanted() const {
    std::vector<std::pair<std::int64_t, std::uint32_t>> order;
    for (std::uint32_t wire = 0; wire < queues_.size(); ++wire) {
      if (!queues_[wire].empty()) order.emplace_back(-queues_[wire].front().first, wire);
    }
    std::ranges::sort(order);
    std::vector<std::uint32_t> wires;
    for (const auto& [urgency, wire] : order) wires.push_back(wire);
    return wires;
  }

  std::vector<std::uint32_t> take(std::uint32_t wire, std::uint32_t most) {
    Queue& queue = queues_[wire];
    std::vector<std::uint32_t> pieces;
    while (!queue.empty() && pieces.size() < most) {
      std::ranges::pop_heap(queue);
      pieces.push_back(~queue.back().second);
      queue.pop_back();
    }
    return pieces;
  }

  void arrive(std::uint32_t piece, std::uint32_t node) {
    pass_on(piece, node);
    const std::uint32_t product = piece / packets_;
    if (!ways_[product].is_target(node)) return;
    for (const std::uint32_t made : above_[product]) {
      if (products_[made].origin != node) continue;
      const std::uint32_t next = made * packets_ + piece % packets_;
      if (--missing_[next] == 0) pass_on(next, node);
    }
  }

 private:
  /// Urgency and the number of a piece, inverted, so that of equally urgent ones that with the least number goes first.
  using Queue = std::vector<std::pair<std::int64_t, std::uint32_t>>;

  void pass_on(std::uint32_t piece, std::uint32_t node) {
    constexpr std::int64_t a_step = 4;  // as urgent as so many packets before
    const ProductWays& ways = ways_[piece / packets_];
    for (const std::uint32_t wire : ways.next(node)) {
      Queue& queue = queues_[wire];
      queue.emplace_back(a_step * ways.after(wires_[wire].to) - piece % packets_, ~piece);
      std::ranges::push_heap(queue);
    }
  }

  const Wires& wires_;
  std::span<const ScanProduct> products_;
  std::uint32_t packets_;
  std::vector<std::vector<std::uint32_t>> above_;
  std::vector<ProductWays> ways_;
  std::vector<std::uint32_t> missing_;  // parts of each piece
  std::vector<Queue> queues_;           // heaps, by wire
};

}  // namespace

std::vector<std::vector<std::uint32_t>> products_above(std::span<const ScanProduct> products) {
  std::vector<std::vector<std::uint32_t>> above(products.size());
  for (std::uint32_t z = 0; z < products.size(); ++z) {
    for (const std::uint32_t part : products[z].parts) above[part].push_back(z);
  }
  return above;
}

MovePlan plan_tree_scan(const Wires& wires, const ShortestWays& ways, std::span<const ScanProduct> products,
                        std::uint32_t packets, std::uint32_t most) {
  RunningScan scan(wires, ways, products, packets);
  StepWires ports(wires);
  MovePlan plan;
  for (std::vector<std::uint32_t> wanted = scan.wanted(); !wanted.empty(); wanted = scan.wanted()) {
    poll();
    MovePlan::Step step;
    for (const std::uint32_t wire : ports.choose(wanted))
      step.push_back({wires[wire].from, wires[wire].to, scan.take(wire, most)});
    for (const MovePlan::Move& move : step) {
      for (const std::uint32_t piece : move.pieces) scan.arrive(piece, move.to);
    }
    plan.steps().push_back(std::move(step));
  }
  return plan;
}

}  // namespace pram
