#include "product.hpp"

#include <algorithm>
#include <map>

#include <pram/error.hpp>

namespace pram {

namespace {

std::uint32_t ports_of(const Factor& factor) {
  if (factor.kind == FactorKind::complete || factor.kind == FactorKind::star) return factor.size - 1;
  return std::min(factor.kind == FactorKind::path && factor.size == 2 ? 2u : factor.size - 1, 2u);
}

TopologyProperties properties_of(const Factor& factor) {
  const std::uint32_t k = factor.size;
  const auto size = static_cast<double>(k);
  const std::uint64_t pairs = std::uint64_t{k} * (k - 1) / 2;
  TopologyProperties of{.nodes = k, .average_distance = 0.0};
  if (k == 1) return of;
  switch (factor.kind) {
    case FactorKind::ring:
      of.links = k == 2 ? 1 : k;
      of.largest_degree = of.smallest_degree = k == 2 ? 1 : 2;
      of.diameter = k / 2;
      of.average_distance = static_cast<double>(std::uint64_t{k} * k / 4) / size;
      return of;
    case FactorKind::path:
      of.links = k - 1;
      of.largest_degree = k == 2 ? 1 : 2;
      of.smallest_degree = 1;
      of.diameter = k - 1;
      of.average_distance = (size * size - 1) / (3 * size);
      return of;
    case FactorKind::complete:
      of.links = pairs;
      of.largest_degree = of.smallest_degree = k - 1;
      of.diameter = 1;
      of.average_distance = (size - 1) / size;
      return of;
    case FactorKind::star: break;
  }
  of.links = k - 1;
  of.largest_degree = k - 1;
  of.smallest_degree = 1;
  of.diameter = k == 2 ? 1 : 2;
  of.average_distance = 2 * (size - 1) * (size - 1) / (size * size);
  return of;
}

std::uint32_t distance_in(const Factor& factor, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t apart = from < to ? to - from : from - to;
  switch (factor.kind) {
    case FactorKind::ring: return std::min(apart, factor.size - apart);
    case FactorKind::path: return apart;
    case FactorKind::complete: return apart == 0 ? 0 : 1;
    case FactorKind::star: break;
  }
  return apart == 0 ? 0 : from == 0 || to == 0 ? 1 : 2;
}

/// Whether messages could wait for each other all around a ring. If every route in it has one link, no message holds a
/// link while it waits.
bool has_dateline(const Factor& factor) { return factor.kind == FactorKind::ring && factor.size > 3; }

/// The most links that leave `part` consecutive nodes of a factor, if the whole factor is cut into such parts.
std::uint64_t links_leaving(const Factor& factor, std::uint32_t part) {
  if (part == factor.size) return 0;
  switch (factor.kind) {
    case FactorKind::ring: return factor.size == 2 ? 1 : 2;
    case FactorKind::path: return factor.size / part == 2 ? 1 : 2;
    case FactorKind::complete: return std::uint64_t{part} * (factor.size - part);
    case FactorKind::star: break;
  }
  return factor.size - part;
}

}  // namespace

ProductTopology::ProductTopology(std::string name, const std::vector<Factor>& factors, TopologyShape::Kind kind)
    : name_(std::move(name)), kind_(kind), factors_(factors), dimensions_(factors.size()) {
  assert(factors.size() <= most_factors);
  for (std::size_t k = factors.size(); k-- > 0;) {
    Dimension& dimension = dimensions_[k];
    dimension.kind = factors[k].kind;
    dimension.by_size = Divider(factors[k].size);
    dimension.by_stride = Divider(nodes_);
    nodes_ *= factors[k].size;
    dimension.by_block = Divider(nodes_);
  }
  for (std::size_t k = 0; k < factors.size(); ++k) {
    dimensions_[k].first_port = ports_;
    ports_ += ports_of(factors[k]);
    dimension_of_port_.resize(ports_, static_cast<std::uint8_t>(k));
  }
}

std::uint32_t ProductTopology::distance(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t hops = 0;
  for (std::size_t k = factors_.size(); k-- > 0 && from != to;) {
    const Divider& by = dimensions_[k].by_size;
    hops += distance_in(factors_[k], by.remainder(from), by.remainder(to));
    from = by.quotient(from);
    to = by.quotient(to);
  }
  return hops;
}

std::uint32_t ProductTopology::channel_classes() const { return std::ranges::any_of(factors_, has_dateline) ? 2 : 1; }

std::uint32_t ProductTopology::channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t destination) const {
  const std::size_t k = dimension_of_port_[port];
  if (!has_dateline(factors_[k])) return 0;
  const Dimension& dimension = dimensions_[k];
  const auto digit = [&](std::uint32_t of) { return dimension.by_stride.quotient(dimension.by_block.remainder(of)); };
  const bool upwards = port == dimension.first_port;
  return upwards == (digit(node) < digit(destination)) ? 1 : 0;
}

TopologyProperties ProductTopology::properties() const {
  TopologyProperties all{.nodes = nodes_, .average_distance = 0.0, .bisection = product_bisection(factors_)};
  for (const Factor& factor : factors_) {
    const TopologyProperties one = properties_of(factor);
    all.links += one.links * (nodes_ / factor.size);
    all.largest_degree += one.largest_degree;
    all.smallest_degree += one.smallest_degree;
    all.diameter += one.diameter;
    *all.average_distance += *one.average_distance;
  }
  return all;
}

std::optional<std::uint64_t> ProductTopology::pins(std::uint32_t size) const {
  if (size == 0 || nodes_ % size != 0)
    throw ConfigError("chip", std::to_string(size), "a divisor of the " + std::to_string(nodes_) + " nodes");
  // Indexed by the part of the size that is left for the factors still to come: the fewest pins of the factors so far.
  std::map<std::uint32_t, std::uint64_t> fewest = {{size, 0}};
  for (const Factor& factor : factors_) {
    std::map<std::uint32_t, std::uint64_t> next;
    for (const auto& [left, pins] : fewest) {
      for (std::uint32_t part = 1; part <= std::min(left, factor.size); ++part) {
        if (factor.size % part != 0 || left % part != 0) continue;
        const std::uint64_t cost = pins + links_leaving(factor, part) * (size / part);
        const auto [place, fresh] = next.try_emplace(left / part, cost);
        if (!fresh) place->second = std::min(place->second, cost);
      }
    }
    fewest = std::move(next);
  }
  return fewest.at(1);
}

}  // namespace pram
