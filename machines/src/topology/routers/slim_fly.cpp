#include <fmt/format.h>

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../topology_families.hpp"
#include "with_terminals.hpp"

namespace pram {

namespace {

/// Slim Fly, the graph of McKay, Miller and Širáň (Besta and Hoefler 2014): 2 q² routers for a prime q > 2, which all
/// have others within two links. Routers are (0, x, y), then (1, m, c), numbered by these as digits of base q. Of a
/// column x, routers are linked whose y differ by one of a set X; of a column m those whose c differ by one of a set Y;
/// and (0, x, y) with (1, m, c) if y = m x + c. With a generator g of the powers modulo q, X has the even powers and Y
/// the odd ones if q = 4w + 1. If q = 4w - 1, X has g^0, g^2 … g^(2w-2) and Y has g times these, and each set the
/// negatives of its members, too.
///
/// The first ports lead along the column, in ascending order of the difference, the other q to the columns on the other
/// side. Where two routers have several routes of two links, one along a column is taken first.
class SlimFly final : public BundledTopology {
 public:
  /// @param prime  q, of 3 to 719
  explicit SlimFly(std::uint32_t prime) : by_prime_(prime), by_side_(prime * prime) {
    std::uint32_t generator = 2;
    while (order_of(generator) != prime - 1) ++generator;
    const std::uint32_t half = prime % 4 == 1 ? (prime - 1) / 2 : (prime + 1) / 4;
    std::uint32_t power = 1;
    std::vector<bool> member[2] = {std::vector<bool>(prime), std::vector<bool>(prime)};
    for (std::uint32_t k = 0; k < 2 * half; ++k, power = times(power, generator))
      member[k % 2][power] = member[k % 2][prime - power] = true;
    for (std::uint32_t side = 0; side < 2; ++side) {
      Column& column = column_[side];
      column.port.assign(prime, no_node);
      column.first.assign(prime, 0);
      for (std::uint32_t difference = 1; difference < prime; ++difference) {
        if (!member[side][difference]) continue;
        column.port[difference] = static_cast<std::uint32_t>(column.differences.size());
        column.differences.push_back(difference);
      }
      for (const std::uint32_t one : column.differences) {
        for (const std::uint32_t other : column.differences) {
          std::uint32_t& first = column.first[plus(one, other)];
          if (first == 0) first = one;
        }
      }
    }
    inverse_.assign(prime, 0);
    for (std::uint32_t k = 1; k < prime; ++k) {
      if (inverse_[k] != 0) continue;
      std::uint32_t other = 1;
      while (times(k, other) != 1) ++other;
      inverse_[k] = other;
      inverse_[other] = k;
    }
  }

