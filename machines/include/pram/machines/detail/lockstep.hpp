#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <pram/machines/detail/schedule.hpp>
#include <pram/machines/topology.hpp>

namespace pram {

/// A record on its way to a place, with the place where it started.
template <class Payload>
struct Packet {
  std::uint32_t target = no_node;
  std::uint32_t origin = no_node;  ///< no_node: no record here
  Payload payload{};

  bool full() const { return origin != no_node; }
};

/// Pairs of neighbours that exchange records in one step. Lockstep::matching() checks them once. A step that recurs
/// thousands of times then costs no more than its data.
class Matching {
 public:
  std::uint64_t pairs() const { return stride_ != 0 ? nodes_ / 2 : pairs_.size(); }

  /// Calls visit(x, partner) for each pair, x < partner.
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (stride_ == 0) {
      for (const auto& [low, high] : pairs_) visit(low, high);
      return;
    }
    strided(0, nodes_, visit);
  }

 private:
  template <class Visit>
  void strided(std::uint32_t first, std::uint32_t last, Visit& visit) const {
    for (std::uint32_t base = first; base < last; base += 2 * stride_) {
      for (std::uint32_t x = base; x < base + stride_; ++x) visit(x, x + stride_);
    }
  }

  template <class Shape>
  friend class Lockstep;

  std::uint32_t nodes_ = 0;
  std::uint32_t stride_ = 0;  ///< if not 0, every node x is paired with x xor stride
  std::vector<std::array<std::uint32_t, 2>> pairs_;
};

/// A move step between two places: each place keeps its record or sends it to the other. If both records end in one
/// place, they collide.
/// @returns how many records moved
/// @throws ScheduleError for a collision
template <class Payload>
std::uint32_t settle(const ScheduleLedger& ledger, const std::string& network, std::uint32_t x, std::uint32_t partner,
                     Packet<Payload>& here, Packet<Payload>& there, bool here_moves, bool there_moves) {
  if (here_moves != there_moves && here.full() && there.full()) {
    throw ScheduleError({.breach = ScheduleError::Breach::collision,
                         .network = network,
                         .routine = ledger.path(),
                         .step = ledger.steps(),
                         .node = here_moves ? partner : x,
                         .origins = {here.origin, there.origin}});
  }
  if (here_moves || there_moves) std::swap(here, there);
  return static_cast<std::uint32_t>(here_moves) + static_cast<std::uint32_t>(there_moves);
}

/// Executes schedules on a topology with real data, step by step. Lockstep checks that links exist, that the port model
/// is obeyed, and that no two records meet in one place.
///
/// Shape is any Topology; if it is the class itself, the checks make no virtual calls. An exchange of known partners is
/// checked when its Matching is made. Steps that depend on data are checked as they run, by stamps.
template <class Shape = Topology>
class Lockstep {
 public:
  /// @param ledger  takes the charges; it and the shape must outlive this
  Lockstep(const Shape& shape, ScheduleLedger& ledger, const PortModel& model = {})
      : shape_(shape),
        ledger_(ledger),
        model_(model),
        name_(shape.name()),
        nodes_(shape.nodes()),
        terminals_(shape.terminals()) {}

  const Shape& shape() const { return shape_; }
  const std::string& name() const { return name_; }
  const PortModel& model() const { return model_; }
  ScheduleLedger& ledger() { return ledger_; }

  // A step by hand: begin_step(), any number of send(), end_step(). The caller moves the data itself.

  void begin_step() {
    if (sent_.empty()) {
      sent_.assign(nodes_, 0);
      received_.assign(nodes_, 0);
      // One stamp a node is enough, unless several of its links may be used or both ends of a link are compared.
      if (by_link()) link_.assign(std::size_t{nodes_} * shape_.ports(), 0);
    }
    ++stamp_;
    transfers_ = 0;
  }

