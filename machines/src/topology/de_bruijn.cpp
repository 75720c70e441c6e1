#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bundled_topology.hpp"
#include "divider.hpp"
#include "request.hpp"
#include "topology_families.hpp"

namespace pram {

namespace {

/// The de Bruijn graph (de Bruijn 1946). Nodes are the words of D digits below K. A wire leads from a word to every
/// word that follows it if its first digit is dropped and a digit is appended. Port j appends digit j. A word of one
/// repeated digit lacks the port that would lead to itself.
///
/// Routing appends the destination's digits, without those that the word already ends with: the longest end of the word
/// that is a beginning of the destination. No path is shorter, as after k wires only the first k digits are gone.
class DeBruijn final : public BundledTopology {
 public:
  /// @param degree     K, at least 2
  /// @param dimension  D; at most 2^20 nodes in all
  DeBruijn(std::uint32_t degree, std::uint32_t dimension) : power_{Divider(1)} {
    for (std::uint32_t digit = 0; digit < dimension; ++digit) power_.emplace_back(power_.back().divisor() * degree);
    degree_ = Divider(degree);
  }

  std::string name() const override {
    return ports() == 2 ? fmt::format("de-bruijn:{}", dimension())
                        : fmt::format("de-bruijn:{},{}", ports(), dimension());
  }
  std::uint32_t nodes() const override { return power_.back().divisor(); }
  std::uint32_t ports() const override { return degree_.divisor(); }
  bool two_way() const override { return false; }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes() && port < ports());
    if (dimension() == 0) return no_node;
    const std::uint32_t next = power_[dimension() - 1].remainder(node) * ports() + port;
    return next == node ? no_node : next;
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes() && destination < nodes() && node != destination);
    const std::uint32_t left = distance(node, destination);
    return {degree_.remainder(power_[left - 1].quotient(destination)), 1};
  }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    std::uint32_t hops = 0;
    while (power_[dimension() - hops].remainder(from) != power_[hops].quotient(to)) ++hops;
    return hops;
  }

  TopologyProperties properties() const override {
    if (dimension() == 0) return {.nodes = 1};
    return {.nodes = nodes(),
            .links = std::uint64_t{nodes()} * ports() - ports(),
            .largest_degree = dimension() == 1 ? ports() - 1 : ports(),
            .smallest_degree = ports() - 1,
            .diameter = dimension()};
  }

  /// One class for each wire that may still be ahead: a message climbs a class with every wire that it crosses.
  std::uint32_t channel_classes() const override { return std::max(dimension(), 1u); }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t, std::uint32_t destination) const override {
    return dimension() - distance(node, destination);
  }

 private:
  std::uint32_t dimension() const { return static_cast<std::uint32_t>(power_.size()) - 1; }

  std::vector<Divider> power_;  ///< K^0 … K^D
  Divider degree_;
};

std::unique_ptr<Topology> make_de_bruijn(const TopologyRequest& request) {
  const std::string usage = "de-bruijn:D with D of 0 to 20 and 2^D nodes, or de-bruijn:K,D with K >= 2 and K^D nodes";
  const std::vector<std::string>& sizes = request.spec.values;
  if (sizes.empty()) {
    const std::uint32_t terminals = request.wanted(usage);
    if (!std::has_single_bit(terminals))
      request.refuse(fmt::format("it connects a power of two of components, and {} are wanted", terminals));
    return std::make_unique<DeBruijn>(2, static_cast<std::uint32_t>(std::countr_zero(terminals)));
  }
  if (sizes.size() > 2) request.refuse(usage);
  const auto degree = sizes.size() == 2 ? whole_number(sizes.front()) : 2;
  const auto dimension = whole_number(sizes.back());
  if (!degree || !dimension || *degree < 2) request.refuse(usage);
  request.limit(*degree);
  std::uint64_t nodes = 1;
  for (std::uint64_t digit = 0; digit < *dimension; ++digit) request.limit(nodes *= *degree);
  request.match(nodes);
  return std::make_unique<DeBruijn>(static_cast<std::uint32_t>(*degree), static_cast<std::uint32_t>(*dimension));
}

}  // namespace

std::vector<TopologyEntry> de_bruijn_topologies() {
  return {{"de-bruijn", "words of D digits below K, shifted: de-bruijn:D for K = 2, de-bruijn:K,D; one-way wires",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_de_bruijn({spec, terminals});
           }}};
}

}  // namespace pram
