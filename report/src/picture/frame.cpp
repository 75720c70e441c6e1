#include <pram/report/detail/frame.hpp>

#include <algorithm>

#include <pram/report/text.hpp>

namespace pram::report {

namespace {

constexpr double letter_width = 7;  // of a sans-serif letter at 12 pixels, at most

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
    const double width = 18 + text_width(name) + 12;
    if (x > left && x + width > right) {
      x = left;
      ++row;
    }
    const double y = top + static_cast<double>(row) * line_height;
    drawing.rectangle(kind, x, y, 11, 11);
    drawing.text("label", x + 16, y + 10, name);
    x += width;
  }
  return kinds_and_names.empty() ? 0 : row + 1;
}

}  // namespace pram::report
