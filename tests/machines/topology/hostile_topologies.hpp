#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <pram/machines/topology.hpp>

namespace pram::testing {

/// n nodes in a circle with ports to the next node and to the one before, right in all that it says; a test makes any
/// of its answers wrong.
class Hostile : public Topology {
 public:
  explicit Hostile(std::uint32_t nodes) : all(nodes), holding(nodes) {}

  std::string name() const override { return "hostile:" + std::to_string(all); }
  TopologyShape shape() const override { return family; }
  std::uint32_t nodes() const override { return all; }
  std::uint32_t terminals() const override { return holding; }
  std::uint32_t ports() const override { return degree; }
  bool two_way() const override { return both_ways; }
  std::uint32_t channel_classes() const override { return classes; }
  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    return links ? links(node, port) : right_neighbour(node, port);
  }
  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    return legs ? legs(node, destination) : right_leg(node, destination);
  }
  std::uint32_t spreading_stop(std::uint32_t from, std::uint32_t to) const override {
    return stops ? stops(from, to) : to;
  }
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    return distances ? distances(from, to) : right_distance(from, to);
  }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t to) const override {
    return channels ? channels(node, port, to) : 0;
  }
  TopologyProperties properties() const override {
    return said ? *said
                : TopologyProperties{
                      .nodes = all, .links = all, .largest_degree = 2, .smallest_degree = 2, .diameter = all / 2};
  }

  std::uint32_t right_neighbour(std::uint32_t node, std::uint32_t port) const {
    return (node + (port == 0 ? 1 : all - 1)) % all;
  }
  Leg right_leg(std::uint32_t node, std::uint32_t destination) const {
    const std::uint32_t ahead = (destination + all - node) % all;
    return 2 * ahead <= all ? Leg{0, 1} : Leg{1, 1};
  }
  std::uint32_t right_distance(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t ahead = (to + all - from) % all;
    return std::min(ahead, all - ahead);
  }

  using OfTwo = std::function<std::uint32_t(std::uint32_t, std::uint32_t)>;

  std::uint32_t all;
  std::uint32_t holding;
  std::uint32_t degree = 2;
  std::uint32_t classes = 1;
  bool both_ways = true;
  TopologyShape family = {};
  OfTwo links;
  std::function<Leg(std::uint32_t, std::uint32_t)> legs;
  OfTwo stops;
  OfTwo distances;
  std::function<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)> channels;
  std::optional<TopologyProperties> said;
};

}  // namespace pram::testing