  std::string name() const override { return fmt::format("slim-fly:{}", prime()); }
  std::uint32_t nodes() const override { return 2 * prime() * prime(); }
  std::uint32_t ports() const override { return along() + prime(); }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes() && port < ports());
    const Router router = router_of(node);
    if (port < along())
      return node_of({router.side, router.column, plus(router.row, column_[router.side].differences[port])});
    const std::uint32_t other = port - along();
    const std::uint32_t product = times(router.column, other);
    return node_of({1 - router.side, other, router.side == 0 ? minus(router.row, product) : plus(router.row, product)});
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes() && destination < nodes() && node != destination);
    const Router from = router_of(node);
    const Router to = router_of(destination);
    const Column& column = column_[from.side];
    if (from.side != to.side) {
      // Where in this column the link to the destination is.
      const std::uint32_t product = times(from.column, to.column);
      const std::uint32_t row = from.side == 0 ? plus(to.row, product) : minus(to.row, product);
      const std::uint32_t port = row == from.row ? no_node : column.port[minus(row, from.row)];
      return {port == no_node ? along() + to.column : port, 1};
    }
    if (from.column == to.column) {
      const std::uint32_t difference = minus(to.row, from.row);
      const std::uint32_t port = column.port[difference];
      return {port == no_node ? column.port[column.first[difference]] : port, 1};
    }
    // y - y' = m (x - x') for the one m that both are linked with; c - c' = -x (m - m').
    const std::uint32_t rows = from.side == 0 ? minus(from.row, to.row) : minus(to.row, from.row);
    return {along() + times(rows, inverse_[minus(from.column, to.column)]), 1};
  }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    return from == to ? 0 : linked(from, to) ? 1 : 2;
  }

  /// Two classes: the last link is in the second.
  std::uint32_t channel_classes() const override { return 2; }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t, std::uint32_t destination) const override {
    return linked(node, destination) ? 1 : 0;
  }

  TopologyProperties properties() const override {
    return {.nodes = nodes(),
            .links = std::uint64_t{nodes()} * ports() / 2,
            .largest_degree = ports(),
            .smallest_degree = ports(),
            .diameter = 2,
            .average_distance = (2.0 * (nodes() - 1) - ports()) / nodes()};
  }

 private:
  /// The links along the columns of a side.
  struct Column {
    std::vector<std::uint32_t> differences;
    std::vector<std::uint32_t> port;   ///< by difference; no_node: none
    std::vector<std::uint32_t> first;  ///< of the two differences that make another one
  };

  struct Router {
    std::uint32_t side;
    std::uint32_t column;
    std::uint32_t row;
  };

  std::uint32_t prime() const { return by_prime_.divisor(); }
  std::uint32_t along() const { return static_cast<std::uint32_t>(column_[0].differences.size()); }

  Router router_of(std::uint32_t node) const {
    const std::uint32_t side = by_side_.quotient(node);
    const std::uint32_t rest = by_side_.remainder(node);
    return {side, by_prime_.quotient(rest), by_prime_.remainder(rest)};
  }
  std::uint32_t node_of(const Router& router) const {
    return (router.side * prime() + router.column) * prime() + router.row;
  }

  std::uint32_t plus(std::uint32_t one, std::uint32_t other) const {
    return one + other < prime() ? one + other : one + other - prime();
  }
  std::uint32_t minus(std::uint32_t one, std::uint32_t other) const {
    return one >= other ? one - other : one + prime() - other;
  }
  std::uint32_t times(std::uint32_t one, std::uint32_t other) const { return by_prime_.remainder(one * other); }

  std::uint32_t order_of(std::uint32_t number) const {
    std::uint32_t order = 1;
    for (std::uint32_t power = number; power != 1; power = times(power, number)) ++order;
    return order;
  }

  bool linked(std::uint32_t one, std::uint32_t other) const {
    const Router a = router_of(one);
    const Router b = router_of(other);
    if (a.side == b.side) return a.column == b.column && column_[a.side].port[minus(b.row, a.row)] != no_node;
    const std::uint32_t product = times(a.column, b.column);
    return a.side == 0 ? a.row == plus(product, b.row) : b.row == plus(product, a.row);
  }

  Divider by_prime_;
  Divider by_side_;
  Column column_[2];
  std::vector<std::uint32_t> inverse_;
};

bool is_odd_prime(std::uint32_t number) {
  for (std::uint32_t divisor = 2; divisor * divisor <= number; ++divisor) {
    if (number % divisor == 0) return false;
  }
  return number > 2;
}

std::unique_ptr<Topology> make_slim_fly(const TopologyRequest& request) {
  const std::string usage =
      "slim-fly:Q with Q an odd prime, for 2 Q^2 routers, or slim-fly:Q,T with T terminals at each router";
  std::vector<std::uint32_t> sizes;
  if (request.spec.values.empty()) {
    const std::uint32_t wanted = request.wanted(usage);
    std::uint32_t prime = 3;
    while (2 * prime * prime < wanted) ++prime;
    if (2 * prime * prime != wanted || !is_odd_prime(prime))
      request.refuse(fmt::format("it connects 2 Q^2 components with Q an odd prime, and {} are wanted", wanted));
    sizes = {prime};
  } else {
    sizes = request.sizes(1, 2, usage);
  }
  request.limit(2 * std::uint64_t{sizes[0]} * sizes[0]);
  if (!is_odd_prime(sizes[0])) request.refuse(usage);
  return with_terminals(request, std::make_unique<SlimFly>(sizes[0]),
                        sizes.size() == 2 ? std::optional(sizes[1]) : std::nullopt);
}

}  // namespace

std::vector<TopologyEntry> slim_fly_topologies() {
  return {{"slim-fly", "slim-fly:Q: 2 Q^2 routers two links apart at most, Q a prime; slim-fly:Q,T with T terminals",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_slim_fly({spec, terminals});
           }}};
}

}  // namespace pram
