#include <pram/report/detail/picture/frame.hpp>

#include <algorithm>

#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

constexpr double letter_width = 7;  // of a sans-serif letter at 12 pixels, at most
constexpr double swatch = 11;

/// What a legend has of a kind, from this corner on.
void draw_swatch(Drawing& drawing, std::string_view kind, double x, double y) {
  const std::string_view first = kind.substr(0, kind.find(' '));
  if (kind == "curve" || kind == "prediction" || kind == "bound") {
    drawing.path(std::string(kind) + " swatch", {{x, y + swatch / 2}, {x + swatch + 3, y + swatch / 2}});
  } else if (kind.ends_with(" dot")) {
    drawing.circle(first, x + swatch / 2, y + swatch / 2, 4.5);
  } else if (kind.ends_with(" stroke")) {
    drawing.rectangle(first, x + swatch / 2 - 1, y, 2, swatch);
  } else {
    drawing.rectangle(kind, x, y, swatch, swatch);
  }
}

}  // namespace

double text_width(std::string_view text) { return letter_width * static_cast<double>(columns(text)); }

void draw_lower_axis(Drawing& drawing, const PlotArea& area, const Axis& axis, std::string_view name,
                     std::string_view ticks) {
  drawing.line("axis", area.left, area.bottom, area.right, area.bottom);
  const auto most = static_cast<std::size_t>(std::max(3.0, (area.right - area.left) / 70));
  if (!ticks.empty()) drawing.about("ticks", ticks);
  for (const Axis::Tick& tick : axis.ticks(most)) {
    drawing.line("axis", axis.at(tick.value), area.bottom, axis.at(tick.value), area.bottom + 4);
    drawing.text("label", axis.at(tick.value), area.bottom + line_height, tick.label, Anchor::middle);
  }
  if (!ticks.empty()) drawing.about_nothing();
  drawing.text("label", area.right, area.bottom + 2 * line_height, name, Anchor::end);
}

void draw_left_axis(Drawing& drawing, const PlotArea& area, const Axis& axis, std::string_view name,
                    std::string_view ticks) {
  drawing.line("axis", area.left, area.top, area.left, area.bottom);
  const auto most = static_cast<std::size_t>(std::max(3.0, (area.bottom - area.top) / 30));
  if (!ticks.empty()) drawing.about("ticks", ticks);
  for (const Axis::Tick& tick : axis.ticks(most)) {
    drawing.line("grid", area.left, axis.at(tick.value), area.right, axis.at(tick.value));
    drawing.text("label", area.left - 6, axis.at(tick.value) + 4, tick.label, Anchor::end);
  }
  if (!ticks.empty()) drawing.about_nothing();
  drawing.text("label", 4, area.top - 10, name);
}

std::size_t draw_legend(Drawing& drawing, const std::vector<std::pair<std::string, std::string>>& kinds_and_names,
                        double left, double right, double top) {
  double x = left;
  std::size_t row = 0;
  for (const auto& [kind, name] : kinds_and_names) {
    const double width = 20 + text_width(name) + 12;
    if (x > left && x + width > right) {
      x = left;
      ++row;
    }
    const double y = top + static_cast<double>(row) * line_height;
    draw_swatch(drawing, kind, x, y);
    drawing.text("label", x + 18, y + 10, name);
    x += width;
  }
  return kinds_and_names.empty() ? 0 : row + 1;
}

void draw_heat_scale(Drawing& drawing, double x, double y, std::string_view least, std::string_view most,
                     std::string_view about) {
  constexpr double wide = 24;
  drawing.text("label", x, y + 12, least);
  x += text_width(least);
  for (const std::size_t level : {0U, 1U, 4U, 8U, 11U, 15U}) {
    drawing.heat_area(level, box_outline(x, y + 2, wide, 12));
    x += wide;
  }
  drawing.about("scale", about);
  drawing.text("label", x + 6, y + 12, most);
  drawing.about_nothing();
}

}  // namespace pram::report
