#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <pram/report/detail/topology/topology_report.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

constexpr double picture_width = 880;
constexpr double picture_margin = 16;
constexpr double most_height = 640;
constexpr double widest_pitch = 56;

/// Links from the nearest of some nodes, by node; one more than the most for nodes that none of them reaches.
std::vector<std::uint32_t> levels_from(const Topology& topology, std::uint32_t first_nodes) {
  std::vector<std::uint32_t> level(topology.nodes(), no_node);
  std::vector<std::uint32_t> queue;
  for (std::uint32_t node = 0; node < first_nodes; ++node) {
    level[node] = 0;
    queue.push_back(node);
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (std::uint32_t port = 0; port < topology.ports(); ++port) {
      const std::uint32_t next = topology.neighbour(queue[head], port);
      if (next == no_node || level[next] != no_node) continue;
      level[next] = level[queue[head]] + 1;
      queue.push_back(next);
    }
  }
  std::ranges::replace(level, no_node, level[queue.back()] + 1);
  return level;
}

/// Rows of the nodes of one level, spread over the whole width.
void place_by_levels(NetworkPlan& plan, const std::vector<std::uint32_t>& level, bool downwards) {
  const std::uint32_t last = *std::ranges::max_element(level);
  std::vector<std::uint32_t> size(last + 1, 0);
  for (const std::uint32_t of : level) ++size[of];
  plan.rows = last + 1;
  plan.columns = *std::ranges::max_element(size);
  std::vector<std::uint32_t> placed(last + 1, 0);
  for (const std::uint32_t of : level) {
    const double share = (placed[of]++ + 0.5) / size[of];
    plan.nodes.push_back(
        {share * static_cast<double>(plan.columns) - 0.5, static_cast<double>(downwards ? of : last - of)});
  }
}

void place_around_circle(NetworkPlan& plan, std::uint32_t nodes) {
  const auto across = static_cast<double>(std::max<std::uint32_t>(nodes / 3, 4));
  plan.columns = plan.rows = static_cast<std::size_t>(across);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const double angle = 2 * std::numbers::pi * node / nodes;
    plan.nodes.push_back({(across - 1) / 2 * (1 + std::sin(angle)), (across - 1) / 2 * (1 - std::cos(angle))});
  }
}

bool lies_in_plane(const Topology& topology) {
  const TopologyShape shape = topology.shape();
  switch (shape.kind) {
    case TopologyShape::Kind::grid:
    case TopologyShape::Kind::torus: return shape.factors.size() > 1;
    case TopologyShape::Kind::hypercube: return shape.factors.size() > 1;
    case TopologyShape::Kind::stages: return !topology.two_way();
    default: return false;
  }
}

}  // namespace

NetworkPlan topology_plan(const Topology& topology) {
  if (lies_in_plane(topology)) {
    const std::vector<std::uint64_t> idle(std::size_t{topology.nodes()} * topology.ports());
    return network_plan(topology, idle, 0);
  }
  NetworkPlan plan;
  if (!topology.terminals_pass_on()) {
    place_by_levels(plan, levels_from(topology, topology.terminals()), false);
  } else if (topology.two_way() && topology.properties().links + 1 == topology.nodes() && topology.nodes() > 2) {
    place_by_levels(plan, levels_from(topology, 1), true);
  } else {
    place_around_circle(plan, topology.nodes());
  }
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
    for (std::uint32_t port = 0; port < topology.ports(); ++port) {
      const std::uint32_t other = topology.neighbour(node, port);
      if (other == no_node || (topology.two_way() && other < node)) continue;
      plan.links.push_back({plan.nodes[node], plan.nodes[other], node, other, node * topology.ports() + port});
    }
  }
  return plan;
}

Drawing topology_picture(const Topology& topology) {
  if (topology.nodes() > most_drawn_nodes || topology.properties().links > most_drawn_links) {
    return Drawing::sentence(picture_width,
                             fmt::format("There is no drawing of more than {} nodes or {} links.",
                                         with_separators(most_drawn_nodes), with_separators(most_drawn_links)));
  }
  const NetworkPlan plan = topology_plan(topology);
  const auto columns = static_cast<double>(plan.columns);
  const auto rows = static_cast<double>(plan.rows);
  const double room = picture_width - 2 * picture_margin;
  const double across = std::min(room / columns, widest_pitch);
  // Levels are few beside the nodes of one, and need not lie as close as these.
  const double down = std::min({most_height / rows, widest_pitch, std::max(across, 4 * widest_pitch / rows)});
  Drawing drawing(2 * picture_margin + across * columns, 2 * picture_margin + down * rows);
  const auto x = [&](const NetworkPlan::Place& place) { return picture_margin + across * (place.column + 0.5); };
  const auto y = [&](const NetworkPlan::Place& place) { return picture_margin + down * (place.row + 0.5); };
  for (const NetworkPlan::Link& link : plan.links)
    drawing.line("axis", x(link.from), y(link.from), x(link.to), y(link.to));
  const double radius = std::clamp(std::min(across, down) / 4, 1.5, 5.0);
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
    const NetworkPlan::Place& place = plan.nodes[node];
    if (node < topology.terminals()) {
      drawing.circle("needed", x(place), y(place), radius, fmt::format("node {}", node));
    } else {
      drawing.rectangle("contention", x(place) - radius, y(place) - radius, 2 * radius, 2 * radius,
                        fmt::format("switch {}", node));
    }
  }
  return drawing;
}

}  // namespace pram::report
