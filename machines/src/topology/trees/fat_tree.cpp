#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../bundled_topology.hpp"
#include "../divider.hpp"
#include "../request.hpp"
#include "../topology_families.hpp"

namespace pram {

namespace {

/// The fat tree of switches that are all alike, the k-ary n-tree (Petrini and Vanneschi 1997): k^n terminals and n
/// levels of k^(n-1) switches. A switch (l, w) has a word w of n - 1 digits below k; level 0 is the top. A link leads
/// from (l, w) to every (l + 1, w') where w' differs from w in digit l at most. Terminal p is linked to the switch of
/// level n - 1 whose word is p without its last digit.
///
/// Nodes are the terminals, then the switches from level 0 on. Ports 0 to k - 1 of a switch lead down, k to 2k - 1 up;
/// each says which digit the word gets. Routing goes up to the first switch above both ends, by the destination's
/// digits from the last one on, and down by its digits: so every shift of all terminals has a link a message. What has
/// come down never goes up, so that worms cannot deadlock.
class FatTree final : public BundledTopology {
 public:
  /// @param arity   k, at least 2
  /// @param levels  n, at least 1; at most 2^20 nodes in all
  FatTree(std::uint32_t arity, std::uint32_t levels) : power_{Divider(1)} {
    for (std::uint32_t level = 0; level < levels; ++level) power_.emplace_back(power_.back().divisor() * arity);
  }

  std::string name() const override { return fmt::format("fat-tree:{},{}", arity(), levels()); }
  std::uint32_t nodes() const override { return terminals() + levels() * row(); }
  std::uint32_t terminals() const override { return power_.back().divisor(); }
  std::uint32_t ports() const override { return levels() == 1 ? arity() : 2 * arity(); }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes() && port < ports());
    if (node < terminals()) return port == 0 ? switch_at(levels() - 1, power_[1].quotient(node)) : no_node;
    const auto [level, word] = place_of(node);
    if (port >= arity())
      return level == 0 ? no_node : switch_at(level - 1, with_digit(word, level - 1, port - arity()));
    if (level + 1 < levels()) return switch_at(level + 1, with_digit(word, level, port));
    return word * arity() + port;
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes() && destination < terminals() && node != destination);
    if (node < terminals()) return {0, 1};
    const auto [level, word] = place_of(node);
    return {above(level, word, destination) ? digit(destination, level) : arity() + digit(destination, level), 1};
  }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    if (from == to) return 0;
    if (from < terminals()) return 1 + distance(neighbour(from, 0), to);
    const auto [level, word] = place_of(from);
    std::uint32_t top = level;
    while (!above(top, word, to)) --top;
    return level - top + levels() - top;
  }

  // The links of half of the terminals cut these off. No cut has fewer: the network is rearrangeable, so that every
  // pairing of the two halves has paths without a common link.
  TopologyProperties properties() const override {
    const double leaves = terminals();
    double sum = 0;  // of a terminal's distances to all
    for (std::uint32_t common = 0; common < levels(); ++common)
      sum +=
          2.0 * (levels() - common) * (power_[levels() - common].divisor() - power_[levels() - common - 1].divisor());
    return {.nodes = nodes(),
            .links = std::uint64_t{levels()} * terminals(),
            .largest_degree = levels() == 1 ? arity() : 2 * arity(),
            .smallest_degree = 1,
            .diameter = 2 * levels(),
            .average_distance = sum / leaves,
            .bisection = terminals() / 2};
  }

 private:
  struct Place {
    std::uint32_t level;
    std::uint32_t word;
  };

  std::uint32_t arity() const { return power_[1].divisor(); }
  std::uint32_t levels() const { return static_cast<std::uint32_t>(power_.size()) - 1; }
  std::uint32_t row() const { return power_[levels() - 1].divisor(); }

  std::uint32_t switch_at(std::uint32_t level, std::uint32_t word) const { return terminals() + level * row() + word; }
  Place place_of(std::uint32_t node) const {
    const std::uint32_t level = power_[levels() - 1].quotient(node - terminals());
    return {level, node - switch_at(level, 0)};
  }

  /// A terminal's digit, the first one the slowest.
  std::uint32_t digit(std::uint32_t terminal, std::uint32_t place) const {
    return power_[1].remainder(power_[levels() - 1 - place].quotient(terminal));
  }
  std::uint32_t with_digit(std::uint32_t word, std::uint32_t place, std::uint32_t value) const {
    const Divider& weight = power_[levels() - 2 - place];
    return word + (value - power_[1].remainder(weight.quotient(word))) * weight.divisor();
  }

  /// Whether a terminal lies below a switch: the first digits of both, as many as the switch's level, are the same.
  bool above(std::uint32_t level, std::uint32_t word, std::uint32_t terminal) const {
    return power_[levels() - 1 - level].quotient(word) == power_[levels() - level].quotient(terminal);
  }

  std::vector<Divider> power_;  ///< k^0 … k^n
};

std::unique_ptr<Topology> make_fat_tree(const TopologyRequest& request) {
  const std::string usage = "fat-tree:K,N with K >= 2 and N >= 1, for K^N components";
  std::vector<std::uint32_t> sizes;
  if (request.spec.values.empty()) {
    sizes = request.exact_power(usage);
  } else {
    sizes = request.sizes(2, 2, usage);
  }
  const std::uint32_t arity = sizes[0];
  const std::uint32_t levels = sizes[1];
  if (arity < 2) request.refuse(usage);
  const std::uint64_t terminals = request.power(arity, levels);
  request.limit(terminals + levels * (terminals / arity));
  request.match(terminals);
  return std::make_unique<FatTree>(arity, levels);
}

}  // namespace

std::vector<TopologyEntry> fat_tree_topologies() {
  return {{"fat-tree", "k-ary n-tree, fat-tree:K,N: K^N components below N levels of switches",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_fat_tree({spec, terminals});
           }}};
}

}  // namespace pram
