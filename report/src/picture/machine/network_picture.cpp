#include <pram/report/detail/picture/network_picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/picture/heat_grid.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

constexpr double width = 880;
constexpr double margin = 16;
constexpr double most_pitch = 72;    // pixels from a column, or a row, to the next
constexpr double stage_pitch = 140;  // from a column to the next, where there are few of them beside many rows
constexpr double least_pitch = 15;
constexpr std::size_t most_places = 48;

double widest_column(std::size_t columns, std::size_t rows) { return 2 * columns <= rows ? stage_pitch : most_pitch; }

/// "0%", then the colours, then the most.
void draw_scale(Drawing& drawing, double y, double most) {
  draw_heat_scale(drawing, margin, y, "busy: 0%", percentage(most, 1) + " of the steps", "most");
}

double most_share(const NetworkPlan& plan) {
  double most = 0;
  for (const NetworkPlan::Link& link : plan.links) most = std::max(most, link.share);
  return most;
}

Drawing lines_of(const NetworkPlan& plan) {
  const double pitch = std::clamp((width - 2 * margin) / static_cast<double>(plan.columns), least_pitch,
                                  widest_column(plan.columns, plan.rows));
  const double down = std::min(pitch, 560 / static_cast<double>(plan.rows));
  const double row_pitch = std::max(down, least_pitch);
  const double bottom = margin + row_pitch * static_cast<double>(plan.rows);
  Drawing drawing(width, bottom + 2 * line_height);
  const auto x = [&](const NetworkPlan::Place& place) { return margin + pitch * (place.column + 0.5); };
  const auto y = [&](const NetworkPlan::Place& place) { return margin + row_pitch * (place.row + 0.5); };
  const double most = most_share(plan);
  for (const NetworkPlan::Link& link : plan.links) {
    drawing.about("link", std::to_string(link.link));
    drawing.heat_line(most > 0 ? link.share / most : 0, x(link.from), y(link.from), x(link.to), y(link.to), link.hint);
  }
  for (std::size_t node = 0; node < plan.nodes.size(); ++node) {
    drawing.about("component", std::to_string(node));
    drawing.circle("node", x(plan.nodes[node]), y(plan.nodes[node]), std::min(4.0, row_pitch / 5),
                   fmt::format("node {}", node));
  }
  drawing.about_nothing();
  draw_scale(drawing, bottom + 6, most);
  return drawing;
}

Drawing places_of(const NetworkPlan& plan) {
  HeatGrid grid = place_grid(plan);
  for (const NetworkPlan::Link& link : plan.links) {
    const NetworkPlan::Place& place = plan.nodes[link.node];
    grid.raise(static_cast<std::size_t>(place.column), static_cast<std::size_t>(place.row), link.share);
  }
  const double whole = (width - 2 * margin) / static_cast<double>(grid.columns());
  const double pitch = std::clamp(480 / static_cast<double>(grid.rows()), 2.0, whole);
  const bool stages = 2 * plan.columns <= plan.rows;
  const double across = (stages ? std::min(whole, stage_pitch) : pitch) * static_cast<double>(grid.columns());
  const double high = std::max(pitch * static_cast<double>(grid.rows()), 8.0);
  Drawing drawing(width, margin + high + 2 * line_height);
  drawing.about("grid", "places");
  drawing.rectangle("ground", margin, margin, across, high);
  grid.draw(drawing, margin, margin, across, high, grid.largest());
  drawing.about_nothing();
  draw_scale(drawing, margin + high + 6, grid.largest());
  return drawing;
}

}  // namespace

bool draws_links(const NetworkPlan& plan) {
  return plan.links.size() <= most_drawn_links && plan.columns <= most_places && plan.rows <= most_places;
}

HeatGrid place_grid(const NetworkPlan& plan) { return {plan.columns, plan.rows, 256, 256}; }

Drawing network_picture(const NetworkPlan& plan) {
  if (plan.nodes.empty()) {
    return Drawing::sentence(width, "The network has no nodes that could be drawn.");
  }
  return draws_links(plan) ? lines_of(plan) : places_of(plan);
}

}  // namespace pram::report
