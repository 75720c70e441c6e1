#include <fmt/format.h>

#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "../bundled_topology.hpp"
#include "../circle_walk.hpp"
#include "../divider.hpp"
#include "../request.hpp"
#include "../topology_families.hpp"

namespace pram {

namespace {

/// Cube-connected cycles (Preparata and Vuillemin 1981): a hypercube of dimension n whose corners are rings of n nodes.
/// Node (w, i), numbered w n + i, has the next node of its ring at port 0, the one before at port 1, and at port 2 the
/// node (w', i) where w' differs from w in bit i.
///
/// Routes are shortest: a walk on the ring by all bits that differ, each of which is changed as the message comes by.
class CubeConnectedCycles final : public BundledTopology {
 public:
  /// @param dimension  n, 3 to 16
  explicit CubeConnectedCycles(std::uint32_t dimension) : by_ring_(dimension) {}

  std::string name() const override { return fmt::format("ccc:{}", dimension()); }
  std::uint32_t nodes() const override { return dimension() << dimension(); }
  std::uint32_t ports() const override { return 3; }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes() && port < ports());
    const auto [word, place] = place_of(node);
    if (port == across) return node_at(word ^ (1u << place), place);
    if (port == up) return node_at(word, place + 1 < dimension() ? place + 1 : 0);
    return node_at(word, place > 0 ? place - 1 : dimension() - 1);
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes() && destination < nodes() && node != destination);
    const Ahead ahead = ahead_of(node, destination);
    return {ahead.changes & 1 ? across : ahead.upwards ? up : down, 1};
  }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    const Ahead ahead = ahead_of(from, to);
    return ahead.steps + static_cast<std::uint32_t>(std::popcount(ahead.changes));
  }

  /// A message climbs two classes where its walk turns and where it crosses the link between places n - 1 and 0, which
  /// happens four times at most. In between it goes by places in ascending order, or in descending order one class
  /// below.
  std::uint32_t channel_classes() const override { return 2 * (most_breaks + 1); }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t, std::uint32_t destination) const override {
    const Ahead ahead = ahead_of(node, destination);
    assert(ahead.breaks <= most_breaks);
    return 2 * (most_breaks - ahead.breaks) + (ahead.upwards ? 1 : 0);
  }

  TopologyProperties properties() const override {
    const std::uint32_t n = dimension();
    return {.nodes = nodes(),
            .links = std::uint64_t{nodes()} * 3 / 2,
            .largest_degree = 3,
            .smallest_degree = 3,
            .diameter = n == 3 ? 6 : 2 * n + n / 2 - 2};
  }

 private:
  static constexpr std::uint32_t up = 0;
  static constexpr std::uint32_t down = 1;
  static constexpr std::uint32_t across = 2;
  static constexpr std::uint32_t most_breaks = 4;

  struct Place {
    std::uint32_t word;
    std::uint32_t place;
  };

  /// What a message has ahead of it.
  struct Ahead {
    std::uint32_t changes;  ///< bits to change, counted from the place where the message is
    std::uint32_t steps;    ///< on rings
    std::uint32_t breaks;   ///< turns, and links between places n - 1 and 0
    bool upwards;
  };

  std::uint32_t dimension() const { return by_ring_.divisor(); }
  std::uint32_t node_at(std::uint32_t word, std::uint32_t place) const { return word * dimension() + place; }
  Place place_of(std::uint32_t node) const {
    const std::uint32_t word = by_ring_.quotient(node);
    return {word, node - word * dimension()};
  }

  /// Of the shortest walks the one of the fewest breaks, an upward one first: no step along it makes another one better
  /// whose classes lie below.
  Ahead ahead_of(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t n = dimension();
    const auto [word, place] = place_of(from);
    const auto [end_word, end_place] = place_of(to);
    const std::uint32_t differing = word ^ end_word;
    const std::uint32_t changes = (differing >> place | differing << (n - place)) & ((1u << n) - 1);
    const std::uint32_t end = end_place >= place ? end_place - place : end_place + n - place;
    Ahead best{changes, no_node, no_node, false};
    for_each_circle_walk(n, end, changes, [&](const CircleWalk& walk) {
      const auto [breaks, downwards] = shape_of(walk, place);
      if (std::tuple(walk.steps(), breaks, downwards) < std::tuple(best.steps, best.breaks, !best.upwards))
        best = {changes, walk.steps(), breaks, !downwards};
    });
    return best;
  }

  /// The breaks of a walk, and whether it begins downwards.
  std::tuple<std::uint32_t, bool> shape_of(const CircleWalk& walk, std::uint32_t place) const {
    const auto n = static_cast<std::int32_t>(dimension());
    // Places count on where the walk goes around, and the link between n - 1 and 0 is crossed at each multiple of n.
    std::int32_t at = static_cast<std::int32_t>(place) + n * 2;
    std::uint32_t breaks = 0;
    std::uint32_t pieces = 0;
    bool downwards = false;
    for (const std::int32_t piece : walk.piece) {
      if (piece == 0) continue;
      if (pieces++ == 0) downwards = piece < 0;
      breaks += static_cast<std::uint32_t>(std::abs((at + piece) / n - at / n));
      at += piece;
    }
    return {breaks + (pieces > 1 ? pieces - 1 : 0), downwards};
  }

  Divider by_ring_;
};

std::unique_ptr<Topology> make_cycles(const TopologyRequest& request) {
  const std::string usage = "ccc:N with N of 3 to 16, for N 2^N components";
  std::uint32_t dimension = 3;
  const auto nodes = [&] { return std::uint64_t{dimension} << dimension; };
  if (request.spec.values.empty()) {
    const std::uint32_t terminals = request.wanted(usage);
    while (nodes() < terminals) ++dimension;
    if (nodes() != terminals)
      request.refuse(fmt::format("it connects N 2^N components with N of 3 to 16, and {} are wanted", terminals));
  } else {
    dimension = request.sizes(1, 1, usage)[0];
    if (dimension < 3) request.refuse(usage);
    if (dimension > 16) request.refuse("at most 2^20 nodes: " + usage);
  }
  request.match(nodes());
  return std::make_unique<CubeConnectedCycles>(dimension);
}

}  // namespace

std::vector<TopologyEntry> cube_connected_cycles_topologies() {
  return {{"ccc", "cube-connected cycles, ccc:N: a hypercube whose 2^N corners are rings of N nodes",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_cycles({spec, terminals});
           }}};
}

}  // namespace pram
