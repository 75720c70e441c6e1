#include "cyclic_order.hpp"

#include <numeric>

namespace pram {

namespace {

using Order = std::vector<std::uint32_t>;

/// A way from node a of a cycle to node b through all of its nodes, with steps of at most two along the cycle. Where
/// the two are neighbours, it goes round.
class WayThrough {
 public:
  explicit WayThrough(const Order& cycle) : cycle_(cycle), position_(cycle.size()) {
    for (std::uint32_t k = 0; k < cycle.size(); ++k) position_[cycle[k]] = k;
  }

  /// @param visit  is called with each node
  void go(std::uint32_t from, std::uint32_t to, const auto& visit) const {
    const auto nodes = static_cast<std::uint32_t>(cycle_.size());
    const std::uint32_t first = position_[from];
    const std::uint32_t last = (position_[to] + nodes - first) % nodes;  // counted from `first`, as all positions below
    const auto at = [&](std::uint32_t position) { visit(cycle_[(first + position) % nodes]); };
    at(0);
    if (last == 1) {
      for (std::uint32_t k = nodes - 1; k >= 1; --k) at(k);
      return;
    }
    // What lies behind the end: every other node on the way there, the rest on the way back.
    const std::uint32_t behind = nodes - 1 - last;
    for (std::uint32_t k = 2; k <= behind; k += 2) at(nodes - k);
    for (std::uint32_t k = (behind + 1) / 2; k-- > 0;) at(nodes - (2 * k + 1));
    for (std::uint32_t k = 1; k <= last; ++k) at(k);
  }

 private:
  const Order& cycle_;
  Order position_;
};

/// Rows in an order in which those before and behind a row, which are the columns where the way enters and leaves it,
/// are neighbours in the cycle of columns. Of an even number of rows that holds for all but two.
Order order_of_rows(const Order& columns) {
  const std::size_t rows = columns.size();
  Order order(rows);
  for (std::size_t k = 0; k < rows; ++k) {
    const bool second_half = rows % 2 == 0 && k >= rows / 2;
    order[second_half ? 2 * k - rows + 1 : 2 * k % rows] = columns[k];
  }
  return order;
}

}  // namespace

std::vector<std::uint32_t> rcn_full_cycle(std::uint32_t atom, std::uint32_t levels) {
  Order cycle(atom);
  std::iota(cycle.begin(), cycle.end(), 0U);
  for (std::uint32_t level = 1; level <= levels; ++level) {
    const auto rows = static_cast<std::uint32_t>(cycle.size());
    if (rows == 2) {  // a path: there and back on every other node
      cycle = {0, 1, 3, 2};
      continue;
    }
    const Order order = order_of_rows(cycle);
    const WayThrough row(cycle);
    Order longer;
    for (std::uint32_t k = 0; k < rows; ++k) {
      const auto visit = [&](std::uint32_t column) { longer.push_back(order[k] * rows + column); };
      row.go(order[(k + rows - 1) % rows], order[(k + 1) % rows], visit);
    }
    cycle = std::move(longer);
  }
  return cycle;
}

std::vector<std::uint32_t> gray_code(std::uint32_t bits) {
  Order order(std::size_t{1} << bits);
  for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k ^ k >> 1;
  return order;
}

std::vector<std::uint32_t> snake(std::uint32_t rows, std::uint32_t columns) {
  Order order;
  const bool way_back = rows > 1 && columns > 1;
  for (std::uint32_t row = 0; row < rows; ++row) {
    const std::uint32_t first = way_back && row > 0 ? 1 : 0;
    for (std::uint32_t k = first; k < columns; ++k)
      order.push_back(row * columns + (row % 2 == 0 ? k : columns - 1 - k + first));
  }
  for (std::uint32_t row = rows; way_back && row-- > 1;) order.push_back(row * columns);
  return order;
}

std::vector<std::uint32_t> cyclic_order(const Topology& host) {
  using Kind = TopologyShape::Kind;
  const TopologyShape shape = host.shape();
  if (shape.kind == Kind::rows_of_rows) return rcn_full_cycle(shape.factors.front().size, shape.levels);
  if (shape.kind == Kind::hypercube) return gray_code(static_cast<std::uint32_t>(shape.factors.size()));
  if ((shape.kind == Kind::grid || shape.kind == Kind::torus) && shape.factors.size() == 2)
    return snake(shape.factors[0].size, shape.factors[1].size);
  Order order(host.terminals());
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

}  // namespace pram