  /// Sends through a port.
  /// @returns the node that receives
  /// @throws ScheduleError
  std::uint32_t send(std::uint32_t node, std::uint32_t port) {
    const std::uint32_t to = node < nodes_ && port < shape_.ports() ? shape_.neighbour(node, port) : no_node;
    if (to == no_node) fail(ScheduleError::Breach::no_such_link, node, port);
    if (model_.ports == SwitchingOptions::Ports::one) {
      if (!is_switch(node) && std::exchange(sent_[node], stamp_) == stamp_)
        fail(ScheduleError::Breach::two_sends, node, port);
      if (!is_switch(to) && std::exchange(received_[to], stamp_) == stamp_)
        fail(ScheduleError::Breach::two_receives, to, node);
    }
    if (by_link()) {
      std::uint64_t& link = link_[std::size_t{node} * shape_.ports() + port];
      if (std::exchange(link, stamp_) == stamp_) fail(ScheduleError::Breach::two_sends, node, port);
      if (model_.duplex == SwitchingOptions::Duplex::half && shape_.two_way()) {
        const std::uint32_t back = port_to(to, node);
        if (link_[std::size_t{to} * shape_.ports() + back] == stamp_)
          fail(ScheduleError::Breach::both_directions, node, to);
      }
    }
    ++transfers_;
    return to;
  }

  /// Sends a worm straight on through one port over `hops` links. The worm keeps all of them for this step. In the
  /// one-port model it counts as a send of its first node and a receive of its last.
  /// @returns the node that receives
  /// @throws ScheduleError
  std::uint32_t send_worm(std::uint32_t node, std::uint32_t port, std::uint32_t hops) {
    assert(model_.duplex == SwitchingOptions::Duplex::full);
    if (node >= nodes_ || port >= shape_.ports()) fail(ScheduleError::Breach::no_such_link, node, port);
    if (link_.empty()) link_.assign(std::size_t{nodes_} * shape_.ports(), 0);
    const bool one_port = model_.ports == SwitchingOptions::Ports::one;
    if (one_port && std::exchange(sent_[node], stamp_) == stamp_) fail(ScheduleError::Breach::two_sends, node, port);
    std::uint32_t here = node;
    for (std::uint32_t hop = 0; hop < hops; ++hop) {
      const std::uint32_t next = shape_.neighbour(here, port);
      if (next == no_node) fail(ScheduleError::Breach::no_such_link, here, port);
      if (std::exchange(link_[std::size_t{here} * shape_.ports() + port], stamp_) == stamp_)
        fail(ScheduleError::Breach::two_sends, here, port);
      here = next;
    }
    if (one_port && std::exchange(received_[here], stamp_) == stamp_)
      fail(ScheduleError::Breach::two_receives, here, node);
    ++transfers_;
    return here;
  }

  /// Sends to a neighbour.
  /// @throws ScheduleError
  void send_to(std::uint32_t node, std::uint32_t neighbour) { send(node, port_to(node, neighbour)); }

  /// Ends the step and charges it.
  /// @param words  of the longest transfer
  void end_step(std::uint64_t words = 1) { ledger_.charge(model_.steps(words), transfers_); }

  /// Checks an exchange in which every node x meets partner(x). A node that is its own partner takes no part.
  /// @throws ScheduleError if partners are no neighbours or not mutual
  template <class Partner>
  Matching matching(Partner&& partner) {
    Matching made;
    made.nodes_ = nodes_;
    const std::uint32_t stride = nodes_ > 1 ? partner(0u) : 0;
    bool strided = stride != 0 && (stride & (stride - 1)) == 0 && nodes_ % (2 * stride) == 0;
    // Mutual partners send and receive once each, which every port model permits.
    for (std::uint32_t x = 0; x < nodes_; ++x) {
      const std::uint32_t p = partner(x);
      strided = strided && p == (x ^ stride);
      if (p == x) continue;
      static_cast<void>(port_to(x, p));
      if (partner(p) != x) fail(ScheduleError::Breach::not_mutual, x, p);
      if (x < p) made.pairs_.push_back({x, p});
    }
    if (strided) {
      made.stride_ = stride;
      made.pairs_ = {};
    }
    return made;
  }

  /// An exchange step. meet(x, partner) is called for each pair, x < partner, and may read and change the data of both.
  /// @param words  that each node sends
  template <class Meet>
  void exchange(const Matching& matching, std::uint64_t words, Meet&& meet) {
    assert(matching.nodes_ == nodes_);
    matching.for_each(meet);
    charge_exchange(matching, words);
  }

  /// An exchange step on one record a node: meet(x, partner, record of x, record of partner).
  template <class Record, class Meet>
  void exchange(const Matching& matching, std::span<Record> records, Meet&& meet) {
    assert(records.size() == nodes_);
    exchange(matching, 1, [&](std::uint32_t x, std::uint32_t p) { meet(x, p, records[x], records[p]); });
  }

