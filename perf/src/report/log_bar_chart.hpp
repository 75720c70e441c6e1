#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/report/detail/drawing.hpp>

namespace pram::perf {

/// A bar: the kind of its colour, what it stands for in the legend, its length, and what is shown when the pointer
/// rests on it.
struct ChartBar {
  std::string kind;
  std::string name;
  double value = 0;
  std::string hint = {};
};

/// Bars that belong to one name.
struct ChartRow {
  std::string heading = {};          ///< stands above the row, if it is not that of the row before; "": none
  std::string name = {};             ///< in front of the bars
  std::vector<ChartBar> bars = {};   ///< one below the other; those of 0 are left out
  std::optional<double> mark = {};   ///< a stroke across the bars
  std::string result = {};           ///< behind the bars
  std::string instead_of_bars = {};  ///< why there are none; "": there are bars
};

/// A line across all rows.
struct ChartReference {
  double value = 0;
  std::string name;  ///< stands above it
};

/// Rows of bars on one logarithmic scale that begins at 1, or at the power of ten below the least bar.
struct LogBarChart {
  std::string axis;  ///< what the bars count
  std::vector<ChartRow> rows = {};
  std::vector<ChartReference> references = {};  ///< of above 0
  std::string mark = {};                        ///< the marks' name in the legend; "": there are none
  std::string empty;                            ///< what is said where there is no row
};

Drawing log_bar_chart(const LogBarChart& chart);

}  // namespace pram::perf
