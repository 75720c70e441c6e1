#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// A table of text, at most line_width columns wide, with two blanks between columns. Numbers stand to the right and
/// are never cut. Names stand to the left; where the table would be too wide, the widest are cut with an ellipsis.
class TextTable {
 public:
  struct Column {
    std::string heading;  ///< may have two lines
    Align align = Align::right;
  };

  explicit TextTable(std::vector<Column> columns, std::size_t indent = 2);

  /// @param cells  one a column
  void row(std::vector<std::string> cells);

  /// Heading and rows, each line ended. A heading without a word takes no line.
  std::string str() const;

  std::size_t heading_lines() const { return headings_.size(); }

 private:
  std::vector<std::size_t> widths() const;
  void append(std::string& out, const std::vector<std::string>& cells, const std::vector<std::size_t>& width) const;

  std::vector<Column> columns_;
  std::size_t indent_;
  std::vector<std::vector<std::string>> headings_;  // by line, top first
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace pram::report
