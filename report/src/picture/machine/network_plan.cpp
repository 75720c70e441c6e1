#include <pram/report/detail/picture/network_plan.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

using Place = NetworkPlan::Place;

std::uint32_t gray_rank(std::uint32_t code) {
  std::uint32_t rank = 0;
  for (; code != 0; code >>= 1) rank ^= code;
  return rank;
}

/// Columns and rows with a place for each node.
struct Layout {
  std::size_t columns = 0;
  std::size_t rows = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;  ///< column and row

  void add(std::uint32_t column, std::uint32_t row) {
    places.emplace_back(column, row);
    columns = std::max<std::size_t>(columns, column + 1);
    rows = std::max<std::size_t>(rows, row + 1);
  }
};

/// Nodes by the digits of their numbers, the slowest first: the last digit goes to the right, the one before it down.
Layout by_digits(std::uint32_t nodes, const std::vector<TopologyFactor>& factors) {
  Layout layout;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    std::uint32_t rest = node;
    std::uint32_t place[2] = {0, 0};
    std::uint32_t scale[2] = {1, 1};
    std::size_t direction = 0;
    for (std::size_t k = factors.size(); k-- > 0;) {
      place[direction] += scale[direction] * (rest % factors[k].size);
      scale[direction] *= factors[k].size;
      rest /= factors[k].size;
      direction = 1 - direction;
    }
    layout.add(place[0], place[1]);
  }
  return layout;
}

Layout by_gray_code(std::uint32_t nodes) {
  const auto bits = static_cast<std::uint32_t>(std::countr_zero(nodes));
  const std::uint32_t across = (bits + 1) / 2;
  Layout layout;
  for (std::uint32_t node = 0; node < nodes; ++node)
    layout.add(gray_rank(node & ((1U << across) - 1)), gray_rank(node >> across));
  return layout;
}

/// Rows of so many nodes.
Layout in_rows(std::uint32_t nodes, std::uint32_t length) {
  Layout layout;
  for (std::uint32_t node = 0; node < nodes; ++node) layout.add(node % length, node / length);
  return layout;
}

std::uint32_t root(std::uint32_t nodes) {
  return std::max(1U, static_cast<std::uint32_t>(std::lround(std::ceil(std::sqrt(static_cast<double>(nodes))))));
}

/// Terminals in column 0, then a column for each stage; a switch stands in the middle of its two wires.
Layout in_stages(const Topology& topology) {
  Layout layout;
  const std::uint32_t terminals = topology.terminals();
  for (std::uint32_t terminal = 0; terminal < terminals; ++terminal) layout.add(0, terminal);
  const std::uint32_t size = terminals / 2;
  for (std::uint32_t node = terminals; node < topology.nodes(); ++node)
    layout.add(1 + (node - terminals) / size, 2 * ((node - terminals) % size));
  ++layout.columns;  // the terminals again
  return layout;
}

Layout layout_of(const Topology& topology) {
  const TopologyShape shape = topology.shape();
  const std::uint32_t nodes = topology.nodes();
  switch (shape.kind) {
    case TopologyShape::Kind::grid:
    case TopologyShape::Kind::torus:
    case TopologyShape::Kind::product:
      if (shape.factors.size() > 1) return by_digits(nodes, shape.factors);
      break;
    case TopologyShape::Kind::hypercube: return by_gray_code(nodes);
    case TopologyShape::Kind::stages:
      if (!topology.two_way()) return in_stages(topology);
      break;
    default: break;
  }
  return in_rows(nodes, root(nodes));
}

class PlanMaker {
 public:
  PlanMaker(const Topology& topology, std::span<const std::uint64_t> busy, std::uint64_t steps)
      : topology_(topology), busy_(busy), steps_(steps), layout_(layout_of(topology)), stages_(!topology.two_way()) {}

  NetworkPlan plan() && {
    plan_.columns = layout_.columns;
    plan_.rows = layout_.rows;
    for (std::uint32_t node = 0; node < topology_.nodes(); ++node) plan_.nodes.push_back(place_of(node));
    for (std::uint32_t node = 0; node < topology_.nodes(); ++node) {
      for (std::uint32_t port = 0; port < topology_.ports(); ++port) add_link(node, port);
    }
    return std::move(plan_);
  }

 private:
  Place place_of(std::uint32_t node) const {
    const auto [column, row] = layout_.places[node];
    const double middle = stages_ && node >= topology_.terminals() ? 0.5 : 0;
    return {static_cast<double>(column), row + middle};
  }

  void add_link(std::uint32_t node, std::uint32_t port) {
    const std::uint32_t other = topology_.neighbour(node, port);
    if (other == no_node) return;
    const std::uint64_t steps = busy_[static_cast<std::size_t>(node) * topology_.ports() + port];
    const double share = steps_ > 0 ? static_cast<double>(steps) / static_cast<double>(steps_) : 0;
    auto [from, to] = ends(node, other);
    const auto link = static_cast<std::uint32_t>(node * topology_.ports() + port);
    plan_.links.push_back({from, to, node, other, link, share,
                           fmt::format("link {} to {}: busy in {} of {} steps", node, other, with_separators(steps),
                                       with_separators(steps_))});
  }

  std::pair<Place, Place> ends(std::uint32_t node, std::uint32_t other) const {
    Place from = place_of(node);
    Place to = place_of(other);
    if (stages_) {
      // The wires out of the last stage lead to the terminals, which are drawn behind it once more.
      if (node >= topology_.terminals() && other < topology_.terminals())
        to.column = static_cast<double>(layout_.columns - 1);
      return {from, to};
    }
    const double across = to.column - from.column;
    const double down = to.row - from.row;
    const double far = std::max(std::abs(across), std::abs(down));
    constexpr double stub = 0.36;
    if (far > 1 && (across == 0 || down == 0)) {
      // Around the edge, or across others: a stub in the direction in which the link leaves.
      const double sign = goes_around(node, other) ? -1 : 1;
      to = {from.column + sign * stub * across / far, from.row + sign * stub * down / far};
    }
    // The two directions lie beside each other, each to the right of its course.
    constexpr double aside = 0.06;
    const double length = std::hypot(across, down);
    const double right = far > 1 && goes_around(node, other) ? -1 : 1;
    const double dx = -right * aside * down / length;
    const double dy = right * aside * across / length;
    return {{from.column + dx, from.row + dy}, {to.column + dx, to.row + dy}};
  }

  /// Whether a link between the ends of a row or column leaves to the outside.
  bool goes_around(std::uint32_t node, std::uint32_t other) const {
    const auto [column, row] = layout_.places[node];
    const auto [other_column, other_row] = layout_.places[other];
    const auto outer = [](std::uint32_t a, std::uint32_t b, std::size_t size) {
      return std::min(a, b) == 0 && std::max(a, b) + 1 == size;
    };
    return row == other_row ? outer(column, other_column, layout_.columns) : outer(row, other_row, layout_.rows);
  }

  const Topology& topology_;
  std::span<const std::uint64_t> busy_;
  std::uint64_t steps_;
  Layout layout_;
  bool stages_;
  NetworkPlan plan_;
};

}  // namespace

NetworkPlan network_plan(const Topology& topology, std::span<const std::uint64_t> busy, std::uint64_t steps) {
  return PlanMaker(topology, busy, steps).plan();
}

}  // namespace pram::report
