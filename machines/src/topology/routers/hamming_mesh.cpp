#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
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

/// One dimension of a HammingMesh: a line of accelerators that is cut into boards, and the switch to which both ends of
/// each board's part are linked.
class BoardLine {
 public:
  /// @param length  accelerators of a board
  /// @param boards  of the line
  BoardLine(std::uint32_t length, std::uint32_t boards) : by_board_(length), boards_(boards) {}

  /// Where a message is to go: along its board, or, by way of the switch, to the nearer end of it.
  struct Way {
    bool upwards;
    bool by_switch;
    std::uint32_t hops;
  };

  std::uint32_t length() const { return by_board_.divisor(); }
  std::uint32_t boards() const { return boards_; }
  std::uint32_t size() const { return length() * boards_; }
  std::uint32_t ends() const { return length() == 1 ? boards_ : 2 * boards_; }  ///< linked with the switch

  /// The place one further up or down, no_node where the board ends.
  std::uint32_t next(std::uint32_t place, bool upwards) const {
    const std::uint32_t on_board = by_board_.remainder(place);
    if (upwards) return on_board + 1 < length() ? place + 1 : no_node;
    return on_board > 0 ? place - 1 : no_node;
  }
  /// Whether the switch is next in that direction. A board of one accelerator has one link to it.
  bool at_switch(std::uint32_t place, bool upwards) const {
    return next(place, upwards) == no_node && (length() > 1 || !upwards);
  }

  std::uint32_t place_of_end(std::uint32_t end) const {
    if (length() == 1) return end;
    return end / 2 * length() + (end % 2 == 0 ? 0 : length() - 1);
  }
  /// The end of its board by which a place is entered from the switch.
  std::uint32_t entry(std::uint32_t place) const {
    const std::uint32_t board = by_board_.quotient(place);
    return length() == 1 ? board : 2 * board + (nearer_above(place) ? 1 : 0);
  }
  std::uint32_t hops_from_switch(std::uint32_t place) const {
    const std::uint32_t on_board = by_board_.remainder(place);
    return 1 + std::min(on_board, length() - 1 - on_board);
  }

  Way way(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t by_switch = hops_from_switch(from) + hops_from_switch(to);
    const std::uint32_t along = from < to ? to - from : from - to;
    if (by_board_.quotient(from) == by_board_.quotient(to) && along <= by_switch) return {from < to, false, along};
    return {length() > 1 && nearer_above(from), true, by_switch};
  }

 private:
  bool nearer_above(std::uint32_t place) const {
    const std::uint32_t on_board = by_board_.remainder(place);
    return length() - 1 - on_board < on_board;
  }

  Divider by_board_;
  std::uint32_t boards_;
};

/// HammingMesh (Hoefler et al. 2022): x × y boards, each a mesh of a × b accelerators, which hold the components. Each
/// row of accelerators has a switch, to which both ends of the row are linked on every board, and each column likewise.
/// Accelerators pass messages on, as switches do.
///
/// Nodes are the accelerators row by row, then the rows' switches, then the columns'. An accelerator's ports lead left,
/// right, up and down: to the next one of its board, or to a switch. A switch has a port for each end of a board.
/// Routes are shortest, first along the row, then along the column.
class HammingMesh final : public BundledTopology {
 public:
  /// @param rows     as many places as the mesh has rows
  /// @param columns  as many as it has columns
  HammingMesh(const BoardLine& rows, const BoardLine& columns)
      : rows_(rows), columns_(columns), by_row_(columns.size()) {}

