#include "component_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/picture/heat_grid.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

constexpr double map_width = 960;
constexpr double map_side = 360;
constexpr double map_top = 28;

/// A square of components by one of their counts, with the busiest named below it.
void draw_square(Drawing& drawing, const std::vector<ComponentTotal>& components, std::uint64_t ComponentTotal::*count,
                 double left, const char* name, const char* unit) {
  const std::size_t side = component_row(components.size());
  const std::size_t rows = (components.size() + side - 1) / side;
  HeatGrid grid = component_grid(components.size());
  double sum = 0;
  for (std::size_t k = 0; k < components.size(); ++k) {
    grid.raise(k % side, k / side, static_cast<double>(components[k].*count));
    sum += static_cast<double>(components[k].*count);
  }
  const double height = map_side * static_cast<double>(rows) / static_cast<double>(side);
  drawing.text("title", left, map_top - 8, fmt::format("{}s {}", unit, name));
  drawing.about("grid", name);
  drawing.rectangle("ground", left, map_top, map_side, height);
  grid.draw(drawing, left, map_top, map_side, height, grid.largest());
  drawing.about_nothing();
  const auto busiest = std::ranges::max_element(components, {}, count);
  drawing.about("whole", name);
  drawing.text(
      "label", left, map_top + map_side + 18,
      fmt::format("most: component {} with {}", busiest - components.begin(), with_separators((*busiest).*count)));
  drawing.text("label", left, map_top + map_side + 36,
               fmt::format("mean of all: {}", decimal(sum / static_cast<double>(components.size()))));
  drawing.about_nothing();
  draw_heat_scale(drawing, left, map_top + map_side + 46, "0", plural((*busiest).*count, unit), name);
}

}  // namespace

std::size_t component_row(std::size_t components) {
  return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(components))));
}

HeatGrid component_grid(std::size_t components) {
  const std::size_t row = component_row(components);
  return {row, (components + row - 1) / row, 128, 128};
}

Drawing component_map(const Ledger& ledger) {
  if (!ledger.has_profile() || ledger.components().empty()) {
    return Drawing::sentence(map_width,
                             "The ledger was not kept as a profile: loads of single components are not known.");
  }
  Drawing drawing(map_width, map_top + map_side + 66);
  draw_square(drawing, ledger.components(), &ComponentTotal::received, 16, "received", "message");
  draw_square(drawing, ledger.components(), &ComponentTotal::served, 16 + map_side + 60, "served", "request");
  return drawing;
}

}  // namespace pram::report
