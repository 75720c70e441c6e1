#include <algorithm>
#include <array>
#include <queue>
#include <utility>

#include <pram/error.hpp>
#include <pram/machines/detail/total_exchange.hpp>

namespace pram {

namespace {

using Ports = SwitchingOptions::Ports;
using Moves = std::vector<ExchangeMove>;

/// A step of the messages of one offset, after so many links. Offset 0: none.
struct OffsetHop {
  std::uint32_t offset = 0;
  std::uint32_t hop = 0;
};

class RingOnePort final : public TotalExchange {
 public:
  explicit RingOnePort(std::uint32_t nodes) : nodes_(nodes) {
    for (std::uint32_t offset = 1; offset < nodes; ++offset) {
      for (std::uint32_t hop = 0; hop < std::min(offset, nodes - offset); ++hop) steps_.push_back({offset, hop});
    }
  }

  std::uint32_t nodes() const override { return nodes_; }
  std::uint64_t steps() const override { return steps_.size(); }

  void step(std::uint64_t number, Moves& moves) const override {
    const auto [offset, hop] = steps_[number];
    const bool upwards = 2 * offset <= nodes_;
    const std::uint32_t done = upwards ? hop : nodes_ - hop;
    for (std::uint32_t origin = 0; origin < nodes_; ++origin) {
      const std::uint32_t from = (origin + done) % nodes_;
      moves.push_back({from, (from + (upwards ? 1 : nodes_ - 1)) % nodes_, origin, (origin + offset) % nodes_});
    }
  }

 private:
  std::uint32_t nodes_;
  std::vector<OffsetHop> steps_;
};

/// Both directions of a ring at once. Clockwise all nodes of equal parity do the same. Counter-clockwise the nodes of
/// the other parity do the mirror image.
class RingAllPorts final : public TotalExchange {
 public:
  explicit RingAllPorts(std::uint32_t nodes) : nodes_(nodes) {
    if (nodes % 2 == 1) {
      for (std::uint32_t offset = 1; 2 * offset < nodes; ++offset) {
        for (std::uint32_t hop = 0; hop < offset; ++hop) steps_.push_back({{{offset, hop}, {offset, hop}}});
      }
      return;
    }
    // Even nodes also serve the opposite node. The message with the most links left goes first; of several the one that
    // came farthest.
    using Waiting = std::pair<std::uint32_t, std::uint32_t>;  // links left, offset
    std::array<std::priority_queue<Waiting>, 2> queue;
    for (std::uint32_t offset = 1; 2 * offset <= nodes; ++offset) {
      queue[0].emplace(offset, offset);
      if (2 * offset < nodes) queue[1].emplace(offset, offset);
    }
    while (!queue[0].empty() || !queue[1].empty()) {
      std::array<OffsetHop, 2> sent;
      for (std::size_t parity = 0; parity < 2; ++parity) {
        if (queue[parity].empty()) continue;
        const auto [to_go, offset] = queue[parity].top();
        queue[parity].pop();
        sent[parity] = {offset, offset - to_go};
      }
      for (std::size_t parity = 0; parity < 2; ++parity) {
        const auto [offset, hop] = sent[parity];
        if (hop + 1 < offset) queue[1 - parity].emplace(offset - hop - 1, offset);
      }
      steps_.push_back(sent);
    }
  }

  std::uint32_t nodes() const override { return nodes_; }
  std::uint64_t steps() const override { return steps_.size(); }

  void step(std::uint64_t number, Moves& moves) const override {
    const auto at = [&](std::uint32_t place) { return place % nodes_; };
    for (std::uint32_t x = 0; x < nodes_; ++x) {
      const auto [ahead, ahead_hop] = steps_[number][x % 2];
      if (ahead != 0) {
        const std::uint32_t origin = at(x + nodes_ - ahead_hop);
        moves.push_back({x, at(x + 1), origin, at(origin + ahead)});
      }
      const auto [behind, behind_hop] = steps_[number][1 - x % 2];
      if (behind != 0) {
        const std::uint32_t origin = at(x + behind_hop);
        moves.push_back({x, at(x + nodes_ - 1), origin, at(origin + nodes_ - behind)});
      }
    }
  }

