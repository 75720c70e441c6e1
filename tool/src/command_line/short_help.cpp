#include "short_help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/report/detail/value/text.hpp>
#include "../options/own.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

// Behind the longest of the names that have a line.
constexpr std::size_t others_width = 66;

using Rows = std::vector<std::pair<std::string, std::string>>;

/// The text in so many columns: as it is, or up to the end of a phrase, or cut in the midst.
std::string in_one_line(std::string_view text, std::size_t width) {
  if (report::columns(text) <= width) return std::string(text);
  std::size_t best = 0;
  for (const std::string_view end : {": ", "; ", ". ", " (", ", "}) {
    for (std::size_t at = text.find(end); at != std::string_view::npos; at = text.find(end, at + 1)) {
      if (report::columns(text.substr(0, at)) <= width) best = std::max(best, at);
    }
  }
  return best > 0 ? std::string(text.substr(0, best)) : report::shortened(text, width);
}

std::string table_of(const Rows& rows) {
  std::size_t width = 0;
  for (const auto& [name, text] : rows) width = std::max(width, report::columns(name));
  std::string table;
  for (const auto& [name, text] : rows) {
    const std::string gap(width - report::columns(name) + 2, ' ');
    table += fmt::format("  {}{}{}\n", name, gap, in_one_line(text, report::line_width - width - 4));
  }
  return table;
}

/// Names with commas between, in lines of so many columns.
std::vector<std::string> in_lines(std::span<const std::string_view> names, std::size_t width) {
  std::vector<std::string> lines(1);
  for (const std::string_view name : names) {
    if (!lines.back().empty()) lines.back() += ',';
    if (report::columns(lines.back()) + name.size() + 1 > width) lines.emplace_back();
    lines.back() += fmt::format("{}{}", lines.back().empty() ? "" : " ", name);
  }
  return lines;
}

/// "--n N"; "-n, --processes P"
std::string shown(const OptionRow& row) {
  std::string flags = row.flag;
  const std::size_t comma = flags.find(',');
  if (comma != std::string::npos) flags.insert(comma + 1, " ");
  return row.value == nullptr ? flags : fmt::format("{} {}", flags, row.value);
}

void add_options(Rows& rows, std::span<const ListedOption> options) {
  for (const ListedOption& listed : options) {
    if (listed.row->brief != nullptr) rows.emplace_back(shown(*listed.row), named(listed.row->brief));
  }
}

/// Usage, what it does, rows as far as they fit, and where the rest is.
std::string screen(const std::string& usage, const std::string& what, Rows rows, const std::string& rest) {
  const auto lines = static_cast<std::size_t>(std::ranges::count(what, '\n')) + 6;  // and usage, rest, blank lines
  if (rows.size() > short_help_lines - lines) rows.resize(short_help_lines - lines);
  return fmt::format("{}\n{}\n{}{}\n{}\n", usage, what, rows.empty() ? "" : "\n", table_of(rows), rest);
}

}  // namespace

std::string short_help(const std::string& usage) {
  Rows rows;
  std::vector<std::string_view> others;
  for (const CommandRow& row : command_table()) {
    if (*row.brief == '\0') {
      others.emplace_back(row.name);
    } else {
      rows.emplace_back(row.name, named(row.brief));
    }
  }
  const char* heading = "others";
  for (const std::string& line : in_lines(others, others_width)) rows.emplace_back(std::exchange(heading, ""), line);
  return screen(usage, report::wrapped(tool_description, 0), std::move(rows),
                fmt::format("{0} COMMAND -h is the short help of a command; {0} --help has all.", tool_name()));
}

std::string short_help(const std::string& usage, const std::string& name, const CommandRow& row,
                       const CommandPart* part) {
  const Command& command = *row.command;
  Rows rows;
  if (part != nullptr) {
    add_options(rows, part->options);
  } else {
    if (command.operand != nullptr) rows.emplace_back(command.operand->name, command.operand->help());
    if (command.parts != nullptr) {
      for (const CommandPart& one : command.parts()) rows.emplace_back(one.name, one.description);
    }
    add_options(rows, command.options);
    for (const option::OwnOption& own : option::own_beside(command.options))
      rows.emplace_back(shown(own.row), own.row.brief);
  }
  const std::string what = part != nullptr ? part->description : row.description;
  return screen(usage, in_one_line(what, report::line_width), std::move(rows), fmt::format("{} --help has all.", name));
}

}  // namespace pram::tool
