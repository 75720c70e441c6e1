#include <pram/report/detail/picture/heat_grid.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>

#include <pram/report/detail/run/bins.hpp>

namespace pram::report {

HeatGrid::HeatGrid(std::size_t columns, std::size_t rows, std::size_t most_columns, std::size_t most_rows)
    : entries_across_(columns),
      entries_down_(rows),
      columns_(std::min(columns, most_columns)),
      rows_(std::min(rows, most_rows)),
      values_(columns_ * rows_) {}

std::size_t HeatGrid::cell(std::size_t column, std::size_t row) const {
  assert(column < entries_across_ && row < entries_down_);
  const Bins across{entries_across_, columns_};
  const Bins down{entries_down_, rows_};
  return down.bin_of(row) * columns_ + across.bin_of(column);
}

void HeatGrid::raise(std::size_t column, std::size_t row, double value) {
  double& there = values_[cell(column, row)];
  there = std::max(there, value);
}

void HeatGrid::add(std::size_t column, std::size_t row, double value) { values_[cell(column, row)] += value; }

void HeatGrid::raise(std::size_t first, std::size_t end, std::size_t row, double value) {
  if (first >= end) return;
  for (std::size_t at = cell(first, row); at <= cell(end - 1, row); ++at) values_[at] = std::max(values_[at], value);
}

void HeatGrid::add(std::size_t first, std::size_t end, std::size_t row, double value) {
  const Bins across{entries_across_, columns_};
  while (first < end) {
    const std::size_t behind = std::min(end, across.first(across.bin_of(first) + 1));
    values_[cell(first, row)] += value * static_cast<double>(behind - first);
    first = behind;
  }
}

HeatGrid HeatGrid::coarser(std::size_t most_columns, std::size_t most_rows) const {
  HeatGrid fewer(columns_, rows_, most_columns, most_rows);
  for (std::size_t row = 0; row < rows_; ++row) {
    for (std::size_t column = 0; column < columns_; ++column) fewer.add(column, row, at(column, row));
  }
  return fewer;
}

HeatGrid HeatGrid::coarser_largest(std::size_t most_columns, std::size_t most_rows) const {
  HeatGrid fewer(columns_, rows_, most_columns, most_rows);
  for (std::size_t row = 0; row < rows_; ++row) {
    for (std::size_t column = 0; column < columns_; ++column) fewer.raise(column, row, at(column, row));
  }
  return fewer;
}

double HeatGrid::largest() const { return values_.empty() ? 0 : *std::ranges::max_element(values_); }

void HeatGrid::draw(Drawing& drawing, double x, double y, double width, double height, double full) const {
  if (values_.empty() || full <= 0) return;
  // The runs of a level, each from where the one before it ends: a map of thousands of cells stays small.
  struct Runs {
    std::string text;
    std::size_t column = 0;
    std::size_t row = 0;
  };
  std::vector<Runs> levels(heat_levels);
  for (std::size_t row = 0; row < rows_; ++row) {
    for (std::size_t first = 0; first < columns_;) {
      const std::size_t level = heat_level(at(first, row) / full);
      std::size_t last = first + 1;
      while (last < columns_ && heat_level(at(last, row) / full) == level) ++last;
      if (level > 0) {
        Runs& runs = levels[level];
        const auto across = static_cast<std::ptrdiff_t>(first) - static_cast<std::ptrdiff_t>(runs.column);
        runs.text += fmt::format("m{} {}h{}", across, row - runs.row, last - first);
        runs.column = last;
        runs.row = row;
      }
      first = last;
    }
  }
  const double cell_width = width / static_cast<double>(columns_);
  const double cell_height = height / static_cast<double>(rows_);
  for (std::size_t level = 0; level < levels.size(); ++level)
    drawing.heat_runs(level, x, y, cell_width, cell_height, levels[level].text);
}

}  // namespace pram::report
