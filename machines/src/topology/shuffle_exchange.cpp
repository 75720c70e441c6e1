#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bundled_topology.hpp"
#include "circle_walk.hpp"
#include "request.hpp"
#include "topology_families.hpp"

namespace pram {

namespace {

/// The shuffle-exchange network (Stone 1971). Nodes are the words of n bits. Port 0, exchange, changes the last bit;
/// port 1, shuffle, leads to the word rotated left by a bit, port 2 back. A word of equal bits has neither of these
/// two, and one of alternating bits has port 1 alone, as both lead to the same node.
///
/// Routing rotates one way and changes last bits as they come by: as often, and that way, as makes the other bits right
/// in the end. It takes at most 2n - 1 links, as shortest paths do between the words of no ones and of ones alone;
/// others may have a shorter path that turns back.
class ShuffleExchange final : public BundledTopology {
 public:
  /// @param bits  n, 1 to 20
  explicit ShuffleExchange(std::uint32_t bits) : bits_(bits) { assert(bits >= 1 && bits <= 20); }

  std::string name() const override { return fmt::format("shuffle-exchange:{}", bits_); }
  std::uint32_t nodes() const override { return 1u << bits_; }
  std::uint32_t ports() const override { return bits_ == 1 ? 1 : bits_ == 2 ? 2 : 3; }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes() && port < ports());
    if (port == exchange) return node ^ 1;
    const std::uint32_t left = rotated(node, 1);
    const std::uint32_t right = rotated(node, bits_ - 1);
    if (left == node || (port == unshuffle && left == right)) return no_node;
    return port == shuffle ? left : right;
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes() && destination < nodes() && node != destination);
    const Turns turns = turns_of(node, destination);
    if (turns.changes_bit) return {exchange, 1};
    return {turns.left || rotated(node, 1) == rotated(node, bits_ - 1) ? shuffle : unshuffle, 1};
  }

  // The last bit is a head on a circle of bits. A path moves it, changes bits and leaves it where the destination's
  // last bit is to be.
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    std::uint32_t fewest = no_node;
    for (std::uint32_t end = 0; end < bits_; ++end) {
      const std::uint32_t changes = from ^ rotated(to, end);
      const auto bits = static_cast<std::uint32_t>(std::popcount(changes));
      if (bits + std::min(end, bits_ - end) >= fewest) continue;
      for_each_circle_walk(bits_, end, changes,
                           [&](const CircleWalk& walk) { fewest = std::min(fewest, bits + walk.steps()); });
    }
    return fewest;
  }

  TopologyProperties properties() const override {
    if (bits_ == 1) return {.nodes = 2, .links = 1, .largest_degree = 1, .smallest_degree = 1, .diameter = 1};
    // A rotation has a link for each word but the two of equal bits; of the two words of alternating bits it is one.
    const std::uint32_t rotations = nodes() - 2 - (bits_ % 2 == 0 ? 1 : 0);
    return {.nodes = nodes(),
            .links = std::uint64_t{nodes()} / 2 + rotations,
            .largest_degree = std::min(bits_, 3u),
            .smallest_degree = 1,
            .diameter = 2 * bits_ - 1};
  }

  /// One class for each rotation that may still be ahead. In a class a message changes a bit first and is rotated then.
  std::uint32_t channel_classes() const override { return bits_; }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t, std::uint32_t destination) const override {
    return bits_ - 1 - turns_of(node, destination).rotations;
  }

 private:
  static constexpr std::uint32_t exchange = 0;
  static constexpr std::uint32_t shuffle = 1;
  static constexpr std::uint32_t unshuffle = 2;

  /// The rotations that a message has ahead of it.
  struct Turns {
    std::uint32_t rotations;
    bool left;
    bool changes_bit;  ///< before the next one
  };

  std::uint32_t rotated(std::uint32_t word, std::uint32_t left) const {
    return (word << left | word >> (bits_ - left)) & (nodes() - 1);
  }

  /// The fewest rotations one way; if both ways take as many, the way that changes fewer bits, or else to the left.
  /// Those to the left, k of them, change the bits that end up as the last k + 1; those to the right the first bits and
  /// the last one.
  Turns turns_of(std::uint32_t node, std::uint32_t destination) const {
    for (std::uint32_t k = 0;; ++k) {
      const std::uint32_t to_left = rotated(node, k) ^ destination;
      const std::uint32_t to_right = rotated(rotated(node, bits_ - k) ^ destination, k);
      const bool left = to_left >> k <= 1;
      const bool right = to_right >> k <= 1;
      if (left && (!right || std::popcount(to_left) <= std::popcount(to_right))) return {k, true, to_left >> k == 1};
      if (right) return {k, false, (to_right & 1) != 0};
    }
  }

  std::uint32_t bits_;
};

std::unique_ptr<Topology> make_shuffle_exchange(const TopologyRequest& request) {
  const std::string usage = "shuffle-exchange:N with N of 1 to 20, for 2^N components";
  std::uint32_t bits = 0;
  if (request.spec.values.empty()) {
    const std::uint32_t terminals = request.wanted(usage);
    if (terminals < 2 || !std::has_single_bit(terminals))
      request.refuse(fmt::format("it connects a power of two of components, from 2, and {} are wanted", terminals));
    bits = static_cast<std::uint32_t>(std::countr_zero(terminals));
  } else {
    bits = request.sizes(1, 1, usage)[0];
    if (bits > 20) request.refuse("at most 2^20 nodes: " + usage);
  }
  request.match(1u << bits);
  return std::make_unique<ShuffleExchange>(bits);
}

}  // namespace

std::vector<TopologyEntry> shuffle_exchange_topologies() {
  return {{"shuffle-exchange", "shuffle-exchange:N: words of N bits, rotated by a bit or the last bit changed",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_shuffle_exchange({spec, terminals});
           }}};
}

}  // namespace pram
