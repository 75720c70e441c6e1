#include "crossover_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "items.hpp"

namespace pram::perf {

namespace {

constexpr double chart_left = 84;
constexpr double chart_right = 864;
constexpr double band_top = 26;
constexpr double band_height = 34;
constexpr double band_gap = 6;

// No two neighbours in a row have one colour unless there are more algorithms than band_colours.
constexpr const char* band_colours[] = {"phase1", "work",   "collective", "phase5", "phase2",
                                        "phase4", "phase6", "contention", "back"};

std::string colour_of(std::size_t number) { return band_colours[number % std::size(band_colours)]; }

}  // namespace

std::vector<std::string> algorithms_of(const Crossover& crossover) {
  std::vector<std::string> names;
  for (const CrossoverRow& row : crossover.rows) {
    for (const CrossoverRange& range : row.ranges) {
      if (std::ranges::find(names, range.algorithm) == names.end()) names.push_back(range.algorithm);
    }
  }
  return names;
}

Crossover ranges_by_network(const NetworkCrossover& compared) {
  Crossover crossover;
  crossover.operation = compared.operation;
  crossover.most_doublings = compared.most_doublings;
  for (const NetworkCrossoverRow& row : compared.rows) {
    CrossoverRow& drawn = crossover.rows.emplace_back();
    drawn.network = plural(row.nodes, "node");
    drawn.nodes = row.nodes;
    for (const CheapestRange& range : row.ranges)
      drawn.ranges.push_back({range.network, range.first, range.last, range.time_first, range.time_last});
  }
  return crossover;
}

std::string letter_of(std::size_t number) {
  return number < 26 ? std::string(1, static_cast<char>('A' + number)) : fmt::format("A{}", number - 25);
}

Drawing crossover_chart(const Crossover& crossover) {
  const std::vector<std::string> names = algorithms_of(crossover);
  if (names.empty()) return Drawing::sentence(chart_right + 16, "No algorithm fits these networks.");
  const double bottom = band_top + (band_height + band_gap) * static_cast<double>(crossover.rows.size());
  Drawing drawing(chart_right + 16, bottom + 3 * line_height + line_height * static_cast<double>(names.size()));
  // A range ends where the next number of words begins.
  const double most = std::ldexp(1, static_cast<int>(crossover.most_doublings)) + 1;
  const Axis axis = Axis::logarithmic(1, most, chart_left, chart_right);
  drawing.text("label", 4, band_top - 10, "nodes");
  draw_lower_axis(drawing, {chart_left, band_top, chart_right, bottom}, axis, "words, logarithmic");
  double top = band_top;
  for (const CrossoverRow& row : crossover.rows) {
    drawing.text("label", chart_left - 8, top + band_height / 2 + 4, with_separators(row.nodes), Anchor::end);
    for (const CrossoverRange& range : row.ranges) {
      const auto number = static_cast<std::size_t>(std::ranges::find(names, range.algorithm) - names.begin());
      const double left = axis.at(static_cast<double>(range.first));
      const double right = axis.at(static_cast<double>(range.last) + 1);
      drawing.rectangle(
          colour_of(number), left, top, right - left, band_height,
          fmt::format("{}, {} to {}: {}, time {} to {}", row.network, with_separators(range.first),
                      plural(range.last, "word"), short_name(range.algorithm, to_string(crossover.operation)),
                      time_text(range.time_first), time_text(range.time_last)));
      const std::string letter = letter_of(number);
      if (right - left > text_width(letter) + 4)
        drawing.text("on", (left + right) / 2, top + band_height / 2 + 4, letter, Anchor::middle);
    }
    top += band_height + band_gap;
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    const double y = bottom + 2 * line_height + 14 + line_height * static_cast<double>(k);
    drawing.rectangle(colour_of(k), chart_left, y - 10, 11, 11);
    drawing.text("label", chart_left + 16, y,
                 fmt::format("{}  {}", letter_of(k), short_name(names[k], to_string(crossover.operation))));
  }
  return drawing;
}

}  // namespace pram::perf
