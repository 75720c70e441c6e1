#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/report/detail/value/value.hpp>
#include <pram/spec.hpp>
#include "text_table.hpp"

namespace pram::report {

namespace {

/// The columns that text shows, by number.
std::vector<std::size_t> shown_columns(const Table& table) {
  std::vector<std::size_t> shown;
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    if (table.columns[k].heading) shown.push_back(k);
  }
  return shown;
}

/// The rows as lines. A column that stands above its rows is a line for all that share it.
std::string rows_text(const Table& table, const std::vector<std::size_t>& shown) {
  std::vector<std::size_t> above;
  std::vector<std::size_t> beside;
  std::vector<std::size_t> once;
  std::vector<TextTable::Column> heads;
  for (const std::size_t k : shown) {
    const Column& column = table.columns[k];
    if (column.shown == Shown::where_it_changes) once.push_back(k);
    (column.shown == Shown::above ? above : beside).push_back(k);
    if (column.shown != Shown::above) heads.push_back({*column.heading, column.align});
  }
  const auto differs = [&](const std::vector<std::size_t>& columns, std::size_t row) {
    return row == 0 || std::ranges::any_of(columns, [&](std::size_t k) {
             return table.rows[row][k].text != table.rows[row - 1][k].text;
           });
  };
  TextTable text(std::move(heads), table.indent);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    std::vector<std::string> cells;
    for (const std::size_t k : beside) {
      const bool blank = table.columns[k].shown == Shown::where_it_changes && !differs(once, row);
      cells.push_back(blank ? "" : table.rows[row][k].text);
    }
    text.row(std::move(cells));
  }
  if (above.empty()) return text.str();

  const std::string all = text.str();
  std::string_view rest = all;
  std::string_view line;
  std::string out;
  for (std::size_t head = 0; head < text.heading_lines() && take_line(rest, line); ++head)
    out.append(line).append("\n");
  for (std::size_t row = 0; row < table.rows.size() && take_line(rest, line); ++row) {
    if (differs(above, row)) {
      for (const std::size_t k : above) out += "  " + shortened(table.rows[row][k].text, line_width - 2) + '\n';
    }
    out.append(line).append("\n");
  }
  return out;
}

/// The text of a report as it grows, block after block.
class Text {
 public:
  void operator()(const Item& one) {
    if (one.heading.empty() && one.text.empty()) return;
    begin("items");
    out_ += item(one.heading, one.text);
  }

  void operator()(const Table& table) {
    const std::vector<std::size_t> shown = shown_columns(table);
    if (shown.empty()) return;
    begin("table");
    std::string_view title = table.title;
    for (std::string_view line; take_line(title, line);) out_ += wrapped(line, 0) + '\n';
    if (!table.title.empty() && !table.close) out_ += '\n';
    out_ += rows_text(table, shown);
    if (!table.footnote.empty()) out_ += "  " + wrapped(table.footnote, 2) + '\n';
    block_.clear();
  }

  void operator()(const Paragraph& paragraph) {
    begin(fmt::format("text {} {}", paragraph.first, paragraph.rest));
    out_ += std::string(paragraph.first, ' ') + wrapped(paragraph.text, paragraph.rest) + '\n';
  }

  void operator()(const Listing& listing) {
    begin("listing");
    out_ += listing.text;
  }

  void operator()(const Section& section) {
    block_.clear();
    if (section.title.empty()) return;
    begin("items");
    out_ += section.title + '\n';
  }

  std::string str() && { return std::move(out_); }

 private:
  /// Begins a block. An empty line parts it from a block of another kind.
  void begin(std::string block) {
    if (block != block_ && !out_.empty()) out_ += '\n';
    block_ = std::move(block);
  }

  std::string out_;
  std::string block_;
};

}  // namespace

std::string text_of(const Report& report) {
  Text text;
  for (const auto& part : report.parts) std::visit(text, part);
  return std::move(text).str() + (report.closing.empty() ? "" : '\n' + report.closing + '\n');
}

}  // namespace pram::report
