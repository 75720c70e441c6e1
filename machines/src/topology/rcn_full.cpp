#include "rcn_full.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include <pram/error.hpp>

#include "request.hpp"
#include "topology_families.hpp"

namespace pram {

RcnFull::RcnFull(std::uint32_t atom, std::uint32_t levels) : atom_(atom), nodes_(atom) {
  for (std::uint32_t level = 0; level < levels; ++level) {
    side_.emplace_back(nodes_);
    nodes_ *= nodes_;
  }
}

std::string RcnFull::name() const { return fmt::format("rcn-full:{},{}", atom_.divisor(), levels()); }

// A shortest path visits rows r0 … rm, and inside row r(k) goes from column r(k-1) to r(k+1). By the triangle
// inequality the terms of even and of odd k shrink to one each, so that no path is shorter than one that crosses once
// or twice.
std::uint32_t RcnFull::distance_within(std::uint32_t level, std::uint32_t from, std::uint32_t to) const {
  if (from == to) return 0;
  if (level == 0) return 1;
  const Divider& side = side_[--level];
  const std::uint32_t i1 = side.quotient(from);
  const std::uint32_t j1 = side.remainder(from);
  const std::uint32_t i2 = side.quotient(to);
  const std::uint32_t j2 = side.remainder(to);
  if (i1 == i2) return distance_within(level, j1, j2);
  const std::uint32_t once = distance_within(level, j1, i2) + 1 + distance_within(level, i1, j2);
  if (level == 0) return once;
  return std::min(once, distance_within(level, j1, j2) + distance_within(level, i1, i2) + 2);
}

std::uint32_t RcnFull::channel_class(std::uint32_t node, std::uint32_t, std::uint32_t destination) const {
  std::uint32_t piece = 0;
  for (std::uint32_t level = levels(); level-- > 0;) {
    const Divider& side = side_[level];
    const std::uint32_t row = side.quotient(node);
    const std::uint32_t column = node - row * side.divisor();
    const std::uint32_t row_wanted = side.quotient(destination);
    // Before the transpose link of this level all pieces of the lower levels' first half are behind.
    if (row != row_wanted && column == row_wanted) return piece | ((1u << level) - 1);
    if (row == row_wanted) piece |= 1u << level;
    destination = row == row_wanted ? destination - row * side.divisor() : row_wanted;
    node = column;
  }
  return piece;
}

TopologyProperties RcnFull::properties() const {
  const std::uint64_t atom = atom_.divisor();
  TopologyProperties all{.nodes = nodes_,
                         .links = atom * (atom - 1) / 2,
                         .largest_degree = ports(),
                         .smallest_degree = atom_.divisor() - 1,
                         .diameter = (2u << levels()) - 1};
  for (const Divider& side : side_) {
    const std::uint64_t rows = side.divisor();
    all.links = rows * all.links + rows * (rows - 1) / 2;
  }
  const auto n = static_cast<double>(atom);
  if (levels() == 0) {
    all.average_distance = (n - 1) / n;
    all.bisection = (atom / 2) * (atom - atom / 2);
  }
  if (levels() == 1) {
    all.average_distance = (n - 1) * (3 * n - 1) / (n * n);
    // If every node sends to every node, no link carries more than the transpose links, N in each direction.
    if (atom % 2 == 0) all.bisection = nodes_ / 4;
  }
  return all;
}

std::optional<std::uint64_t> RcnFull::pins(std::uint32_t size) const {
  if (size == 0 || nodes_ % size != 0)
    throw ConfigError("chip", std::to_string(size), "a divisor of the " + std::to_string(nodes_) + " nodes");
  return pins_within(levels(), size);
}

std::optional<std::uint64_t> RcnFull::pins_within(std::uint32_t level, std::uint32_t size) const {
  if (level == 0) return std::uint64_t{size} * (atom_.divisor() - size);
  const std::uint32_t side = side_[level - 1].divisor();
  if (size % side == 0) {
    const std::uint64_t rows = size / side;
    return rows * (side - rows);
  }
  if (side % size != 0) return std::nullopt;
  // In some rows no node of the chip is on the diagonal: all have their transpose link.
  const auto inside = pins_within(level - 1, size);
  if (!inside) return std::nullopt;
  return *inside + size;
}

namespace {

/// A route in the making. go() extends it inside the part of so many levels whose first node is `first`; `from` and
/// `to` count from there.
class Route {
 public:
  Route(const std::vector<Divider>& side, std::uint32_t from) : side_(side), nodes_{from} {}

  std::vector<std::uint32_t> take() { return std::move(nodes_); }

  void go(std::size_t level, std::uint32_t first, std::uint32_t from, std::uint32_t to, RcnRouting routing) {
    if (from == to) return;
    if (level == 0) return nodes_.push_back(first + to);
    const std::uint32_t n = side_[--level].divisor();
    const std::uint32_t i1 = from / n;
    const std::uint32_t j1 = from % n;
    const std::uint32_t i2 = to / n;
    const std::uint32_t j2 = to % n;
    const auto inside = routing == RcnRouting::algorithm_2_recursive ? routing : RcnRouting::algorithm_1;
    const auto cross = [&](std::uint32_t i, std::uint32_t j) {
      if (i != j) nodes_.push_back(first + j * n + i);
    };
    if (i1 == i2) return go(level, first + i1 * n, j1, j2, inside);
    if (routing == RcnRouting::algorithm_1) {
      go(level, first + i1 * n, j1, i2, inside);
      cross(i1, i2);
      return go(level, first + i2 * n, i1, j2, inside);
    }
    cross(i1, j1);
    go(level, first + j1 * n, i1, i2, inside);
    cross(j1, i2);
    go(level, first + i2 * n, j1, j2, inside);
  }

 private:
  const std::vector<Divider>& side_;
  std::vector<std::uint32_t> nodes_;
};

std::unique_ptr<Topology> make_rcn_full(const TopologyRequest& request) {
  const std::string usage = "rcn-full:A,L with atoms of A >= 2 nodes and L >= 0 levels, A^(2^L) nodes in all";
  const std::vector<std::string>& parts = request.spec.values;
  if (parts.empty()) {
    const std::uint32_t terminals = request.wanted(usage);
    const auto root = static_cast<std::uint32_t>(std::lround(std::sqrt(terminals)));
    if (root < 2 || root * root != terminals)
      request.refuse(fmt::format("it connects a square number of components, from 4, and {} are wanted", terminals));
    return std::make_unique<RcnFull>(root, 1);
  }
  if (parts.size() != 2) request.refuse(usage);
  const auto atom = whole_number(parts[0]);
  const auto levels = whole_number(parts[1]);
  if (!atom || !levels || *atom < 2) request.refuse(usage);
  std::uint64_t nodes = *atom;
  request.limit(nodes);
  for (std::uint64_t level = 0; level < *levels; ++level) {
    nodes *= nodes;
    request.limit(nodes);
  }
  request.match(nodes);
  return std::make_unique<RcnFull>(static_cast<std::uint32_t>(*atom), static_cast<std::uint32_t>(*levels));
}

}  // namespace

std::vector<std::uint32_t> RcnFull::path(std::uint32_t from, std::uint32_t to, RcnRouting routing) const {
  Route route(side_, from);
  route.go(side_.size(), 0, from, to, routing);
  return route.take();
}

std::vector<TopologyEntry> rcn_full_topologies() {
  return {{"rcn-full", "RCN-FULL (A, L): A^(2^L) nodes, rows of rows with transpose links; square if A,L is left out",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_rcn_full({spec, terminals});
           }}};
}

}  // namespace pram
