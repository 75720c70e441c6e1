#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <pram/report/detail/picture/drawing.hpp>

namespace pram::report {

/// A matrix of shares to be drawn as a field of coloured cells. A long side is put into bins, each as strong as its
/// strongest entry.
class HeatGrid {
 public:
  /// @param columns, rows  entries of the matrix
  /// @param most_columns, most_rows  cells of the drawing at most
  HeatGrid(std::size_t columns, std::size_t rows, std::size_t most_columns = 256, std::size_t most_rows = 128);

  std::size_t columns() const { return columns_; }  ///< of cells
  std::size_t rows() const { return rows_; }

  /// Enters a value; of several in a cell the largest stays.
  void raise(std::size_t column, std::size_t row, double value);
  /// Adds to the cell.
  void add(std::size_t column, std::size_t row, double value);

  /// The same for the entries of a row from `first` up to, not including, `end`.
  void raise(std::size_t first, std::size_t end, std::size_t row, double value);
  void add(std::size_t first, std::size_t end, std::size_t row, double value);

  /// The same in fewer cells, each with the sum of those that it stands for, or with the largest of them.
  HeatGrid coarser(std::size_t most_columns, std::size_t most_rows) const;
  HeatGrid coarser_largest(std::size_t most_columns, std::size_t most_rows) const;

  /// The number of the cell that has this entry, row by row.
  std::size_t cell(std::size_t column, std::size_t row) const;
  double at(std::size_t cell_column, std::size_t cell_row) const { return values_[cell_row * columns_ + cell_column]; }
  double largest() const;

  /// Draws the cells into a rectangle, each by its share of `full`. Neighbours of one level in a row are one mark.
  void draw(Drawing& drawing, double x, double y, double width, double height, double full) const;

 private:
  std::size_t entries_across_;
  std::size_t entries_down_;
  std::size_t columns_;
  std::size_t rows_;
  std::vector<double> values_;
};

}  // namespace pram::report
