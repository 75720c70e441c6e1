#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::perf {

/// A dot: the kind of its colour, what it stands for in the legend, its value, and what is shown when the pointer rests
/// on it.
struct ChartDot {
  std::string kind;
  std::string name;
  double value = 0;
  std::string hint = {};
};

/// Dots that belong to one name.
struct ChartRow {
  std::string heading = {};          ///< stands above the row, if it is not that of the row before; "": none
  std::string name = {};             ///< in front of the dots
  std::vector<ChartDot> dots = {};   ///< one below the other; those of 0 are left out
  std::optional<double> mark = {};   ///< a stroke across their lines
  std::string result = {};           ///< behind the dots
  std::string instead_of_dots = {};  ///< why there are none; "": there are dots
};

/// A line across all rows.
struct ChartReference {
  double value = 0;
  std::string name;  ///< stands above it
};

/// Rows of dots on one logarithmic scale, no longer than they need. There the length of a bar would say nothing: where
/// it begins is arbitrary. A dot says its value by its place alone.
struct DotChart {
  std::string axis;  ///< what the dots count
  std::vector<ChartRow> rows = {};
  std::vector<ChartReference> references = {};  ///< of above 0
  std::string mark = {};                        ///< the marks' name in the legend; "": there are none
  std::string empty;                            ///< what is said where there is no row
};

Drawing dot_chart(const DotChart& chart);

}  // namespace pram::perf
