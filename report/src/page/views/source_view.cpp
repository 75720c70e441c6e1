#include "source_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <pram/report/detail/drawing.hpp>
#include <pram/report/text.hpp>
#include "profile/lines.hpp"

namespace pram::report {

namespace {

constexpr std::uintmax_t largest_file = 4 << 20;
constexpr std::size_t whole_file = 120;  // lines; of longer files those around requests are shown
constexpr std::size_t around = 6;        // lines above and below
constexpr std::size_t longest_line = 160;

/// What the requests and transfers of one source line have in common.
struct LineSum {
  double charge = 0;
  std::uint64_t requests = 0;
  std::uint64_t largest_degree = 0;
  std::string what;  ///< "read next, write rank"
};

/// By line, of one file.
using FileLines = std::map<std::uint32_t, LineSum>;

void add(FileLines& lines, const SourceLine& where, double charge, std::uint64_t requests, std::uint64_t degree,
         const std::string& what) {
  LineSum& sum = lines[static_cast<std::uint32_t>(where.line)];
  sum.charge += charge;
  sum.requests += requests;
  sum.largest_degree = std::max(sum.largest_degree, degree);
  if (sum.what.find(what) == std::string::npos) sum.what += (sum.what.empty() ? "" : ", ") + what;
}

std::map<std::string, FileLines> lines_by_file(const Ledger& ledger) {
  std::map<std::string, FileLines> files;
  for (const LineTotal& line : ledger.lines()) {
    add(files[line.where.file], line.where, static_cast<double>(line.charge), line.requests, line.largest_degree,
        line.operation + " " + line.array);
  }
  for (const TransferTotal& transfer : ledger.transfers()) {
    add(files[transfer.where.file], transfer.where, transfer.charge, transfer.messages, 0,
        transfer.operation + " " + transfer.subject);
  }
  for (const CollectiveTotal& collective : ledger.collectives()) {
    add(files[collective.where.file], collective.where, static_cast<double>(collective.charge), collective.words, 0,
        collective.operation + " " + collective.array);
  }
  return files;
}

/// Blanks for tabs.
std::string untabbed(std::string_view line) {
  std::string out;
  for (const char c : line) {
    if (c == '\t') {
      out.append(4 - out.size() % 4, ' ');
    } else if (c != '\r') {
      out += c;
    }
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(untabbed(line));
  return lines;
}

std::string row(std::size_t number, const LineSum* sum, double whole, double most, const std::string& key,
                const std::string& text) {
  const std::string code = fmt::format("<td class=\"code\">{}</td>", escaped(shortened(text, longest_line)));
  if (sum == nullptr)
    return fmt::format("<tr><td class=\"line\">{}</td><td></td><td></td><td></td>{}</tr>\n", number, code);
  const int heat = most > 0 ? static_cast<int>(std::lround(15 * sum->charge / most)) : 0;
  return fmt::format(
      "<tr data-line=\"{}\" class=\"asks\" tabindex=\"0\"><td class=\"line\">{}</td>"
      "<td class=\"share heat-h{}\" data-value=\"{}\"><span class=\"bar\" style=\"width:{}%\"></span>"
      "<span class=\"value\">{}</span></td><td class=\"number\" data-value=\"{}\">{}</td>"
      "<td class=\"number\" data-value=\"{}\">{}</td>{}</tr>\n",
      escaped(key), number, heat, sum->charge, coordinate(most > 0 ? 100 * sum->charge / most : 0),
      percentage(sum->charge, whole), sum->requests, compact(sum->requests), sum->largest_degree,
      sum->largest_degree > 0 ? compact(sum->largest_degree) : "", code);
}

/// The rows of one file.
std::string rows(const std::string& label, const FileLines& sums, const std::vector<std::string>& text, double whole,
                 double most) {
  std::string out;
  const auto key = [&](std::size_t number) { return fmt::format("{}:{}", label, number); };
  if (text.empty()) {
    for (const auto& [number, sum] : sums) out += row(number, &sum, whole, most, key(number), sum.what);
    return out;
  }
  const auto near = [&](std::size_t number) {
    if (text.size() <= whole_file) return true;
    const auto next = sums.lower_bound(static_cast<std::uint32_t>(number > around ? number - around : 0));
    return next != sums.end() && next->first <= number + around;
  };
  bool shown = true;
  for (std::size_t number = 1; number <= text.size(); ++number) {
    if (!near(number)) {
      if (shown) out += "<tr class=\"gap\"><td class=\"line\">…</td><td></td><td></td><td></td><td></td></tr>\n";
      shown = false;
      continue;
    }
    shown = true;
    const auto found = sums.find(static_cast<std::uint32_t>(number));
    out += row(number, found == sums.end() ? nullptr : &found->second, whole, most, key(number), text[number - 1]);
  }
  return out;
}

}  // namespace

std::optional<std::string> source_on_disk(std::string_view file) {
  std::error_code error;
  const std::filesystem::path path(file);
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  if (std::filesystem::file_size(path, error) > largest_file || error) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return std::nullopt;
  return text.str();
}

View source_view(const Ledger& ledger, const SourceText& text) {
  View view{"source", "Source",
            "Each line that asked for something, with its share of the whole charge, its requests (messages of BSP "
            "processes) and the most processors that one of its cells had in a step.",
            ""};
  const std::map<std::string, FileLines> files = lines_by_file(ledger);
  if (files.empty()) {
    view.markup = "<p>No line of the program made a request.</p>\n";
    return view;
  }
  double most = 0;
  for (const auto& [file, sums] : files) {
    for (const auto& [number, sum] : sums) most = std::max(most, sum.charge);
  }
  const auto whole = static_cast<double>(ledger.total_charge());
  for (const auto& [file, sums] : files) {
    const std::string label = name_in_folder(file);
    const std::optional<std::string> found = text(file);
    view.markup += fmt::format("<h3>{}</h3>\n", escaped(label));
    if (!found) {
      view.markup +=
          "<p>The text of this file is not to be had here: lines stand with what they asked for instead.</p>\n";
    }
    view.markup +=
        "<div class=\"wide\"><table class=\"source\"><thead><tr><th class=\"number\">line</th><th>charge</th>"
        "<th class=\"number\">requests</th><th class=\"number\">degree</th><th "
        "class=\"name\">source</th></tr></thead>\n"
        "<tbody>\n" +
        rows(label, sums, found ? lines_of(*found) : std::vector<std::string>(), whole, most) +
        "</tbody></table></div>\n";
  }
  return view;
}

}  // namespace pram::report
