#include "dot_chart.hpp"

#include <algorithm>
#include <utility>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

constexpr double chart_width = 960;
constexpr double dots_from = 300;
constexpr double dots_to = chart_width - 90;
constexpr double dot_pitch = 10;
constexpr double dot_radius = 4;
constexpr double least_row_height = 26;
constexpr double heading_height = 24;
constexpr std::size_t longest_name = 40;
constexpr std::size_t longest_reason = 80;

std::size_t dots_of(const ChartRow& row) {
  return static_cast<std::size_t>(std::ranges::count_if(row.dots, [](const ChartDot& dot) { return dot.value > 0; }));
}

double height_of(const ChartRow& row) {
  return std::max(least_row_height, static_cast<double>(dots_of(row)) * dot_pitch + 10);
}

/// Whether the heading of a row is to be said.
bool has_heading(const DotChart& chart, std::size_t row) {
  return !chart.rows[row].heading.empty() && (row == 0 || chart.rows[row].heading != chart.rows[row - 1].heading);
}

Axis axis_of(const DotChart& chart) {
  double least = 0;
  double most = 0;
  const auto hold = [&](double value) {
    if (value <= 0) return;
    least = least > 0 ? std::min(least, value) : value;
    most = std::max(most, value);
  };
  for (const ChartRow& row : chart.rows) {
    for (const ChartDot& dot : row.dots) hold(dot.value);
    if (row.mark) hold(*row.mark);
  }
  for (const ChartReference& reference : chart.references) hold(reference.value);
  return least > 0 ? Axis::close(least, most, dots_from, dots_to) : Axis::close(1, 10, dots_from, dots_to);
}

}  // namespace

Drawing dot_chart(const DotChart& chart) {
  if (chart.rows.empty()) return Drawing::sentence(chart_width, chart.empty);
  const double top = 12 + line_height * static_cast<double>(chart.references.size());
  double bottom = top;
  for (std::size_t k = 0; k < chart.rows.size(); ++k)
    bottom += height_of(chart.rows[k]) + (has_heading(chart, k) ? heading_height : 0);
  Drawing drawing(chart_width, bottom + 4 * line_height);
  const Axis axis = axis_of(chart);
  for (const Axis::Tick& tick : axis.ticks(8))
    drawing.line("grid", axis.at(tick.value), top - 4, axis.at(tick.value), bottom);
  draw_lower_axis(drawing, {dots_from, top - 4, dots_to, bottom}, axis, chart.axis);

  double y = top;
  std::vector<std::pair<std::string, std::string>> legend;
  for (std::size_t k = 0; k < chart.rows.size(); ++k) {
    const ChartRow& row = chart.rows[k];
    if (has_heading(chart, k)) {
      drawing.text("name", 4, y + 14, shortened(printable(row.heading), longest_name));
      y += heading_height;
    }
    drawing.text("label", 18, y + 12, shortened(printable(row.name), longest_name - 2));
    double above = y + 2;
    for (const ChartDot& dot : row.dots) {
      if (dot.value <= 0) continue;
      const double middle = above + dot_pitch / 2;
      drawing.line("grid", dots_from, middle, dots_to, middle);  // across the whole scale: it is no bar
      drawing.circle(dot.kind + " dot", axis.at(dot.value), middle, dot_radius, dot.hint);
      above += dot_pitch;
      const std::pair<std::string, std::string> entry(dot.kind + " dot", dot.name);
      if (std::ranges::find(legend, entry) == legend.end()) legend.push_back(entry);
    }
    if (row.mark && *row.mark > 0)
      drawing.rectangle("prediction", axis.at(*row.mark) - 1, y, 2, std::max(above - y, dot_pitch), chart.mark);
    if (!row.instead_of_dots.empty()) {
      drawing.text("label", dots_from + 4, y + 12, shortened(printable(row.instead_of_dots), longest_reason));
    } else {
      drawing.text("label", chart_width - 4, y + 12, row.result, Anchor::end);
    }
    y += height_of(row);
  }
  // The smallest first: then no line passes through the name of another.
  std::vector<ChartReference> references = chart.references;
  std::ranges::sort(references, {}, &ChartReference::value);
  for (std::size_t k = 0; k < references.size(); ++k) {
    const ChartReference& reference = references[k];
    const double x = axis.at(reference.value);
    const double label = 12 + line_height * static_cast<double>(k);
    drawing.path("prediction", {{x, label + 4}, {x, bottom}}, reference.name);
    const bool fits = x + text_width(reference.name) < chart_width;
    drawing.text("label", fits ? x + 4 : x - 4, label + 2, reference.name, fits ? Anchor::start : Anchor::end);
  }
  if (!chart.mark.empty()) legend.emplace_back("prediction stroke", chart.mark);
  draw_legend(drawing, legend, 4, chart_width - 4, bottom + 2 * line_height + 8);
  return drawing;
}

}  // namespace pram::perf
