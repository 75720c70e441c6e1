#include "any_product.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace pram {

AnyProduct::AnyProduct(std::string name, std::vector<std::unique_ptr<const Topology>> factors)
    : name_(std::move(name)), dimensions_(factors.size()) {
  for (std::size_t k = factors.size(); k-- > 0;) {
    Dimension& dimension = dimensions_[k];
    dimension.factor = std::move(factors[k]);
    dimension.by_size = Divider(dimension.factor->nodes());
    dimension.by_stride = Divider(nodes_);
    nodes_ *= dimension.factor->nodes();
    classes_ = std::max(classes_, dimension.factor->channel_classes());
    two_way_ = two_way_ && dimension.factor->two_way();
  }
  for (Dimension& dimension : dimensions_) {
    dimension.first_port = ports_;
    ports_ += dimension.factor->ports();
  }
}

const AnyProduct::Dimension& AnyProduct::dimension_of(std::uint32_t port) const {
  return *(std::ranges::upper_bound(dimensions_, port, std::ranges::less(), &Dimension::first_port) - 1);
}

std::uint32_t AnyProduct::neighbour(std::uint32_t node, std::uint32_t port) const {
  assert(node < nodes_ && port < ports_);
  const Dimension& dimension = dimension_of(port);
  const std::uint32_t digit = dimension.digit(node);
  const std::uint32_t next = dimension.factor->neighbour(digit, port - dimension.first_port);
  return next == no_node ? no_node : node + (next - digit) * dimension.by_stride.divisor();
}

Leg AnyProduct::next_leg(std::uint32_t node, std::uint32_t destination) const {
  assert(node < nodes_ && destination < nodes_ && node != destination);
  for (std::size_t k = dimensions_.size(); k-- > 0;) {
    const Dimension& dimension = dimensions_[k];
    const std::uint32_t from = dimension.digit(node);
    const std::uint32_t to = dimension.digit(destination);
    if (from == to) continue;
    const Leg leg = dimension.factor->next_leg(from, to);
    return {dimension.first_port + leg.port, leg.hops};
  }
  return {};
}

std::uint32_t AnyProduct::distance(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t hops = 0;
  for (const Dimension& dimension : dimensions_)
    hops += dimension.factor->distance(dimension.digit(from), dimension.digit(to));
  return hops;
}

std::uint32_t AnyProduct::channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t destination) const {
  const Dimension& dimension = dimension_of(port);
  const std::uint32_t from = dimension.digit(node);
  const std::uint32_t to = dimension.digit(destination);
  return from == to ? 0 : dimension.factor->channel_class(from, port - dimension.first_port, to);
}

TopologyProperties AnyProduct::properties() const {
  TopologyProperties all{.nodes = nodes_, .average_distance = 0.0};
  for (const Dimension& dimension : dimensions_) {
    const TopologyProperties one = dimension.factor->properties();
    const std::uint64_t wires = dimension.factor->two_way() && !two_way_ ? 2 : 1;
    all.links += wires * one.links * (nodes_ / one.nodes);
    all.largest_degree += one.largest_degree;
    all.smallest_degree += one.smallest_degree;
    all.diameter += one.diameter;
    if (!one.average_distance) all.average_distance.reset();
    if (all.average_distance) *all.average_distance += *one.average_distance;
  }
  return all;
}

}  // namespace pram
