#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "lines.hpp"

namespace pram::report {

/// A table whose rows are lines of a program. JSON and CSV have all of them, text has the first ones. Text has a column
/// for the file where these lie in several files; otherwise the heading names the file.
template <class Total>
class LineTable {
 public:
  struct Row : Total {
    std::string label;  ///< name of its file in text
  };

  /// @param lines  in the table's order
  /// @param shown  the most that text has
  LineTable(const std::vector<Total>& lines, std::size_t shown)
      : files_(file_labels(std::vector<Total>(
            lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(std::min(lines.size(), shown))))) {
    for (const Total& line : lines) rows_.push_back({line, ""});
    for (std::size_t k = 0; k < files_.size(); ++k) rows_[k].label = files_[k];
  }

  const std::vector<Row>& rows() const { return rows_; }

  /// The columns for file and line, to which the caller adds the others.
  Fields<Row> fields() const {
    const auto file = [](const Row& row) { return name_in_folder(row.where.file); };
    Fields<Row> fields;
    if (one_of_a_kind(files_)) {
      fields.data("file", file);
    } else {
      fields.add("file", "file", file, [](const Row& row) { return row.label; });
    }
    fields.add(
        "line", "line", [](const Row& row) { return row.where.line; }, plain);
    return fields;
  }

  /// The table of text; there must be at least one line.
  Table text(const Fields<Row>& fields, const std::string& heading) const {
    const std::string where = one_of_a_kind(files_) ? ", all in " + files_.front() : "";
    Table table = fields.table("", shortened(heading + where, line_width), std::span(rows_).first(files_.size()));
    table.close = true;
    return table;
  }

 private:
  std::vector<Row> rows_;
  std::vector<std::string> files_;  ///< of those that text has
};

}  // namespace pram::report
