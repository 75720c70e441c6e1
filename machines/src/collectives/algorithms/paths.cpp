#include "paths.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "topology/check/link_table.hpp"

namespace pram {

namespace {

void sort_by_length(std::vector<Path>& paths) {
  std::ranges::stable_sort(paths, {}, [](const Path& path) { return path.size(); });
}

/// Walks on a torus, turned so that the target lies to the right and up.
class Walk {
 public:
  Walk(const Mesh& mesh, std::uint32_t from, std::uint32_t to, std::size_t right)
      : mesh_(mesh), right_(right), path_{from} {
    for (std::size_t d = 0; d < 2; ++d) sign_[d] = mesh.offset(from, to, d) < 0 ? -1 : 1;
  }

  Walk& right(std::int64_t places) { return go(right_, places); }
  Walk& left(std::int64_t places) { return go(right_, -places); }
  Walk& up(std::int64_t places) { return go(1 - right_, places); }
  Walk& down(std::int64_t places) { return go(1 - right_, -places); }
  operator Path() const { return path_; }

 private:
  Walk& go(std::size_t d, std::int64_t places) {
    const std::int64_t sign = places < 0 ? -sign_[d] : sign_[d];
    for (std::int64_t k = std::abs(places); k > 0; --k) path_.push_back(mesh_.moved(path_.back(), d, sign));
    return *this;
  }

  const Mesh& mesh_;
  std::size_t right_;
  std::int64_t sign_[2];
  Path path_;
};

/// A flow over links of unit capacity, which grows by one unit at a time. A link of both directions carries it in one.
class UnitFlow {
 public:
  UnitFlow(const Topology& topology, std::uint32_t from, std::uint32_t to)
      : topology_(topology), from_(from), to_(to), used_(std::size_t{topology.nodes()} * topology.ports(), false) {
    if (topology.two_way()) return;
    entering_.resize(topology.nodes());
    for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
      for (std::uint32_t port = 0; port < topology.ports(); ++port) {
        const std::uint32_t next = topology.neighbour(node, port);
        if (next != no_node) entering_[next].push_back({node, link(node, port)});
      }
    }
  }

  /// @returns false if no more fits
  bool augment() {
    constexpr std::int64_t unreached = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> cost(topology_.nodes(), unreached);
    std::vector<Came> came(topology_.nodes());
    std::deque<std::uint32_t> queue{from_};
    cost[from_] = 0;
    while (!queue.empty()) {
      const std::uint32_t node = queue.front();
      queue.pop_front();
      const auto reach = [&](std::uint32_t next, std::size_t wire, std::int64_t length) {
        if (cost[node] + length >= cost[next]) return;
        cost[next] = cost[node] + length;
        came[next] = {node, wire};
        queue.push_back(next);
      };
      for (std::uint32_t port = 0; port < topology_.ports(); ++port) {
        const std::uint32_t next = topology_.neighbour(node, port);
        if (next == no_node || used_[link(node, port)]) continue;
        const std::size_t against = topology_.two_way() ? link(next, back(next, node)) : link(node, port);
        const bool gives_back = used_[against];
        reach(next, gives_back ? against : link(node, port), gives_back ? -1 : 1);
      }
      if (topology_.two_way()) continue;
      for (const auto& [before, wire] : entering_[node]) {
        if (used_[wire]) reach(before, wire, -1);
      }
    }
    if (cost[to_] == unreached) return false;
    for (std::uint32_t node = to_; node != from_; node = came[node].node)
      used_[came[node].link] = !used_[came[node].link];
    return true;
  }

  std::vector<Path> paths() const {
    std::vector<bool> left = used_;
    std::vector<Path> made;
    for (std::uint32_t first = 0; first < topology_.ports(); ++first) {
      if (!left[link(from_, first)]) continue;
      Path path{from_};
      while (path.back() != to_) {
        std::uint32_t port = 0;
        while (!left[link(path.back(), port)]) ++port;
        left[link(path.back(), port)] = false;
        path.push_back(topology_.neighbour(path.back(), port));
      }
      made.push_back(std::move(path));
    }
    sort_by_length(made);
    return made;
  }

 private:
  std::size_t link(std::uint32_t node, std::uint32_t port) const {
    return std::size_t{node} * topology_.ports() + port;
  }
  /// The port to a neighbour. A user's topology may have a longer route there, and a link all the same; to switches
  /// there are no routes.
  std::uint32_t back(std::uint32_t node, std::uint32_t neighbour) const {
    std::uint32_t port = neighbour < topology_.terminals() ? topology_.next_leg(node, neighbour).port : 0;
    if (topology_.neighbour(node, port) == neighbour) return port;
    for (port = 0; port < topology_.ports(); ++port) {
      if (topology_.neighbour(node, port) == neighbour) return port;
    }
    throw TopologyError({topology_.name(), neighbour, no_node, node},
                        "node " + std::to_string(neighbour) + " has a link to node " + std::to_string(node) +
                            ", and none leads back; where wires have one direction, two_way() is false");
  }

  /// A node, and the link to it or from it.
  struct Came {
    std::uint32_t node = 0;
    std::size_t link = 0;
  };

  const Topology& topology_;
  std::uint32_t from_;
  std::uint32_t to_;
  std::vector<bool> used_;                   // by link
  std::vector<std::vector<Came>> entering_;  // wires of one direction, by their ends
};

/// The order in which dimensions of more than one node are added to a circle. On a grid an even dimension comes last.
std::optional<std::vector<std::size_t>> circle_order(const Mesh& mesh) {
  std::vector<std::size_t> order;
  for (std::size_t d = 0; d < mesh.dimensions(); ++d) {
    if (mesh.size(d) > 1) order.push_back(d);
  }
  if (order.empty()) return std::nullopt;
  if (!mesh.closed()) {
    const auto even = std::ranges::find_if(order, [&](std::size_t d) { return mesh.size(d) % 2 == 0; });
    if (even == order.end() || (order.size() == 1 && mesh.size(order[0]) > 2)) return std::nullopt;
    std::rotate(even, even + 1, order.end());
  }
  return order;
}

}  // namespace

