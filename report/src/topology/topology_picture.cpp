#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include <pram/report/detail/picture/frame.hpp>
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

/// The nodes of a topology that does not lie in a plane by its family.
NetworkPlan placed_nodes(const Topology& topology) {
  NetworkPlan plan;
  if (!topology.terminals_pass_on()) {
    place_by_levels(plan, levels_from(topology, topology.terminals()), false);
  } else if (topology.two_way() && topology.properties().links + 1 == topology.nodes() && topology.nodes() > 2) {
    place_by_levels(plan, levels_from(topology, 1), true);
  } else {
    place_around_circle(plan, topology.nodes());
  }
  return plan;
}

/// Calls visit(node, other, number of the link) for each direction of each link.
template <class Visit>
void for_each_link(const Topology& topology, const Visit& visit) {
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
    for (std::uint32_t port = 0; port < topology.ports(); ++port) {
      const std::uint32_t other = topology.neighbour(node, port);
      if (other != no_node) visit(node, other, node * topology.ports() + port);
    }
  }
}

/// The plan with both directions of a link beside each other, each to the right of its course.
NetworkPlan plan_of_use(const Topology& topology, std::span<const std::uint64_t> busy, std::uint64_t steps) {
  if (lies_in_plane(topology)) return network_plan(topology, busy, steps);
  NetworkPlan plan = placed_nodes(topology);
  for_each_link(topology, [&](std::uint32_t node, std::uint32_t other, std::uint32_t link) {
    if (other == node) return;  // a link to its own node (de Bruijn), which carries nothing
    NetworkPlan::Place from = plan.nodes[node];
    NetworkPlan::Place to = plan.nodes[other];
    const double across = to.column - from.column;
    const double down = to.row - from.row;
    constexpr double aside = 0.06;
    const double length = topology.two_way() ? std::hypot(across, down) : 0;
    for (NetworkPlan::Place* const end : {&from, &to}) {
      if (length == 0) break;
      end->column -= aside * down / length;
      end->row += aside * across / length;
    }
    const double share = steps > 0 ? static_cast<double>(busy[link]) / static_cast<double>(steps) : 0;
    plan.links.push_back({from, to, node, other, link, share,
                          fmt::format("link {} to {}: busy in {} of {} steps", node, other, with_separators(busy[link]),
                                      with_separators(steps))});
  });
  return plan;
}

/// Pixels of the places of a plan.
struct PlanScale {
  double across;  ///< from a column to the next
  double down;    ///< from a row to the next

  explicit PlanScale(const NetworkPlan& plan) {
    const auto rows = static_cast<double>(plan.rows);
    across = std::min((picture_width - 2 * picture_margin) / static_cast<double>(plan.columns), widest_pitch);
    // Levels are few beside the nodes of one, and need not lie as close as these.
    down = std::min({most_height / rows, widest_pitch, std::max(across, 4 * widest_pitch / rows)});
  }

  double x(const NetworkPlan::Place& place) const { return picture_margin + across * (place.column + 0.5); }
  double y(const NetworkPlan::Place& place) const { return picture_margin + down * (place.row + 0.5); }
  double width(const NetworkPlan& plan) const {
    return 2 * picture_margin + across * static_cast<double>(plan.columns);
  }
  double height(const NetworkPlan& plan) const { return 2 * picture_margin + down * static_cast<double>(plan.rows); }
  double radius() const { return std::clamp(std::min(across, down) / 4, 1.5, 5.0); }
};

/// A circle for a terminal, a square for a switch.
void draw_node(Drawing& drawing, const Topology& topology, const PlanScale& scale, const NetworkPlan& plan,
               std::uint32_t node) {
  const double x = scale.x(plan.nodes[node]);
  const double y = scale.y(plan.nodes[node]);
  const double radius = scale.radius();
  if (node < topology.terminals()) {
    drawing.circle("needed", x, y, radius, fmt::format("node {}", node));
  } else {
    drawing.rectangle("contention", x - radius, y - radius, 2 * radius, 2 * radius, fmt::format("switch {}", node));
  }
}

}  // namespace

NetworkPlan topology_plan(const Topology& topology) {
  if (lies_in_plane(topology)) {
    const std::vector<std::uint64_t> idle(std::size_t{topology.nodes()} * topology.ports());
    return network_plan(topology, idle, 0);
  }
  NetworkPlan plan = placed_nodes(topology);
  for_each_link(topology, [&](std::uint32_t node, std::uint32_t other, std::uint32_t link) {
    if (topology.two_way() && other < node) return;
    plan.links.push_back({plan.nodes[node], plan.nodes[other], node, other, link});
  });
  return plan;
}

bool draws_topology(const Topology& topology) {
  return topology.nodes() <= most_drawn_nodes && topology.properties().links <= most_drawn_links;
}

Drawing topology_picture(const Topology& topology) {
  if (!draws_topology(topology)) {
    return Drawing::sentence(picture_width,
                             fmt::format("There is no drawing of more than {} nodes or {} links.",
                                         with_separators(most_drawn_nodes), with_separators(most_drawn_links)));
  }
  const NetworkPlan plan = topology_plan(topology);
  const PlanScale scale(plan);
  Drawing drawing(scale.width(plan), scale.height(plan));
  for (const NetworkPlan::Link& link : plan.links)
    drawing.line("axis", scale.x(link.from), scale.y(link.from), scale.x(link.to), scale.y(link.to));
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) draw_node(drawing, topology, scale, plan, node);
  return drawing;
}

Drawing topology_use_picture(const Topology& topology, std::span<const std::uint64_t> busy, std::uint64_t steps) {
  const NetworkPlan plan = plan_of_use(topology, busy, steps);
  const PlanScale scale(plan);
  const double bottom = scale.height(plan);
  Drawing drawing(picture_width, bottom + 2 * line_height);
  double most = 0;
  for (const NetworkPlan::Link& link : plan.links) most = std::max(most, link.share);
  for (const NetworkPlan::Link& link : plan.links) {
    drawing.about("link", std::to_string(link.link));
    drawing.heat_line(most > 0 ? link.share / most : 0, scale.x(link.from), scale.y(link.from), scale.x(link.to),
                      scale.y(link.to), link.hint);
  }
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
    drawing.about("component", std::to_string(node));
    draw_node(drawing, topology, scale, plan, node);
  }
  drawing.about_nothing();
  draw_heat_scale(drawing, picture_margin, bottom, "busy: 0%", percentage(most, 1) + " of the steps", "most");
  return drawing;
}

}  // namespace pram::report
