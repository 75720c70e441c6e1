#include "spread.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include <pram/network/poll.hpp>

namespace pram {

namespace {

/// Which pieces each node has.
class Spread {
 public:
  Spread(const Wires& wires, std::span<const std::uint32_t> origins)
      : wires_(wires),
        words_((origins.size() + 63) / 64),
        has_(wires.nodes() * words_, 0),
        gets_(has_),
        wants_(has_),
        copies_(origins.size(), 1),
        missing_(std::uint64_t{wires.terminals()} * origins.size()) {
    for (std::uint32_t piece = 0; piece < origins.size(); ++piece) set(has_, origins[piece], piece);
    missing_ -= origins.size();
    for (std::uint32_t node = 0; node < wires.terminals(); ++node) {
      for (std::size_t w = 0; w < words_; ++w) wants_[node * words_ + w] = ~std::uint64_t{0};
    }
  }

  Spread(const Wires& wires, std::span<const Multicast> pieces)
      : wires_(wires),
        to_some_(true),
        words_((pieces.size() + 63) / 64),
        has_(wires.nodes() * words_, 0),
        gets_(has_),
        wants_(has_),
        copies_(pieces.size(), 1) {
    for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
      set(has_, pieces[piece].origin, piece);
      const std::vector<std::uint32_t> before = ways_from(pieces[piece].origin);
      for (const std::uint32_t target : pieces[piece].targets) {
        for (std::uint32_t node = target; node != pieces[piece].origin; node = before[node]) {
          if (before[node] == no_node) throw_unreachable();
          if ((wants_[node * words_ + piece / 64] >> piece % 64 & 1) != 0) break;
          set(wants_, node, piece);
          ++missing_;
        }
      }
    }
  }

  [[noreturn]] static void throw_unreachable() {
    throw NetworkError("a collective cannot reach every node: links lead from some only away");
  }

  bool done() const { return missing_ == 0; }

  /// A switch wants what one that it may pass it on to lacks.
  void begin_step() {
    std::ranges::fill(gets_, 0);
    if (to_some_) return;
    for (std::uint32_t node = wires_.terminals(); node < wires_.nodes(); ++node) {
      for (std::size_t w = 0; w < words_; ++w) {
        std::uint64_t lacked = 0;
        for (const std::uint32_t wire : wires_.leaving(node)) lacked |= ~has_[wires_[wire].to * words_ + w];
        wants_[node * words_ + w] = lacked;
      }
    }
  }

  std::uint32_t options(std::uint32_t wire) const {
    std::uint32_t count = 0;
    for (std::size_t w = 0; w < words_; ++w) count += static_cast<std::uint32_t>(std::popcount(useful(wire, w)));
    return count;
  }

  /// Takes up to `most` pieces for a wire.
  std::vector<std::uint32_t> take(std::uint32_t wire, std::uint32_t most) {
    candidates_.clear();
    const std::uint32_t to = wires_[wire].to;
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t bits = useful(wire, w); bits != 0; bits &= bits - 1) {
        const auto piece = static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(bits));
        candidates_.emplace_back(std::uint64_t{copies_[piece]} << 32 | mixed(piece, to), piece);
      }
    }
    const std::size_t count = std::min<std::size_t>(most, candidates_.size());
    std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(count), candidates_.end());
    std::vector<std::uint32_t> taken;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t piece = candidates_[k].second;
      taken.push_back(piece);
      set(gets_, to, piece);
      ++copies_[piece];
      if (to_some_ || to < wires_.terminals()) --missing_;
    }
    return taken;
  }

  void end_step() {
    for (std::size_t k = 0; k < has_.size(); ++k) has_[k] |= gets_[k];
  }

 private:
  /// The node before each on a shortest way from an origin.
  std::vector<std::uint32_t> ways_from(std::uint32_t origin) const {
    std::vector<std::uint32_t> before(wires_.nodes(), no_node);
    std::vector<std::uint32_t> reached{origin};
    before[origin] = origin;
    for (std::size_t k = 0; k < reached.size(); ++k) {
      for (const std::uint32_t wire : wires_.leaving(reached[k])) {
        const std::uint32_t next = wires_[wire].to;
        if (before[next] != no_node) continue;
        before[next] = reached[k];
        reached.push_back(next);
      }
    }
    return before;
  }

  void set(std::vector<std::uint64_t>& of, std::uint32_t node, std::uint32_t piece) {
    of[node * words_ + piece / 64] |= std::uint64_t{1} << piece % 64;
  }
  std::uint64_t useful(std::uint32_t wire, std::size_t word) const {
    const std::size_t to = wires_[wire].to * words_ + word;
    return has_[wires_[wire].from * words_ + word] & ~has_[to] & ~gets_[to] & wants_[to];
  }
  /// Of pieces that as many nodes have, each node takes others first.
  static std::uint32_t mixed(std::uint32_t piece, std::uint32_t to) {
    return (piece * 0x9E3779B9U + to * 0x85EBCA6BU) * 0xC2B2AE35U >> 1;
  }

  const Wires& wires_;
  bool to_some_ = false;
  std::size_t words_;  // of 64 pieces, a node
  std::vector<std::uint64_t> has_;
  std::vector<std::uint64_t> gets_;   // in this step
  std::vector<std::uint64_t> wants_;  // all that it lacks, or what it could pass on
  std::vector<std::uint32_t> copies_;
  std::uint64_t missing_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> candidates_;
};

MovePlan plan_steps(const Wires& wires, Spread spread, std::uint32_t most) {
  MovePlan plan;
  StepWires ports(wires);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order;
  std::vector<std::uint32_t> wanted;
  while (!spread.done()) {
    poll();
    spread.begin_step();
    order.clear();
    wanted.clear();
    for (std::uint32_t wire = 0; wire < wires.count(); ++wire) {
      const std::uint32_t options = spread.options(wire);
      if (options > 0) order.emplace_back(options, wire);
    }
    // Who has the least choice takes first; but a node with one port sends to who lacks the most, so that none is left
    // behind.
    std::ranges::sort(order);
    if (wires.one_port()) std::ranges::reverse(order);
    for (const auto& [options, wire] : order) wanted.push_back(wire);
    MovePlan::Step step;
    for (const std::uint32_t wire : ports.choose(wanted)) {
      std::vector<std::uint32_t> pieces = spread.take(wire, most);
      if (!pieces.empty()) step.push_back({wires[wire].from, wires[wire].to, std::move(pieces)});
    }
    if (step.empty()) Spread::throw_unreachable();
    spread.end_step();
    plan.steps().push_back(std::move(step));
  }
  return plan;
}

}  // namespace

MovePlan plan_spread(const Wires& wires, std::span<const std::uint32_t> origins, std::uint32_t most) {
  MovePlan plan = plan_steps(wires, Spread(wires, origins), most);
  plan.prune(wires.nodes(), wires.terminals(), static_cast<std::uint32_t>(origins.size()));
  return plan;
}

MovePlan plan_multicasts(const Wires& wires, std::span<const Multicast> pieces, std::uint32_t most) {
  return plan_steps(wires, Spread(wires, pieces), most);
}

}  // namespace pram