  std::string name() const override {
    return fmt::format("hamming-mesh:{},{},{},{}", rows_.length(), columns_.length(), rows_.boards(),
                       columns_.boards());
  }
  std::uint32_t nodes() const override { return terminals() + rows_.size() + columns_.size(); }
  std::uint32_t terminals() const override { return rows_.size() * columns_.size(); }
  bool terminals_pass_on() const override { return true; }
  std::uint32_t ports() const override { return std::max({4u, rows_.ends(), columns_.ends()}); }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes() && port < ports());
    if (node >= terminals()) {
      const Switch at = switch_of(node);
      const BoardLine& line = at.of_row ? columns_ : rows_;
      if (port >= line.ends()) return no_node;
      const std::uint32_t place = line.place_of_end(port);
      return at.of_row ? node_at(at.line, place) : node_at(place, at.line);
    }
    if (port >= 4) return no_node;
    const auto [row, column] = place_of(node);
    const bool upwards = port % 2 == 1;
    if (port < 2) {
      const std::uint32_t next = columns_.next(column, upwards);
      if (next != no_node) return node_at(row, next);
      return columns_.at_switch(column, upwards) ? terminals() + row : no_node;
    }
    const std::uint32_t next = rows_.next(row, upwards);
    if (next != no_node) return node_at(next, column);
    return rows_.at_switch(row, upwards) ? terminals() + rows_.size() + column : no_node;
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes() && destination < terminals() && node != destination);
    const auto [row_wanted, column_wanted] = place_of(destination);
    if (node >= terminals()) {
      return {switch_of(node).of_row ? columns_.entry(column_wanted) : rows_.entry(row_wanted), 1};
    }
    const auto [row, column] = place_of(node);
    if (column != column_wanted) return {columns_.way(column, column_wanted).upwards ? 1u : 0u, 1};
    return {rows_.way(row, row_wanted).upwards ? 3u : 2u, 1};
  }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    const auto [row_wanted, column_wanted] = place_of(to);
    if (from >= terminals()) {
      const Switch at = switch_of(from);
      return at.of_row ? columns_.hops_from_switch(column_wanted) + hops(rows_, at.line, row_wanted)
                       : rows_.hops_from_switch(row_wanted) + hops(columns_, at.line, column_wanted);
    }
    const auto [row, column] = place_of(from);
    return hops(columns_, column, column_wanted) + hops(rows_, row, row_wanted);
  }

  /// Two classes: a message is in class 0 while a switch of the dimension in which it moves is still ahead of it.
  std::uint32_t channel_classes() const override { return 2; }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t destination) const override {
    if (node >= terminals()) return 1;
    const auto [row, column] = place_of(node);
    const auto [row_wanted, column_wanted] = place_of(destination);
    const bool by_switch =
        port < 2 ? columns_.way(column, column_wanted).by_switch : rows_.way(row, row_wanted).by_switch;
    return by_switch ? 0 : 1;
  }

  TopologyProperties properties() const override {
    const auto links = [](const BoardLine& line, const BoardLine& lines) {
      return lines.size() * (std::uint64_t{line.boards()} * (line.length() - 1) + line.ends());
    };
    const auto [across, sum_across] = distances(columns_);
    const auto [down, sum_down] = distances(rows_);
    const std::uint32_t single = (rows_.length() == 1 ? 1u : 0u) + (columns_.length() == 1 ? 1u : 0u);
    const std::uint32_t fewest = std::min(rows_.ends(), columns_.ends());
    return {.nodes = nodes(),
            .links = links(rows_, columns_) + links(columns_, rows_),
            .largest_degree = std::max({4 - single, rows_.ends(), columns_.ends()}),
            .smallest_degree = std::min(4 - single, fewest),
            .diameter = across + down,
            .average_distance = sum_across / (static_cast<double>(columns_.size()) * columns_.size()) +
                                sum_down / (static_cast<double>(rows_.size()) * rows_.size())};
  }

 private:
  struct Place {
    std::uint32_t row;
    std::uint32_t column;
  };
  struct Switch {
    bool of_row;
    std::uint32_t line;
  };
  struct Distances {
    std::uint32_t largest;
    double sum;  ///< over all pairs
  };

  std::uint32_t node_at(std::uint32_t row, std::uint32_t column) const { return row * columns_.size() + column; }
  Place place_of(std::uint32_t node) const { return {by_row_.quotient(node), by_row_.remainder(node)}; }
  Switch switch_of(std::uint32_t node) const {
    const std::uint32_t number = node - terminals();
    return number < rows_.size() ? Switch{true, number} : Switch{false, number - rows_.size()};
  }

  static std::uint32_t hops(const BoardLine& line, std::uint32_t from, std::uint32_t to) {
    return from == to ? 0 : line.way(from, to).hops;
  }

  /// All boards of a line are alike: distances from the first, to itself and to another one, say all.
  static Distances distances(const BoardLine& line) {
    Distances found{0, 0};
    for (std::uint32_t from = 0; from < line.length(); ++from) {
      for (std::uint32_t to = 0; to < std::min(2 * line.length(), line.size()); ++to) {
        const std::uint32_t apart = hops(line, from, to);
        found.largest = std::max(found.largest, apart);
        found.sum += static_cast<double>(apart) * line.boards() * (to < line.length() ? 1 : line.boards() - 1);
      }
    }
    return found;
  }

  BoardLine rows_;
  BoardLine columns_;
  Divider by_row_;
};

std::unique_ptr<Topology> make_hamming_mesh(const TopologyRequest& request) {
  const std::string usage = "hamming-mesh:A,B,X,Y with X x Y boards of A x B accelerators, all at least 1";
  std::vector<std::uint32_t> sizes;
  if (request.spec.values.empty()) {
    const std::uint32_t wanted = request.wanted(usage);
    if (wanted % 4 != 0)
      request.refuse(fmt::format("it connects a multiple of 4 components, and {} are wanted", wanted));
    const std::uint32_t boards = wanted / 4;
    auto shorter = static_cast<std::uint32_t>(std::lround(std::floor(std::sqrt(boards))));
    while (boards % shorter != 0) --shorter;
    sizes = {2, 2, shorter, boards / shorter};
  } else {
    sizes = request.sizes(4, 4, usage);
  }
  std::uint64_t accelerators = 1;
  for (const std::uint32_t size : sizes) request.limit(accelerators *= size);
  const BoardLine rows(sizes[0], sizes[2]);
  const BoardLine columns(sizes[1], sizes[3]);
  request.limit(accelerators + rows.size() + columns.size());
  request.match(accelerators);
  return std::make_unique<HammingMesh>(rows, columns);
}

}  // namespace

std::vector<TopologyEntry> hamming_mesh_topologies() {
  return {{"hamming-mesh", "hamming-mesh:A,B,X,Y: X x Y boards of A x B accelerators, a switch a row and a column",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_hamming_mesh({spec, terminals});
           }}};
}

}  // namespace pram