std::vector<std::uint64_t> lengths_of(const std::vector<Path>& paths) {
  std::vector<std::uint64_t> lengths;
  for (const Path& path : paths) lengths.push_back(links_of(path));
  std::ranges::sort(lengths);
  return lengths;
}

Path route(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  Path path{from};
  while (path.back() != to) {
    if (path.size() > topology.nodes()) detail::throw_endless(topology, path.back(), to);
    path.push_back(topology.neighbour(path.back(), topology.next_leg(path.back(), to).port));
  }
  return path;
}

bool edge_disjoint(const Topology& topology, const std::vector<Path>& paths) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> crossed;
  for (const Path& path : paths) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const auto [low, high] = std::minmax(path[i], path[i + 1]);
      if (low == high || topology.distance(low, high) != 1 || !crossed.emplace(low, high).second) return false;
    }
  }
  return true;
}

std::vector<Path> torus_construction(const Mesh& mesh, std::uint32_t from, std::uint32_t to) {
  const std::int64_t rows = std::abs(mesh.offset(from, to, 0));
  const std::int64_t columns = std::abs(mesh.offset(from, to, 1));
  const std::size_t right = columns > 0 ? 1 : 0;  // aligned nodes differ to the right
  const std::int64_t dx = right == 1 ? columns : rows;
  const std::int64_t dy = right == 1 ? rows : columns;
  const auto walk = [&] { return Walk(mesh, from, to, right); };
  if (dy > 0) {
    return {walk().left(1).up(dy).right(dx + 1), walk().up(dy + 1).right(dx).down(1),
            walk().down(1).right(dx).up(dy + 1), walk().right(dx + 1).up(dy).left(1)};
  }
  if (dx > 1) {
    return {walk().left(1).up(1).right(dx + 1).down(1), walk().down(1).right(dx + 1).up(1).left(1),
            walk().right(1).down(2).right(dx - 1).up(2), walk().up(2).right(dx - 1).down(2).right(1)};
  }
  return {walk().right(1), walk().up(1).right(1).down(1), walk().left(1).down(1).right(2).up(1),
          walk().down(2).right(2).up(2).left(1)};
}

std::vector<Path> torus_paths(const Topology& topology, const Mesh& mesh, std::uint32_t from, std::uint32_t to) {
  std::vector<Path> paths = torus_construction(mesh, from, to);
  if (!edge_disjoint(topology, paths)) paths = shortest_disjoint_paths(topology, from, to, 4).back();
  return paths;
}

std::vector<Path> hypercube_paths(std::uint32_t dimensions, std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> differing;
  std::vector<Path> paths;
  for (std::uint32_t bit = 0; bit < dimensions; ++bit) {
    if ((from ^ to) >> bit & 1) differing.push_back(bit);
  }
  const auto flip = [](Path& path, std::uint32_t bit) { path.push_back(path.back() ^ 1U << bit); };
  for (std::size_t first = 0; first < differing.size(); ++first) {
    Path path{from};
    for (std::size_t j = 0; j < differing.size(); ++j) flip(path, differing[(first + j) % differing.size()]);
    paths.push_back(std::move(path));
  }
  for (std::uint32_t bit = 0; bit < dimensions; ++bit) {
    if ((from ^ to) >> bit & 1) continue;
    Path path{from};
    flip(path, bit);
    for (const std::uint32_t other : differing) flip(path, other);
    flip(path, bit);
    paths.push_back(std::move(path));
  }
  return paths;
}

std::vector<std::vector<Path>> shortest_disjoint_paths(const Topology& topology, std::uint32_t from, std::uint32_t to,
                                                       std::uint32_t most) {
  UnitFlow flow(topology, from, to);
  std::vector<std::vector<Path>> sets;
  while (sets.size() < most && flow.augment()) sets.push_back(flow.paths());
  return sets;
}

bool has_hamiltonian_circle(const Mesh& mesh) { return circle_order(mesh).has_value(); }

std::optional<Path> hamiltonian_circle(const Mesh& mesh) {
  const auto found = circle_order(mesh);
  if (!found) return std::nullopt;
  const std::vector<std::size_t>& order = *found;
  // Snakes: the rows so far are walked forth and back for each digit of the next dimension. The last dimension needs
  // row 0 as the path back, and so leaves it out before.
  Path circle;
  for (std::uint32_t digit = 0; digit < mesh.size(order[0]); ++digit) circle.push_back(mesh.with(0, order[0], digit));
  for (std::size_t k = 1; k < order.size(); ++k) {
    const std::size_t d = order[k];
    const bool last = k + 1 == order.size();
    const std::size_t kept = mesh.closed() || last ? 1 : 0;  // a column that leads back
    Path longer;
    for (std::uint32_t digit = 0; digit < mesh.size(d); ++digit) {
      Path row;
      for (std::size_t i = kept; i < circle.size(); ++i) row.push_back(mesh.with(circle[i], d, digit));
      if (digit % 2 == 1) std::ranges::reverse(row);
      longer.insert(longer.end(), row.begin(), row.end());
    }
    for (std::uint32_t digit = mesh.size(d); kept == 1 && digit-- > 0;)
      longer.push_back(mesh.with(circle[0], d, digit));
    circle = std::move(longer);
  }
  return circle;
}

}  // namespace pram