 private:
  std::uint32_t nodes_;
  std::vector<std::array<OffsetHop, 2>> steps_;
};

/// Node i sends the messages of nodes i, i - 1, …, 0 for the last node, then those for the node before it, and so on.
/// Each message has arrived by then, and the farthest target is served first.
class Path final : public TotalExchange {
 public:
  Path(std::uint32_t nodes, Ports ports, bool plain)
      : nodes_(nodes), ports_(ports), crosses_(ports == Ports::one && !plain && nodes % 2 == 0 && nodes > 2) {
    const std::uint64_t busiest = std::uint64_t{nodes} * nodes / 4;
    steps_ = ports == Ports::all || nodes == 2 ? busiest : crosses_ ? 2 * busiest - 1 : 2 * busiest;
  }

  std::uint32_t nodes() const override { return nodes_; }
  std::uint64_t steps() const override { return steps_; }

  void step(std::uint64_t number, Moves& moves) const override {
    if (ports_ == Ports::all || nodes_ == 2) return both(number, moves);
    if (!crosses_) return one_way(number / 2, number % 2 == 0, moves);
    if (number > 0) return one_way((number - 1) / 2, number % 2 == 1, moves);
    for (std::uint32_t i = first_crossed(); i + 1 < nodes_; i += 2) {
      moves.push_back({i, i + 1, i, i + 1});
      moves.push_back({i + 1, i, i + 1, i});
    }
  }

 private:
  /// In the first step the middle link and every other link carry in both directions: the last message that is node i's
  /// own.
  std::uint32_t first_crossed() const { return (nodes_ / 2 - 1) % 2; }
  bool crossed(std::uint32_t i) const { return crosses_ && i % 2 == first_crossed(); }

  void both(std::uint64_t step, Moves& moves) const {
    one_way(step, true, moves);
    one_way(step, false, moves);
  }

  void one_way(std::uint64_t step, bool upwards, Moves& moves) const {
    const auto side = [&](std::uint32_t i) { return upwards ? i : nodes_ - 1 - i; };
    for (std::uint32_t i = 0; i + 1 < nodes_; ++i) {
      std::uint64_t place = step;
      if (crossed(i)) {
        // Without its own message for i + 1, the rest of that last round comes a step sooner if it can be there.
        const std::uint64_t taken = std::uint64_t{nodes_ - 2 - i} * (i + 1);
        if (taken == 0 && step == 0) continue;
        if (taken > 0 && step >= taken) place = step + 1;
      }
      const auto round = static_cast<std::uint32_t>(place / (i + 1));
      const auto behind = static_cast<std::uint32_t>(place % (i + 1));
      if (round + 1 >= nodes_ - i) continue;
      moves.push_back({side(i), side(i + 1), side(i - behind), side(nodes_ - 1 - round)});
    }
  }

  std::uint32_t nodes_;
  Ports ports_;
  bool crosses_;
  std::uint64_t steps_ = 0;
};

class Complete final : public TotalExchange {
 public:
  Complete(std::uint32_t nodes, Ports ports) : nodes_(nodes), ports_(ports) {}

  std::uint32_t nodes() const override { return nodes_; }
  std::uint64_t steps() const override { return ports_ == Ports::one || nodes_ == 1 ? nodes_ - 1 : 1; }

  void step(std::uint64_t number, Moves& moves) const override {
    const auto first = static_cast<std::uint32_t>(number) + 1;
    const std::uint32_t last = ports_ == Ports::one ? first : nodes_ - 1;
    for (std::uint32_t offset = first; offset <= last; ++offset) {
      for (std::uint32_t x = 0; x < nodes_; ++x) {
        const std::uint32_t to = x + offset < nodes_ ? x + offset : x + offset - nodes_;
        moves.push_back({x, to, x, to});
      }
    }
  }

 private:
  std::uint32_t nodes_;
  Ports ports_;
};

void check_nodes(std::uint32_t nodes) {
  if (nodes == 0) throw ConfigError("nodes", "0", "at least 1");
}

}  // namespace

TotalExchangePtr total_exchange_on_ring(std::uint32_t nodes, Ports ports) {
  check_nodes(nodes);
  if (ports == Ports::one) return std::make_shared<RingOnePort>(nodes);
  return std::make_shared<RingAllPorts>(nodes);
}

TotalExchangePtr total_exchange_on_path(std::uint32_t nodes, Ports ports, bool plain) {
  check_nodes(nodes);
  return std::make_shared<Path>(nodes, ports, plain);
}

TotalExchangePtr total_exchange_on_complete(std::uint32_t nodes, Ports ports) {
  check_nodes(nodes);
  return std::make_shared<Complete>(nodes, ports);
}

}  // namespace pram
