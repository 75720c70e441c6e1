#include "text_table.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t narrowest_name = 6;

}  // namespace

TextTable::TextTable(std::vector<Column> columns, std::size_t indent)
    : columns_(std::move(columns)), indent_(indent), headings_(2, std::vector<std::string>(columns_.size())) {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const std::string& heading = columns_[k].heading;
    const std::size_t split = heading.find('\n');
    if (split != std::string::npos) headings_[0][k] = heading.substr(0, split);
    headings_[1][k] = split == std::string::npos ? heading : heading.substr(split + 1);
  }
  std::erase_if(headings_, [](const std::vector<std::string>& line) {
    return std::ranges::all_of(line, [](const std::string& part) { return part.empty(); });
  });
}

void TextTable::row(std::vector<std::string> cells) {
  assert(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> width(columns_.size(), 0);
  const auto widen = [&](const std::vector<std::string>& cells) {
    for (std::size_t k = 0; k < cells.size(); ++k) width[k] = std::max(width[k], columns(cells[k]));
  };
  std::ranges::for_each(headings_, widen);
  std::ranges::for_each(rows_, widen);

  std::size_t total = indent_ + gap * (columns_.size() - 1);
  for (const std::size_t w : width) total += w;
  while (total > line_width) {
    std::size_t* widest = nullptr;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const bool name = columns_[k].align == Align::left && width[k] > narrowest_name;
      if (name && (widest == nullptr || width[k] > *widest)) widest = &width[k];
    }
    if (widest == nullptr) break;
    --*widest;
    --total;
  }
  return width;
}

void TextTable::append(std::string& out, const std::vector<std::string>& cells,
                       const std::vector<std::size_t>& width) const {
  std::string line(indent_, ' ');
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const bool left = columns_[k].align == Align::left;
    const std::string text = left ? shortened(cells[k], width[k]) : cells[k];
    const std::string blanks(width[k] - std::min(width[k], columns(text)), ' ');
    if (k > 0) line.append(gap, ' ');
    line += left ? text + blanks : blanks + text;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + '\n';
}

std::string TextTable::str() const {
  const std::vector<std::size_t> width = widths();
  std::string out;
  for (const auto& heading : headings_) append(out, heading, width);
  for (const auto& cells : rows_) append(out, cells, width);
  return out;
}

}  // namespace pram::report