  /// Exchange steps one after the other, each along one bit of the node number and inside blocks of consecutive nodes:
  /// step k calls visits(k)(x, partner). The host takes block after block, so that the block stays in its cache. The
  /// result is the same.
  template <class Visits>
  void exchange_in_blocks(std::span<const Matching* const> steps, std::uint32_t block, std::uint64_t words,
                          Visits&& visits) {
    for (std::uint32_t first = 0; first < nodes_; first += block) {
      for (std::size_t k = 0; k < steps.size(); ++k) {
        assert(steps[k]->stride_ != 0 && block % (2 * steps[k]->stride_) == 0 && nodes_ % block == 0);
        auto visit = visits(k);
        steps[k]->strided(first, first + block, visit);
      }
    }
    for (const Matching* step : steps) charge_exchange(*step, words);
  }

  /// A move step: the record at each node leaves through port_of(node, packet), or stays if that is no_node. Afterwards
  /// a node may hold one record.
  /// @param now   one place for each node
  /// @param next  gets the records after the step, one place for each node; its old content is lost
  /// @throws ScheduleError for a step that the port model does not permit, and if two records meet
  template <class Payload, class PortOf>
  void move(std::span<const Packet<Payload>> now, std::span<Packet<Payload>> next, std::uint64_t words,
            PortOf&& port_of) {
    assert(now.size() == nodes_ && next.size() == nodes_);
    for (Packet<Payload>& packet : next) packet.origin = no_node;
    begin_step();
    for (std::uint32_t x = 0; x < nodes_; ++x) {
      if (!now[x].full()) continue;
      const std::uint32_t port = port_of(x, now[x]);
      const std::uint32_t to = port == no_node ? x : send(x, port);
      if (next[to].full()) {
        throw ScheduleError({.breach = ScheduleError::Breach::collision,
                             .network = name_,
                             .routine = ledger_.path(),
                             .step = ledger_.steps(),
                             .node = to,
                             .origins = {next[to].origin, now[x].origin}});
      }
      next[to] = now[x];
    }
    end_step(words);
  }

 private:
  bool by_link() const {
    return model_.ports == SwitchingOptions::Ports::all || model_.duplex == SwitchingOptions::Duplex::half ||
           terminals_ < nodes_;
  }

  /// Switches use all of their ports at once, whatever the nodes do that hold data.
  bool is_switch(std::uint32_t node) const { return node >= terminals_; }

  void charge_exchange(const Matching& matching, std::uint64_t words) {
    const std::uint64_t directions = model_.duplex == SwitchingOptions::Duplex::half ? 2 : 1;
    ledger_.charge(directions * model_.steps(words), 2 * matching.pairs());
  }

  std::uint32_t port_to(std::uint32_t node, std::uint32_t neighbour) const {
    if (node >= nodes_ || neighbour >= nodes_ || node == neighbour)
      fail(ScheduleError::Breach::no_such_link, node, neighbour);
    // A topology's own route to a neighbour is the link to it. There are no routes to switches.
    std::uint32_t port = 0;
    if (is_switch(neighbour)) {
      while (port + 1 < shape_.ports() && shape_.neighbour(node, port) != neighbour) ++port;
    } else {
      port = shape_.next_leg(node, neighbour).port;
    }
    if (shape_.neighbour(node, port) != neighbour) fail(ScheduleError::Breach::no_such_link, node, neighbour);
    return port;
  }

  [[noreturn]] void fail(ScheduleError::Breach breach, std::uint32_t node, std::uint32_t other) const {
    throw ScheduleError({.breach = breach,
                         .network = name_,
                         .routine = ledger_.path(),
                         .step = ledger_.steps(),
                         .node = node,
                         .other = other});
  }

  const Shape& shape_;
  ScheduleLedger& ledger_;
  PortModel model_;
  std::string name_;
  std::uint32_t nodes_;
  std::uint32_t terminals_;
  std::uint64_t stamp_ = 0;
  std::uint64_t transfers_ = 0;
  std::vector<std::uint64_t> sent_;
  std::vector<std::uint64_t> received_;
  std::vector<std::uint64_t> link_;
};

}  // namespace pram
