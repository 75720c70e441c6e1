#include "link_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <variant>

#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/topology/topology_report.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

// More cells than a printer shows apart are for the page's script.
constexpr std::size_t most_still_columns = 256;
constexpr std::size_t most_still_rows = 128;

/// @param name  of the grid, for the page's script
/// @param most  what the strongest colour stands for
Drawing over_time(const LinkUse& use, const HeatGrid& grid, std::string_view name, std::string_view rows,
                  std::string_view most, double height) {
  constexpr double width = 880;
  const PlotArea area{.left = 70, .top = 24, .right = width - 16, .bottom = 24 + height};
  Drawing drawing(width, area.bottom + 46);
  draw_lower_axis(drawing, area, Axis::linear(static_cast<double>(use.steps), area.left, area.right), "step", name);
  draw_left_axis(drawing, area, Axis::linear(static_cast<double>(use.links), area.top, area.bottom), rows, name);
  const double across = area.right - area.left;
  drawing.about("grid", name);
  drawing.rectangle("ground", area.left, area.top, across, height);
  grid.draw(drawing, area.left, area.top, across, height, grid.largest());
  drawing.about_nothing();
  draw_heat_scale(drawing, area.left, area.bottom + 26, "0", most, name);
  return drawing;
}

std::uint64_t strongest(const HeatGrid& grid) { return static_cast<std::uint64_t>(std::llround(grid.largest())); }

}  // namespace

Drawing links_over_time(const LinkUse& use, std::string_view rows, std::string_view unit, double height) {
  const HeatGrid grid = use.over_time.coarser(most_still_columns, most_still_rows);
  return over_time(use, grid, "links", rows, plural(strongest(grid), unit) + " in a cell", height);
}

Drawing waiting_over_time(const LinkUse& use, std::string_view rows, double height) {
  const HeatGrid grid = use.waiting->coarser_largest(most_still_columns, most_still_rows);
  return over_time(use, grid, "waiting", rows, plural(strongest(grid), "message") + " at a link at a time", height);
}

std::string utilisation_sentence(const LinkUse& use, std::string_view what) {
  if (use.links == 0) return "No message had to leave its node.";
  std::uint64_t most = 0;
  std::uint64_t sum = 0;
  for (const std::uint64_t busy : use.busy) {
    most = std::max(most, busy);
    sum += busy;
  }
  const auto steps = static_cast<double>(use.steps);
  return fmt::format("{} carried something. The busiest was busy in {} of the steps, the mean of these in {}.",
                     plural(use.links, what), percentage(static_cast<double>(most), steps),
                     percentage(static_cast<double>(sum) / static_cast<double>(use.links), steps));
}

View network_view(const LinkUse& use, std::string_view of) {
  View view{"machine", "Network",
            fmt::format("{} A link is the stronger the more of the steps it was busy. Links in both "
                        "directions lie beside each other, those around an edge are stubs. Of a large "
                        "network a place is as strong as the busiest link that leaves it.",
                        of),
            ""};
  show(view, {"links", view.title, network_picture(use.plan)});
  return view;
}

View network_view(const Topology& topology, const LinkUse& use, std::string_view of) {
  if (!report::draws_topology(topology)) return network_view(use, of);
  View view{"machine", "Network",
            fmt::format("{} A link is the stronger the more of the steps it was busy. Links in both directions lie "
                        "beside each other, those around an edge are stubs. Circles are nodes, squares are switches.",
                        of),
            ""};
  show(view, {"links", view.title, report::topology_use_picture(topology, use.busy, use.steps)});
  return view;
}

void replace_json(Report& report, std::string_view key, Value value) {
  for (auto& part : report.parts) {
    Item* const item = std::get_if<Item>(&part);
    if (item == nullptr || item->key != key) continue;
    item->value = std::move(value);
    return;
  }
}

}  // namespace pram::perf
